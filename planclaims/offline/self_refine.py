"""Self-refine: a draft, then rounds of mechanical critique and revision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from planclaims.offline.asking import Asker, StrategyConfig
from planclaims.seam import Model, Purpose, Question

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

    def answer(self, question: Question, model: Model) -> str:
        """Return the latest version of the plan once the critique is content or a revision changes nothing."""
        asker = Asker(question, model, self.config)
        given = asker.ask_answer("self-refine/draft")
        for _ in range(self.config.rounds):
            critique = asker.ask(Purpose.CRITIQUE, "self-refine/critique", given=given)
            if critique.strip() == NO_ISSUES:
                break
            previous, given = given, asker.ask_answer("self-refine/revise", given=given, critique=critique)
            if _same(question, previous, given):
                break
        return given


def _same(question: Question, previous: str, revision: str) -> bool:
    """Return whether both say the same; malformed outputs say nothing, so only equal texts of them are the same."""
    if previous.strip() == revision.strip():
        return True
    return question.read(previous).same(question.read(revision))
