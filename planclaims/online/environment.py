"""The environment of an online episode: a hidden state behind tools, one unit of budget per call (protocol 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planclaims.errors import LimitExceeded
from planclaims.interfaces import CallKind, Ending, Observation, Tool, ToolCall, Turn
from planclaims.language import describe
from planclaims.language.calls import act_step
from planclaims.language.phrases import Phrases
from planclaims.online.tools import ACT, FINISH, SUBMIT, TOOLS, IllFormedCall, claims_unsolvable, name_in, well_formed
from planclaims.semantics.task import Step, Task

DONE = "The action has been carried out."
VIOLATED = "The requirements of this action were not met, so it was not carried out. The episode is over."
UNCOUNTABLE = "A number came up that is too long to compute with. The episode is over."
GOAL_CLAIMED = "You have claimed that the goal is reached. {verdict} The episode is over."
UNSOLVABLE_CLAIMED = "You have claimed that the goal cannot be reached. {verdict} The episode is over."
GOAL_HOLDS = "The goal holds in the final state."
GOAL_MISSED = "The goal does not hold in the final state."
ILL_FORMED = "Nothing has changed, because this was not a proper call: {problem}."
REJECTED = "Nothing has changed, because the review held this call back. The reason given: {reason}"


@dataclass(frozen=True, slots=True)
class TracedTurn:
    """One unit of the budget: the turn as read, the kind of call it was, and what the agent was told.

    `step` is the ground action of a well-formed act, applicable or not.
    """

    thought: str
    tool: str | None
    arguments: Mapping[str, object]
    kind: CallKind
    step: str | None
    observation: str


class TaskEnvironment:
    """A task to act in. The agent learns the state only through the tools, and the budget not at all."""

    def __init__(self, task: Task, phrases: Phrases, budget: int, *, finish: bool) -> None:
        self.task = task
        self.phrases = phrases
        self.budget = budget
        self.tools: Sequence[Tool] = (*TOOLS, FINISH) if finish else TOOLS
        self.state = task.initial
        self.steps: list[Step] = []
        self.trace: list[TracedTurn] = []
        self.ending: Ending | None = None

    @property
    def calls_used(self) -> int:
        """Return how many units of the budget are spent."""
        return len(self.trace)

    def call(self, turn: Turn) -> Observation:
        """Return the observation for a turn and spend one unit; a turn without a call is ill-formed."""
        self._still_open()
        step: Step | None = None
        try:
            call = well_formed(turn, self.tools)
            if call.tool == ACT:
                step = self._step(call)
                observation = self._act(step)
            elif call.tool in (SUBMIT, FINISH.name):
                observation = self._claim(call)
            else:
                observation = Observation(self._tell(call), CallKind.EPISTEMIC)
        except IllFormedCall as fault:
            observation = Observation(ILL_FORMED.format(problem=fault), CallKind.ILL_FORMED)
        except LimitExceeded:
            self.ending = Ending.NUMBER_LIMIT
            observation = Observation(UNCOUNTABLE, CallKind.ONTIC if step else CallKind.EPISTEMIC)
        return self._spend(turn, observation, step)

    def reject(self, turn: Turn, reason: str) -> Observation:
        """Return the reason as the observation of a proposal that is not carried out, and spend one unit."""
        self._still_open()
        return self._spend(turn, Observation(REJECTED.format(reason=reason), CallKind.REJECTED), None)

    def _still_open(self) -> None:
        if self.ending is not None:
            raise RuntimeError(f"the episode has ended with {self.ending}; no call can follow")

    def _spend(self, turn: Turn, observation: Observation, step: Step | None) -> Observation:
        """Trace the turn; a budget spent without an ending is a timeout, so a last call may still end it."""
        call = turn.call
        self.trace.append(
            TracedTurn(
                turn.thought,
                call.tool if call else None,
                dict(call.arguments) if call else {},
                observation.kind,
                str(step) if step else None,
                observation.text,
            )
        )
        if self.ending is None and self.calls_used >= self.budget:
            self.ending = Ending.TIMEOUT
        return observation

    def _step(self, call: ToolCall) -> Step:
        step, problem = act_step(self.task, call.arguments["action"], call.arguments["arguments"])
        if step is None:
            raise IllFormedCall(problem.rstrip(". "))
        return step

    def _act(self, step: Step) -> Observation:
        action = self.task.bind(step)
        if not action.applicable(self.state):
            self.ending = Ending.PRECONDITION_VIOLATION
            return Observation(VIOLATED, CallKind.ONTIC)
        self.state = action.successor(self.state)
        self.steps.append(step)
        return Observation(DONE, CallKind.ONTIC)

    def _claim(self, call: ToolCall) -> Observation:
        unsolvable = claims_unsolvable(call.arguments)
        self.ending = Ending.UNSOLVABLE_CLAIM if unsolvable else Ending.GOAL_CLAIM
        claimed = UNSOLVABLE_CLAIMED if unsolvable else GOAL_CLAIMED
        verdict = GOAL_HOLDS if self.task.goal_reached(self.state) else GOAL_MISSED
        return Observation(claimed.format(verdict=verdict), CallKind.TERMINAL)

    def _tell(self, call: ToolCall) -> str:
        """Return what an epistemic call reveals."""
        task, phrases = self.task, self.phrases
        match call.tool:
            case "get_task_overview":
                return describe.overview(task, phrases)
            case "list_objects":
                return describe.object_list(task, phrases)
            case "describe_object":
                return describe.object_situation(task, phrases, self.state, self._object(call))
            case "list_actions":
                return describe.action_list(task.domain, phrases)
            case "describe_action":
                return describe.action_description(task.domain, phrases, self._action(call))
            case "get_state":
                return describe.state_description(task, phrases, self.state)
            case _:
                return describe.history(self.steps)

    def _object(self, call: ToolCall) -> str:
        name = name_in(call.arguments)
        if name not in self.task.objects:
            raise IllFormedCall(f"there is no object {name!r}; list_objects names all of them")
        return name

    def _action(self, call: ToolCall) -> str:
        name = name_in(call.arguments)
        if name not in self.task.domain.actions:
            raise IllFormedCall(f"there is no action {name!r}; the actions are {', '.join(self.task.domain.actions)}")
        return name
