"""The settings of a method, read from the configuration into its frozen config dataclass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Literal, TypeVar, get_args, get_origin, get_type_hints

from planclaims.errors import ConfigError, did_you_mean

Config = TypeVar("Config")
Method = TypeVar("Method")


def choose(name: str, methods: Mapping[str, Method], *, regime: str) -> Method:
    """Return the method of that name; ConfigError naming all of them if there is none."""
    if name not in methods:
        found = f"{name!r}{did_you_mean(name, methods)}"
        raise ConfigError(f"unknown {regime} method", found=found, allowed=", ".join(methods))
    return methods[name]


def read_settings(config: type[Config], settings: Mapping[str, object], *, method: str, regime: str) -> Config:
    """Return the config of a method; ConfigError for an unknown key, a wrong type or a value out of range."""
    hints = get_type_hints(config)
    allowed = [field.name for field in fields(config)]  # type: ignore[arg-type]
    chosen = dict(settings)
    declared = chosen.pop("regime", regime)
    if declared != regime:
        raise ConfigError(f"wrong regime of method {method}", found=repr(declared), allowed=regime)
    for key, value in chosen.items():
        if key not in allowed:
            found = f"{key!r}{did_you_mean(key, allowed)}"
            raise ConfigError(
                f"unknown setting of method {method}", found=found, allowed=", ".join(["regime", *allowed])
            )
        _check(value, hints[key], f"setting {key} of method {method}")
    return config(**chosen)


def _check(value: object, kind: object, what: str) -> None:
    if kind is bool:
        fits, allowed = isinstance(value, bool), "true or false"
    elif get_origin(kind) is Literal:
        fits, allowed = value in get_args(kind), ", ".join(get_args(kind))
    elif kind is int:
        fits, allowed = isinstance(value, int) and not isinstance(value, bool) and value >= 1, "an integer from 1 up"
    else:
        fits = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 2
        allowed = "a number from 0 to 2"
    if not fits:
        raise ConfigError(f"wrong value for {what}", found=repr(value), allowed=allowed)
