"""A travel task behind tools: nine that look, one that hands in the plan and ends the episode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from planclaims.seam import CallKind, EndedBy, IllFormedCall, Observation, Tool, ToolCall
from planclaims.suites.longhorizon.measures import Cell
from planclaims.suites.longhorizon.travel.grammar import meant_as_plan
from planclaims.suites.longhorizon.travel.task import Task
from planclaims.suites.longhorizon.travel.tools import SUBMIT, TOOLS, Queries
from planclaims.suites.longhorizon.travel.world import World

RECEIVED = "The plan has been received. The episode is over."


class Ending(StrEnum):
    """How an agent ends an episode."""

    SUBMITTED = "submitted"

    @property
    def by(self) -> EndedBy:
        """Return that the agent did."""
        return EndedBy.AGENT


class TravelEnvironment:
    """A world to look into. `submitted` is the text that was handed in, once it was."""

    tools: Sequence[Tool] = TOOLS

    def __init__(self, world: World, task: Task, wording: Mapping[str, str]) -> None:
        self.wording = wording
        self.queries = Queries(world, [task.day(number) for number in range(1, task.days + 1)])
        self.ending: Ending | None = None
        self.submitted: str | None = None
        self.returned: frozenset[Cell] = frozenset()
        self.found = True

    def call(self, call: ToolCall) -> Observation:
        """Return what a query tells; raises IllFormedCall for values that the world does not have."""
        if call.tool == SUBMIT:
            plan = call.arguments["plan"]
            if not isinstance(plan, str):
                raise IllFormedCall("plan is a text")
            return self._received(plan)
        result = self.queries.answer(call.tool, call.arguments)
        self.returned, self.found = result.cells, result.found
        return Observation(result.text, CallKind.EPISTEMIC)

    def hear(self, text: str) -> Observation | None:
        """Return the observation for a reply without a call that is meant as a plan: it is handed in; else None."""
        return self._received(text) if meant_as_plan(text) else None

    def _received(self, plan: str) -> Observation:
        self.ending, self.submitted = Ending.SUBMITTED, plan
        self.returned, self.found = frozenset(), True
        return Observation(RECEIVED, CallKind.TERMINAL)
