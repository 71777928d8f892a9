"""Offline strategies: briefs in, a last output out, any number of model calls between (protocol 4)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from planclaims.interfaces import Strategy
from planclaims.offline.backprompt import Backprompt
from planclaims.offline.direct import Direct
from planclaims.offline.plan_and_solve import PlanAndSolve
from planclaims.offline.self_refine import SelfRefine
from planclaims.offline.step_back import StepBack
from planclaims.offline.tree_of_thoughts import TreeOfThoughts
from planclaims.offline.zero_shot_cot import ZeroShotCot
from planclaims.settings import choose, read_settings

STRATEGIES: Mapping[str, Any] = MappingProxyType(
    {
        "direct": Direct,
        "zero-shot-cot": ZeroShotCot,
        "plan-and-solve": PlanAndSolve,
        "step-back": StepBack,
        "self-refine": SelfRefine,
        "tree-of-thoughts": TreeOfThoughts,
        "backprompt": Backprompt,
    }
)
"""The strategies by the name a configuration uses."""


def build_strategy(name: str, settings: Mapping[str, object]) -> Strategy:
    """Return the strategy with the settings of the configuration; ConfigError if either is unknown."""
    strategy = choose(name, STRATEGIES, regime="offline")
    config = read_settings(strategy.config_type, settings, method=name, regime="offline")
    built: Strategy = strategy(config)
    return built
