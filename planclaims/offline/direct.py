"""Direct prompting: one call."""

from __future__ import annotations

from typing import ClassVar

from planclaims.interfaces import Model, OfflineTask
from planclaims.offline.asking import Asker, StrategyConfig


class Direct:
    """Ask for the plan at once."""

    config_type: ClassVar = StrategyConfig

    def __init__(self, config: StrategyConfig) -> None:
        self.config = config

    def plan(self, task: OfflineTask, model: Model) -> str:
        """Return the plan the model writes without any preparation."""
        return Asker(task, model, self.config).ask_plan("direct/plan")
