"""How a model of a provider is reached: its entry in the configuration, checked before anything is asked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from planclaims.errors import ConfigError
from planclaims.models.money.prices import Price
from planclaims.models.provider import shape as shapes
from planclaims.models.provider.retries import Retries
from planclaims.models.provider.secrets import secret_faults
from planclaims.models.provider.shape import Shape

PARAMETERS = frozenset({"extra_body", "seed", "top_p", "reasoning_effort", "stop"})


CREDENTIALS = re.compile(r"(?<=://)[^/@]*@")


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
    shape: Shape = field(default_factory=Shape)

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> ClientSettings:
        """Return the settings of a configuration entry; ConfigError for a key or parameter that is not known."""
        known = {field.name for field in fields(cls)} - {"shape"} | {*shapes.KEYS}
        _refuse_unknown("setting", settings, known)
        _refuse_unknown("parameter", settings.get("parameters", {}), PARAMETERS)
        _refuse_unknown("setting of retries", settings.get("retries", {}), {field.name for field in fields(Retries)})
        if not settings.get("model"):
            raise ConfigError("a model behind LiteLLM needs `model`, as in openai/gpt-4o")
        for fault in secret_faults(settings):
            raise ConfigError(f"a model's {fault}")
        chosen = {name: value for name, value in settings.items() if name not in shapes.KEYS}
        chosen["shape"] = Shape.from_settings(settings)
        if "price" in chosen:
            chosen["price"] = Price.from_settings(chosen["price"])
        if "retries" in chosen:
            chosen["retries"] = Retries(**chosen["retries"])
        return cls(**chosen)

    @property
    def identity(self) -> dict[str, object]:
        """Return what shapes the replies: the model and its parameters, not how patiently it is asked."""
        base = CREDENTIALS.sub("", self.api_base) if self.api_base else None
        named = {"kind": "litellm", "model": self.model, "api_base": base, "parameters": dict(self.parameters)}
        return {**named, **self.shape.identity}

    @property
    def provider(self) -> str:
        """Return whose limits the calls count against."""
        return f"{self.model.split('/')[0]} {self.api_base or ''}".strip()


def _refuse_unknown(what: str, given: Mapping[str, Any], known: frozenset[str] | set[str]) -> None:
    for name in given:
        if name not in known:
            allowed = ", ".join(sorted(known))
            raise ConfigError(f"a model has an unknown {what}", found=repr(name), allowed=allowed)
