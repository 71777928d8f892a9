"""Self-refine: a draft, then rounds of mechanical critique and revision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from planclaims.interfaces import Model, OfflineTask, OutputKind, Purpose
from planclaims.offline.asking import Asker, StrategyConfig, output_contract

NO_ISSUES = "NO_ISSUES"
"""The whole critique of a faultless plan, up to surrounding blanks: no other case, no full stop."""


@dataclass(frozen=True, kw_only=True)
class SelfRefineConfig(StrategyConfig):
    """The settings of self-refine: how many rounds of critique and revision at most."""

    rounds: int = 3


class SelfRefine:
    """Draft a plan, then let the model repair what it finds mechanically wrong with it."""

    config_type: ClassVar = SelfRefineConfig

    def __init__(self, config: SelfRefineConfig) -> None:
        self.config = config

    def plan(self, task: OfflineTask, model: Model) -> str:
        """Return the latest version of the plan once the critique is content or a revision changes nothing."""
        asker = Asker(task, model, self.config)
        plan = asker.ask_plan("self-refine/draft")
        for _ in range(self.config.rounds):
            critique = asker.ask(Purpose.CRITIQUE, "self-refine/critique", plan=plan, output_contract=output_contract())
            if critique.strip() == NO_ISSUES:
                break
            previous, plan = plan, asker.ask_plan("self-refine/revise", plan=plan, critique=critique)
            if _same(task, previous, plan):
                break
        return plan


def _same(task: OfflineTask, previous: str, revision: str) -> bool:
    """Return whether both say the same plan; malformed outputs say none, so only equal texts are the same."""
    if previous.strip() == revision.strip():
        return True
    before, after = task.parse(previous), task.parse(revision)
    return after.kind is not OutputKind.MALFORMED and (before.kind, before.steps) == (after.kind, after.steps)
