"""Offline strategies: briefs in, a last output out, any number of model calls between (protocol 4)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from planclaims.offline.backprompt import Backprompt
from planclaims.offline.direct import Direct
from planclaims.offline.memory import Memory
from planclaims.offline.plan_and_solve import PlanAndSolve
from planclaims.offline.program import Program
from planclaims.offline.self_refine import SelfRefine
from planclaims.offline.step_back import StepBack
from planclaims.offline.tree_of_thoughts import TreeOfThoughts
from planclaims.offline.zero_shot_cot import ZeroShotCot
from planclaims.seam import ProgramRunner, Strategy
from planclaims.settings import choose, read_settings

STRATEGIES: Mapping[str, Any] = MappingProxyType(
    {
        "direct": Direct,
        "zero-shot-cot": ZeroShotCot,
        "plan-and-solve": PlanAndSolve,
        "step-back": StepBack,
        "self-refine": SelfRefine,
        "tree-of-thoughts": TreeOfThoughts,
        "memory": Memory,
        "program": Program,
        "backprompt": Backprompt,
    }
)
"""The strategies by the name a configuration uses."""


def build_strategy(name: str, settings: Mapping[str, object], runner: ProgramRunner | None = None) -> Strategy:
    """Return the strategy with the settings of the configuration; ConfigError if either is unknown.

    `runner` is needed for a strategy that has programs run.
    """
    strategy = choose(name, STRATEGIES, regime="offline")
    config = read_settings(strategy.config_type, settings, method=name, regime="offline")
    built: Strategy = strategy(config, runner) if getattr(strategy, "runs_programs", False) else strategy(config)
    return built
