"""From a method's name and settings to the strategy or architecture behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from planclaims.episodes.record import Regime
from planclaims.errors import ConfigError, did_you_mean
from planclaims.offline import build_strategy
from planclaims.online import build_architecture
from planclaims.online.loop import TurnReader
from planclaims.sandbox import SandboxedPrograms
from planclaims.seam import Architecture, Strategy
from planclaims.turns.reading import read_turn

Settings = Mapping[str, object]
VARIANT_KEYS: Mapping[Regime, str] = {Regime.OFFLINE: "strategy", Regime.ONLINE: "architecture"}
"""The setting that names the code behind a method whose own name is another."""
WORLD_SETTINGS: Mapping[Regime, frozenset[str]] = {
    Regime.OFFLINE: frozenset(),
    Regime.ONLINE: frozenset({"violations", "planner"}),
}
"""Settings of a method that no architecture reads by itself: what the world is like, and who makes its plans."""
PLANNER = "planner"


def regime_of(method: str, settings: Settings) -> Regime:
    """Return the regime of a method; ConfigError if its settings name none."""
    regime = settings.get("regime")
    if regime not in list(Regime):
        raise ConfigError(f"wrong regime of method {method}", found=repr(regime), allowed=", ".join(Regime))
    return Regime(str(regime))


def strategy_of(method: str, settings: Settings) -> Strategy:
    """Return the offline strategy of a method."""
    return build_strategy(*_variant(method, settings), runner=SandboxedPrograms())


def architecture_of(method: str, settings: Settings, *, read_turn: TurnReader = read_turn) -> Architecture:
    """Return the online architecture of a method, whose planner, if it has one, is resolved."""
    planner = planner_of(settings)
    strategy = None if planner is None else strategy_of(*planner)
    return build_architecture(*_variant(method, settings), read_turn=read_turn, planner=strategy)


def resolved(method: str, methods: Mapping[str, Settings]) -> Settings:
    """Return the settings of a method, with those of the offline method that it has its plans made by.

    ConfigError if that is no offline method, or one that cannot plan alone.
    """
    settings = methods[method]
    name = settings.get(PLANNER)
    if name is None or isinstance(name, Mapping):
        return settings
    offline = [one for one, entry in methods.items() if entry.get("regime") == Regime.OFFLINE]
    if name not in offline:
        found = f"{name!r}{did_you_mean(name, offline)}"
        raise ConfigError(f"wrong setting {PLANNER} of method {method}", found=found, allowed=", ".join(offline))
    return {**settings, PLANNER: {"method": name, **methods[str(name)]}}


def planner_of(settings: Settings) -> tuple[str, Settings] | None:
    """Return the offline method that an online one has its plans made by, as name and settings; None if it has none."""
    planner = settings.get(PLANNER)
    if planner is None:
        return None
    if not isinstance(planner, Mapping):
        raise ConfigError(f"the setting {PLANNER} is not resolved", found=repr(planner), allowed="a method's settings")
    return str(planner["method"]), {key: value for key, value in planner.items() if key != "method"}


def temperatures(method: str, settings: Settings) -> tuple[float, ...]:
    """Return the temperatures at which the calls of a method are sampled, those left to their defaults included."""
    offline = regime_of(method, settings) is Regime.OFFLINE
    planner = None if offline else planner_of(settings)
    if planner is not None:
        architecture_of(method, settings)
        return temperatures(*planner)
    built: Any = strategy_of(method, settings) if offline else architecture_of(method, settings)
    names = [field.name for field in fields(built.config) if field.name.endswith("temperature")]
    return tuple(float(getattr(built.config, name)) for name in names)


def behind(method: str, settings: Settings) -> str:
    """Return the name of the strategy or architecture that a method is, or is a variant of."""
    return str(settings.get(VARIANT_KEYS[regime_of(method, settings)], method))


def _variant(method: str, settings: Settings) -> tuple[str, dict[str, object]]:
    return behind(method, settings), {
        key: value
        for key, value in settings.items()
        if key != VARIANT_KEYS[regime_of(method, settings)] and key not in WORLD_SETTINGS[regime_of(method, settings)]
    }
