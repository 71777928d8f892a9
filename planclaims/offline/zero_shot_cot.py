"""Zero-shot chain of thought: free reasoning, then the plan."""

from __future__ import annotations

from typing import ClassVar

from planclaims.offline.asking import Asker, StrategyConfig
from planclaims.seam import Model, Purpose, Question


class ZeroShotCot:
    """Let the model reason freely, then ask for the plan given that reasoning."""

    config_type: ClassVar = StrategyConfig

    def __init__(self, config: StrategyConfig) -> None:
        self.config = config

    def answer(self, question: Question, model: Model) -> str:
        """Return the plan the model draws from its own reasoning."""
        asker = Asker(question, model, self.config)
        reasoning = asker.ask(Purpose.REASON, "zero-shot-cot/reason")
        return asker.ask_answer("zero-shot-cot/answer", reasoning=reasoning)
