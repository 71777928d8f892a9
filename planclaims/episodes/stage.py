"""An environment within an episode: turns are checked and counted, the budget is kept, every turn is recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from planclaims.episodes.record import RecordedTurn
from planclaims.seam import (
    CallKind,
    Determined,
    Ending,
    Environment,
    Hears,
    IllFormedCall,
    LimitEnding,
    Observation,
    Tool,
    ToolCall,
    Turn,
)

ILL_FORMED = "Nothing has changed, because this was not a proper call: {problem}."


@dataclass
class RecordingStage:
    """What an architecture acts on: an environment of any suite, with one unit of a hidden budget a turn.

    `proposal` tells which model call proposed the turn. A budget spent without an ending is a timeout, so a last call
    may still end the episode.
    """

    environment: Environment
    budget: int
    proposal: Callable[[], int | None] = lambda: None
    turns: list[RecordedTurn] = field(default_factory=list)
    _offered: Callable[[Tool], bool] = lambda tool: True
    _listens: bool = True

    @property
    def wording(self) -> Mapping[str, str]:
        """Return what the world's prompts say about it."""
        return self.environment.wording

    @property
    def tools(self) -> Sequence[Tool]:
        """Return the tools that the agent is offered."""
        return [tool for tool in self.environment.tools if self._offered(tool)]

    @property
    def ending(self) -> Ending | None:
        """Return how the episode ended, or None while it goes on."""
        spent = len(self.turns) >= self.budget
        return self.environment.ending or (LimitEnding.TIMEOUT if spent else None)

    @property
    def determined(self) -> Determined | None:
        """Return the environment as one that a few calls determine, or None if it is none."""
        return self.environment if isinstance(self.environment, Determined) else None

    @property
    def calls_used(self) -> int:
        """Return how many units of the budget are spent."""
        return len(self.turns)

    def withhold_shortcuts(self) -> None:
        """Take from the agent the tools that end the episode past a review."""
        self._offered = lambda tool: not tool.shortcut
        self._listens = False

    def call(self, turn: Turn) -> Observation:
        """Return the observation for a turn and spend one unit; a turn without a call is ill-formed."""
        self._still_open()
        heard = self._heard(turn)
        if heard is not None:
            return self._keep(turn, heard)
        try:
            observation = self.environment.call(well_formed(turn, self.tools))
        except IllFormedCall as fault:
            observation = Observation(ILL_FORMED.format(problem=fault), CallKind.ILL_FORMED)
        return self._keep(turn, observation)

    def _heard(self, turn: Turn) -> Observation | None:
        """Return what the world says to a reply without a call that answers it; past a review nothing is heard."""
        world = self.environment
        return world.hear(turn.text) if turn.call is None and self._listens and isinstance(world, Hears) else None

    def reject(self, turn: Turn, observation: str) -> Observation:
        """Return the observation of a proposal that is not carried out, and spend one unit."""
        self._still_open()
        return self._keep(turn, Observation(observation, CallKind.REJECTED))

    def _still_open(self) -> None:
        if self.ending is not None:
            raise RuntimeError(f"the episode has ended with {self.ending}; no call can follow")

    def _keep(self, turn: Turn, observation: Observation) -> Observation:
        self.turns.append(
            RecordedTurn(
                call=self.proposal(),
                thought=turn.thought,
                tool=turn.call.tool if turn.call else None,
                arguments=dict(turn.call.arguments) if turn.call else {},
                kind=observation.kind,
                step=observation.step,
                observation=observation.text,
                surplus_calls=turn.surplus_calls,
            )
        )
        return observation


def well_formed(turn: Turn, tools: Sequence[Tool]) -> ToolCall:
    """Return the turn's call if it names a tool and exactly the arguments the tool takes; else raise IllFormedCall."""
    call = turn.call
    if call is None:
        raise IllFormedCall(turn.problem.rstrip(". ") or "the turn could not be read as a call")
    tool = next((tool for tool in tools if tool.name == call.tool), None)
    if tool is None:
        raise IllFormedCall(f"there is no tool {call.tool!r}; the tools are {', '.join(tool.name for tool in tools)}")
    unknown = [name for name in call.arguments if name not in tool.arguments]
    missing = [name for name in tool.arguments if name not in call.arguments and name not in tool.optional]
    if unknown or missing:
        wanted = "the arguments " + " and ".join(tool.arguments) if tool.arguments else "no arguments"
        given = ", ".join(call.arguments) or "none"
        raise IllFormedCall(f"{tool.name} takes {wanted}; given: {given}")
    return call
