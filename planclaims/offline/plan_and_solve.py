"""Plan-and-solve: a sketch of subgoals, then the plan."""

from __future__ import annotations

from typing import ClassVar

from planclaims.offline.asking import Asker, StrategyConfig
from planclaims.seam import Model, Purpose, Question


class PlanAndSolve:
    """Have subgoals sketched without ground actions, then ask for the plan that achieves them."""

    config_type: ClassVar = StrategyConfig

    def __init__(self, config: StrategyConfig) -> None:
        self.config = config

    def answer(self, question: Question, model: Model) -> str:
        """Return the plan that follows the sketch."""
        asker = Asker(question, model, self.config)
        sketch = asker.ask(Purpose.SKETCH, "plan-and-solve/sketch")
        return asker.ask_answer("plan-and-solve/answer", sketch=sketch)
