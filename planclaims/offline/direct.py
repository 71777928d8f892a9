"""Direct prompting: one call."""

from __future__ import annotations

from typing import ClassVar

from planclaims.offline.asking import Asker, StrategyConfig
from planclaims.seam import Model, Question


class Direct:
    """Ask for the plan at once."""

    config_type: ClassVar = StrategyConfig

    def __init__(self, config: StrategyConfig) -> None:
        self.config = config

    def answer(self, question: Question, model: Model) -> str:
        """Return the plan the model writes without any preparation."""
        return Asker(question, model, self.config).ask_answer("direct/answer")
