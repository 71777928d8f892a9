"""Online architectures: control loops that act in an environment until it has ended (protocol 5)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from planclaims.errors import ConfigError
from planclaims.online.critic import Critic
from planclaims.online.loop import TurnReader
from planclaims.online.plan_then_act import PlanThenAct
from planclaims.online.react import React
from planclaims.online.reflexion import Reflexion
from planclaims.seam import Architecture, Strategy
from planclaims.settings import choose, read_settings
from planclaims.turns.reading import read_turn as read_turn_text

ARCHITECTURES: Mapping[str, Any] = MappingProxyType(
    {"react": React, "reflexion": Reflexion, "critic": Critic, "plan-then-act": PlanThenAct}
)
"""The architectures by the name a configuration uses."""


def build_architecture(
    name: str,
    settings: Mapping[str, object],
    *,
    read_turn: TurnReader = read_turn_text,
    planner: Strategy | None = None,
) -> Architecture:
    """Return the architecture with the settings of the configuration; ConfigError if either is unknown.

    `planner` is the offline strategy of one that asks for plans, and of no other.
    """
    architecture = choose(name, ARCHITECTURES, regime="online")
    config = read_settings(architecture.config_type, settings, method=name, regime="online")
    asks = getattr(architecture, "needs_planner", False)
    if asks != (planner is not None):
        allowed = "the name of an offline method" if asks else "no planner"
        raise ConfigError(
            f"wrong setting planner of method {name}", found="one" if planner else "none", allowed=allowed
        )
    built: Architecture = architecture(config, planner) if asks else architecture(config, read_turn)
    return built
