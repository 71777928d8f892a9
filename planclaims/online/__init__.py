"""Online architectures: control loops that act in an environment until it has ended (protocol 5)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from planclaims.online.critic import Critic
from planclaims.online.loop import TurnReader
from planclaims.online.react import React
from planclaims.online.reflexion import Reflexion
from planclaims.settings import choose, read_settings
from planclaims.turns.reading import read_turn as read_turn_text

ARCHITECTURES: Mapping[str, type[React]] = MappingProxyType({"react": React, "reflexion": Reflexion, "critic": Critic})
"""The architectures by the name a configuration uses."""


def build_architecture(name: str, settings: Mapping[str, object], *, read_turn: TurnReader = read_turn_text) -> React:
    """Return the architecture with the settings of the configuration; ConfigError if either is unknown."""
    architecture = choose(name, ARCHITECTURES, regime="online")
    config = read_settings(architecture.config_type, settings, method=name, regime="online")
    return architecture(config, read_turn)
