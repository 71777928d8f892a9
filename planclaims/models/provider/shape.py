"""What a model demands of every request, where that differs from what the methods ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import UnionType
from typing import Any, Final

from planclaims.errors import ConfigError
from planclaims.seam import Message, Request

OF_METHOD: Final = "of the method"
"""Stands for a temperature that the methods choose."""
LIMIT_NAMES = ("max_tokens", "max_completion_tokens")
SYSTEM_ROLES = ("system", "developer", "user")
KEYS = ("temperature", "token_limit", "max_tokens", "system_role")
"""The keys of a model's entry that make up its shape."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a model's requests.

    `temperature` is sent instead of the methods', None is never sent; `max_tokens` is sent instead of the methods' own
    limits; `token_limit` is the name under which it is sent; `system_role` the role in which instructions are sent,
    `user` where they open the first message of the user.
    """

    temperature: float | str | None = OF_METHOD
    token_limit: str = LIMIT_NAMES[0]
    max_tokens: int | None = None
    system_role: str = SYSTEM_ROLES[0]

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Shape:
        """Return the shape that the keys of an entry give; ConfigError for a value that is none of theirs."""
        for name, allowed in (("token_limit", LIMIT_NAMES), ("system_role", SYSTEM_ROLES)):
            if name in settings and settings[name] not in allowed:
                found = repr(settings[name])
                raise ConfigError(f"a model's {name} is not known", found=found, allowed=", ".join(allowed))
        if "max_tokens" in settings and not (_is_number(settings["max_tokens"], int) and settings["max_tokens"] >= 1):
            found = repr(settings["max_tokens"])
            raise ConfigError(
                "a model's max_tokens is no number of tokens", found=found, allowed="an integer from 1 up"
            )
        warmth = settings.get("temperature")
        if warmth is not None and not (_is_number(warmth, int | float) and 0 <= warmth <= 2):
            raise ConfigError(
                "a model's temperature is none", found=repr(warmth), allowed="a number from 0 to 2, or null: never sent"
            )
        chosen = {name: settings[name] for name in KEYS if name in settings}
        if warmth is not None:
            chosen["temperature"] = float(warmth)
        return cls(**chosen)

    @property
    def identity(self) -> dict[str, object]:
        """Return the demands, empty where there are none, so that a model without any is named as ever."""
        return {name: getattr(self, name) for name in KEYS if getattr(self, name) != getattr(Shape(), name)}

    def demands(self) -> Iterator[str]:
        """Yield each demand in words."""
        if self.temperature is None:
            yield "no temperature is sent"
        elif self.temperature != OF_METHOD:
            yield f"temperature {self.temperature:g} in every call"
        if self.max_tokens is not None:
            yield f"{self.max_tokens:,} tokens at most in every call"
        if self.token_limit != LIMIT_NAMES[0]:
            yield f"the limit is sent as {self.token_limit}"
        if self.system_role == "user":
            yield "instructions stand in the first message of the user"
        elif self.system_role != SYSTEM_ROLES[0]:
            yield f"instructions have the role {self.system_role}"

    def limit(self, asked: int) -> int:
        """Return how many tokens a reply may have where a method asks for so many."""
        return asked if self.max_tokens is None else self.max_tokens

    def limited(self, request: Request) -> Request:
        """Return the request with the limit that is sent."""
        return replace(request, max_tokens=self.limit(request.max_tokens))

    def sampled(self, temperature: float) -> bool:
        """Return whether a call for which a method asks this temperature gives another reply each time."""
        return bool(temperature) if self.temperature == OF_METHOD else self.temperature != 0

    def decoding(self, request: Request) -> dict[str, object]:
        """Return the decoding of a request as it is sent; a temperature that is not sent is None."""
        return {"temperature": self._temperature(request.temperature), "max_tokens": self.limit(request.max_tokens)}

    def arguments(self, request: Request) -> dict[str, object]:
        """Return the arguments of a call."""
        temperature = self._temperature(request.temperature)
        arguments: dict[str, object] = {} if temperature is None else {"temperature": temperature}
        limit = {self.token_limit: self.limit(request.max_tokens)}
        return {"messages": self._messages(request.messages), **arguments, **limit}

    def _temperature(self, asked: float) -> float | None:
        if self.temperature == OF_METHOD:
            return asked
        return None if self.temperature is None else float(self.temperature)

    def _messages(self, messages: tuple[Message, ...]) -> list[dict[str, str]]:
        if self.system_role != "user":
            roles = {"system": self.system_role}
            return [{"role": roles.get(message.role, message.role), "content": message.content} for message in messages]
        sent: list[dict[str, str]] = []
        instructions: list[str] = []
        for message in messages:
            if message.role == "system":
                instructions.append(message.content)
                continue
            if message.role == "assistant" and instructions:
                sent.append({"role": "user", "content": "\n\n".join(instructions)})
                instructions = []
            sent.append({"role": message.role, "content": "\n\n".join([*instructions, message.content])})
            instructions = []
        return sent + ([{"role": "user", "content": "\n\n".join(instructions)}] if instructions else [])


def _is_number(value: object, kind: type | UnionType) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)


REFUSED = ("support", "not allowed", "unrecognized", "unexpected", "only", "not permitted", "too large", "at most")


def hint(words: str) -> str | None:
    """Return what to write in a model's entry when a provider refuses a request in these words; None if unknown."""
    said = words.lower()
    if not any(mark in said for mark in REFUSED):
        return None
    if "temperature" in said:
        return "write `temperature: null` (never sent) or the number it takes in the model's entry"
    named = sorted((said.index(name), name) for name in LIMIT_NAMES if name in said)
    if named:
        other = next(name for name in LIMIT_NAMES if name != named[0][1])
        return f"write `token_limit: {other}`, or a `max_tokens` that it allows, in the model's entry"
    if re.search(r"\b(system|developer)\b", said) and re.search(r"role|message|instruction", said):
        return "write `system_role: user` (or developer) in the model's entry"
    return None
