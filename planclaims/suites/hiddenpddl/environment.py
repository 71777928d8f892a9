"""The environment of an online episode: a hidden state behind tools (protocol 5).

An inapplicable action ends the episode, or is refused: it leaves the state as it is and costs its unit all the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from planclaims.errors import LimitExceeded
from planclaims.language.briefs import template_brief
from planclaims.language.hidden_task import HiddenTask
from planclaims.language.prose import describe
from planclaims.language.prose.phrases import Phrases
from planclaims.language.prose.unmet import requirement
from planclaims.language.reading.extract import OutputKind
from planclaims.prompts import read_wording
from planclaims.seam import Answer, CallKind, EndedBy, IllFormedCall, Observation, Tool, ToolCall
from planclaims.semantics.action import GroundAction
from planclaims.semantics.task import Step, Task
from planclaims.suites.hiddenpddl.acts import act_step
from planclaims.suites.hiddenpddl.question import BriefedTask
from planclaims.suites.hiddenpddl.tools import ACT, FINISH, STATE_QUERY, SUBMIT, TOOLS, claims_unsolvable, name_in
from planclaims.suites.hiddenpddl.violations import Violations, tools_under, wording_under

WORDING = read_wording(Path(__file__).parent / "texts/environment.toml")
DONE = "The action has been carried out."
VIOLATED = "The requirements of this action were not met, so it was not carried out. The episode is over."
REFUSED = "The requirements of this action were not met, so it was not carried out and nothing has changed."
EXPLAINED = "The requirements of this action were not met, so it was not carried out and nothing has changed. Not met:"
UNCOUNTABLE = "A number came up that is too long to compute with. The episode is over."
GOAL_CLAIMED = "You have claimed that the goal is reached. {verdict} The episode is over."
UNSOLVABLE_CLAIMED = "You have claimed that the goal cannot be reached. {verdict} The episode is over."
GOAL_HOLDS = "The goal holds in the final state."
GOAL_MISSED = "The goal does not hold in the final state."


class Ending(StrEnum):
    """How the agent or the world can end an episode."""

    GOAL_CLAIM = "goal_claim"
    UNSOLVABLE_CLAIM = "unsolvable_claim"
    PRECONDITION_VIOLATION = "precondition_violation"
    NUMBER_LIMIT = "number_limit"
    """A number too long to compute with leaves the episode without a verdict."""

    @property
    def by(self) -> EndedBy:
        """Return who ended the episode."""
        return EndedBy.AGENT if self in (Ending.GOAL_CLAIM, Ending.UNSOLVABLE_CLAIM) else EndedBy.WORLD


LASTING = ("get_task_overview", "list_objects", "list_actions")
"""The calls that, with a query of the state, determine the task (protocol 5)."""


class TaskEnvironment:
    """A task to act in. The agent learns the state only through the tools.

    `violations` says what becomes of an inapplicable action: it ends the episode, it is refused without a word why, or
    it is refused and the agent told in prose which of its requirements were not met.
    """

    def __init__(self, task: Task, phrases: Phrases, violations: Violations = Violations.FATAL) -> None:
        self.task = task
        self.phrases = phrases
        self.violations = violations
        self.tools: Sequence[Tool] = tools_under(violations, TOOLS, WORDING)
        self.wording: Mapping[str, str] = wording_under(violations, WORDING)
        self.state = task.initial
        self.steps: list[Step] = []
        self.ending: Ending | None = None

    def call(self, call: ToolCall) -> Observation:
        """Return the observation for a call; an inapplicable action changes nothing, and may end the episode."""
        step = self._step(call) if call.tool == ACT else None
        try:
            if step is not None:
                return self._act(step)
            if call.tool in (SUBMIT, FINISH):
                return self._claim(call)
            return Observation(self._tell(call), CallKind.EPISTEMIC)
        except LimitExceeded:
            self.ending = Ending.NUMBER_LIMIT
            kind = CallKind.ONTIC if step else CallKind.EPISTEMIC
            return Observation(UNCOUNTABLE, kind, str(step) if step else None)

    @property
    def lasting(self) -> Sequence[ToolCall]:
        """Return the calls that tell what no act changes."""
        return tuple(map(ToolCall, LASTING))

    @property
    def current(self) -> Sequence[ToolCall]:
        """Return the call that, with the lasting ones, determines the task in the state as it is now."""
        return (ToolCall(STATE_QUERY),)

    def question(self) -> BriefedTask:
        """Return the task from the state as it is now, in the words of the template briefs.

        They are made from the same phrases as what the determining calls tell and say nothing that those do not.
        """
        hidden = HiddenTask(self.task, self.phrases)
        brief = template_brief(self.task, self.phrases, self.state)
        return BriefedTask(brief.domain, brief.instance, hidden)

    def calls_of(self, answer: Answer) -> Sequence[ToolCall]:
        """Return the acts of a plan and the claim behind them."""
        steps = (_parts(step) for step in answer.steps)
        acts = [ToolCall(ACT, {"action": name, "arguments": arguments}) for name, *arguments in steps]
        return (*acts, ToolCall(SUBMIT, {"unsolvable": answer.kind == OutputKind.UNSOLVABLE}))

    def _step(self, call: ToolCall) -> Step:
        step, problem = act_step(self.task, call.arguments["action"], call.arguments["arguments"])
        if step is None:
            raise IllFormedCall(problem.rstrip(". "))
        return step

    def _act(self, step: Step) -> Observation:
        action = self.task.bind(step)
        if not action.applicable(self.state):
            return self._violated(step, action)
        self.state = action.successor(self.state)
        self.steps.append(step)
        return Observation(DONE, CallKind.ONTIC, str(step))

    def _violated(self, step: Step, action: GroundAction) -> Observation:
        if self.violations is Violations.FATAL:
            self.ending = Ending.PRECONDITION_VIOLATION
            return Observation(VIOLATED, CallKind.ONTIC, str(step))
        if self.violations is Violations.REFUSED:
            return Observation(REFUSED, CallKind.REFUSED, str(step))
        needed = [requirement(self.phrases, unmet) for unmet in action.unmet(self.state)]
        return Observation("\n".join([EXPLAINED, *describe.bullets(needed)]), CallKind.REFUSED, str(step))

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


def _parts(step: str) -> list[str]:
    """Return the name of a step's action and its arguments."""
    return step.strip("()").split()
