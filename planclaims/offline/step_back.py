"""Step-back prompting: constraints and invariants, then the plan."""

from __future__ import annotations

from typing import ClassVar

from planclaims.offline.asking import Asker, StrategyConfig
from planclaims.seam import Model, Purpose, Question


class StepBack:
    """Have the principles of the world stated, then ask for a plan that respects them."""

    config_type: ClassVar = StrategyConfig

    def __init__(self, config: StrategyConfig) -> None:
        self.config = config

    def answer(self, question: Question, model: Model) -> str:
        """Return the plan that respects the stated constraints and invariants."""
        asker = Asker(question, model, self.config)
        principles = asker.ask(Purpose.ABSTRACT, "step-back/abstract")
        return asker.ask_answer("step-back/answer", found=principles)
