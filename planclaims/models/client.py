"""A model of any provider, asked through LiteLLM."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import ModuleType
from typing import Any

from planclaims.errors import ConfigError
from planclaims.interfaces import Reply, Request
from planclaims.models.deadline import within
from planclaims.models.failures import (
    CallFailed,
    Cause,
    classify,
    own_outcome,
    retry_after,
    scrub,
    secrets_in_environment,
)
from planclaims.models.limits import PROCESS, Shared
from planclaims.models.litellm_runtime import Response, litellm, provider_failures
from planclaims.models.occurrences import sampling_seed
from planclaims.models.prices import Price, cost_usd
from planclaims.models.retries import Retries, call_with_retries

PARAMETERS = frozenset({"extra_body", "seed", "top_p", "reasoning_effort", "stop"})
NO_KEY = "none"
"""Sent where no key is configured but an address is, so that no provider's key from the environment goes there."""
CREDENTIALS = re.compile(r"(?<=://)[^/@]*@")
WRAPPING = re.compile(r"^(litellm\.\w+: )?(\w+(Error|Exception)(: | - ))*")
"""The classes that an error went through, which tell a person nothing."""
LONGEST = 300
CHARACTERS_PER_TOKEN = 4
GRACE_SECONDS = 1.0
"""The HTTP client notices most timeouts by itself, and then hangs up; what it does not notice ends this much later."""


@dataclass(frozen=True, kw_only=True)
class ClientSettings:
    """How a model is reached; `key` is the name of the environment variable that holds the key, never its value."""

    model: str
    key: str | None = None
    api_base: str | None = None
    price: Price | None = None
    timeout: float = 300.0
    retries: Retries = field(default_factory=Retries)
    concurrency: int | None = None
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    parameters: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> ClientSettings:
        """Return the settings of a configuration entry; ConfigError for a key or parameter that is not known."""
        _refuse_unknown("setting", settings, {field.name for field in fields(cls)})
        _refuse_unknown("parameter", settings.get("parameters", {}), PARAMETERS)
        _refuse_unknown("setting of retries", settings.get("retries", {}), {field.name for field in fields(Retries)})
        if not settings.get("model"):
            raise ConfigError("a model behind LiteLLM needs `model`, as in openai/gpt-4o")
        chosen = dict(settings)
        if "price" in chosen:
            chosen["price"] = Price.from_settings(chosen["price"])
        if "retries" in chosen:
            chosen["retries"] = Retries(**chosen["retries"])
        return cls(**chosen)

    @property
    def identity(self) -> dict[str, object]:
        """Return what shapes the replies: the model and its parameters, not how patiently it is asked."""
        base = CREDENTIALS.sub("", self.api_base) if self.api_base else None
        return {"kind": "litellm", "model": self.model, "api_base": base, "parameters": dict(self.parameters)}

    @property
    def provider(self) -> str:
        """Return whose limits the calls count against."""
        return f"{self.model.split('/')[0]} {self.api_base or ''}".strip()


class LiteLLMModel:
    """A model behind LiteLLM; patient with passing failures, and quick to give up where asking again is pointless."""

    def __init__(
        self, settings: ClientSettings, *, repeat: int = 0, limits: Shared = PROCESS, connection: object = None
    ) -> None:
        self.settings = settings
        self._repeat = repeat
        self._limits = limits
        self._connection = connection

    def reply(self, request: Request) -> Reply:
        """Return the answer; CallFailed, an InfrastructureError, if it cannot be had."""
        return call_with_retries(lambda: self._attempt(request), self.settings.retries)

    def _attempt(self, request: Request) -> Reply:
        settings, window = self.settings, self._limits.window
        key = self._key()
        module = litellm()
        if settings.requests_per_minute:
            window("requests", settings.model).spend(1, settings.requests_per_minute)
        if not settings.tokens_per_minute:
            return self._call(module, request, key)
        tokens = window("tokens", settings.model)
        guess = sum(len(message.content) for message in request.messages) // CHARACTERS_PER_TOKEN
        entry = tokens.spend(guess, settings.tokens_per_minute)
        reply = self._call(module, request, key)
        tokens.correct(entry, reply.input_tokens + reply.output_tokens)
        return reply

    def _call(self, module: ModuleType, request: Request, key: str | None) -> Reply:
        """Return the answer of one attempt, timed without the wait for a passage."""
        with self._limits.gate(self.settings.provider).passage(self.settings.concurrency):
            started = time.monotonic()
            try:
                arguments, seconds = self._arguments(request, key), self.settings.timeout + GRACE_SECONDS
                response: Response = within(seconds, lambda: module.completion(**arguments))
            except provider_failures() as problem:
                outcome = own_outcome(problem)
                if outcome is None:
                    raise self._failure(problem, key) from None
                return Reply("", outcome, 0, 0, 0.0, time.monotonic() - started)
            return self._read(response, time.monotonic() - started)

    def _arguments(self, request: Request, key: str | None) -> dict[str, object]:
        settings = self.settings
        arguments: dict[str, object] = {
            **settings.parameters,
            "model": settings.model,
            "messages": [{"role": message.role, "content": message.content} for message in request.messages],
            "temperature": request.temperature,
            "max_tokens": request.max_tokens,
            "timeout": settings.timeout,
            "max_retries": 0,
            "num_retries": 0,
        }
        seed = settings.parameters.get("seed")
        if isinstance(seed, int):
            arguments["seed"] = sampling_seed(seed, self._repeat, request.occurrence)
        optional = {"api_base": settings.api_base, "api_key": key, "client": self._connection}
        return arguments | {name: value for name, value in optional.items() if value is not None}

    def _read(self, response: Response, seconds: float) -> Reply:
        if not response.choices:
            raise CallFailed(f"{self.settings.model}: the reply has no choices", Cause.BAD_REPLY)
        choice, usage = response.choices[0], response.usage
        text, finish = choice.message.content or "", choice.finish_reason or "unknown"
        read, written = int(usage.prompt_tokens or 0), int(usage.completion_tokens or 0)
        if not text and not written and finish == "stop":
            raise CallFailed(f"{self.settings.model}: the reply is empty", Cause.BAD_REPLY)
        whole = text.encode("utf-8", "replace").decode("utf-8")
        return Reply(whole, finish, read, written, cost_usd(self.settings.price, read, written), seconds)

    def _key(self) -> str | None:
        name = self.settings.key
        if name is None:
            return NO_KEY if self.settings.api_base else None
        value = os.environ.get(name, "").strip()
        if not value:
            raise CallFailed(f"{self.settings.model}: the environment variable {name} is not set", Cause.AUTH)
        return value

    def _failure(self, problem: Exception, key: str | None) -> CallFailed:
        cause, wait = classify(problem), retry_after(problem)
        secrets = [key or "", *secrets_in_environment()] if key != NO_KEY else secrets_in_environment()
        text = WRAPPING.sub("", CREDENTIALS.sub("***@", scrub(str(problem), secrets)))
        if len(text) > LONGEST:
            text = f"{text[:LONGEST]} ..."
        asked = f", to be asked again in {wait:g} s" if wait else ""
        return CallFailed(f"{self.settings.model}: {cause.replace('_', ' ')}{asked}: {text}", cause, wait)


def _refuse_unknown(what: str, given: Mapping[str, Any], known: frozenset[str] | set[str]) -> None:
    for name in given:
        if name not in known:
            allowed = ", ".join(sorted(known))
            raise ConfigError(f"a model has an unknown {what}", found=repr(name), allowed=allowed)
