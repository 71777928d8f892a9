"""Compile, then enumerate: the model writes one program, which is run, and the last line it prints is the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from planclaims.offline.asking import Asker, StrategyConfig
from planclaims.seam import Model, ProgramRunner, Purpose, Question


@dataclass(frozen=True, kw_only=True)
class ProgramConfig(StrategyConfig):
    """The settings of written programs: how many seconds one may run."""

    seconds: int = 60


class Program:
    """Ask for one program and have it run; there is no second try."""

    config_type: ClassVar = ProgramConfig
    runs_programs: ClassVar = True

    def __init__(self, config: ProgramConfig, runner: ProgramRunner) -> None:
        runner.check()
        self.config = config
        self._runner = runner

    def answer(self, question: Question, model: Model) -> str:
        """Return how the program ended and what it printed, the last line as the answer."""
        seconds = self.config.seconds
        reply = Asker(question, model, self.config).ask(Purpose.PROGRAM, "program/write", seconds=str(seconds))
        return self._runner.run(reply, seconds)
