"""A task to act in, as an episode opens it, with a view behind the scenes for the tests."""

from __future__ import annotations

from collections.abc import Sequence

from planclaims.episodes.record import RecordedTurn
from planclaims.episodes.stage import RecordingStage
from planclaims.language.prose.phrases import Phrases
from planclaims.seam import Turn
from planclaims.semantics.state import State
from planclaims.semantics.task import Step, Task
from planclaims.suites.hiddenpddl.environment import TaskEnvironment
from planclaims.suites.hiddenpddl.tools import TOOLS
from planclaims.turns import reading


class TaskStage(RecordingStage):
    """The environment of a task on its stage, and what it hides."""

    def __init__(self, task: Task, phrases: Phrases, budget: int, *, finish: bool) -> None:
        self.task = task
        self.world = TaskEnvironment(task, phrases)
        super().__init__(self.world, budget)
        if not finish:
            self.withhold_shortcuts()

    @property
    def state(self) -> State:
        return self.world.state

    @property
    def steps(self) -> Sequence[Step]:
        return self.world.steps

    @property
    def trace(self) -> Sequence[RecordedTurn]:
        return self.turns


def read_turn(text: str) -> Turn:
    """Return the turn that the text spells among the tools of a task."""
    return reading.read_turn(text, TOOLS)


class EchoingRunner:
    """Runs nothing: what it is given is what comes out."""

    def check(self) -> None:
        pass

    def run(self, reply: str, seconds: int) -> str:
        return reply
