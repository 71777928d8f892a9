"""Methods played through with made-up replies, to count what a model would be asked before it is asked anything.

A rehearsal runs a method's own code with its own prompts and a task's own texts, so it needs no second description
of which method makes which calls. Only the replies are invented: likely ones, or the longest that are allowed, with
an agent that spends its whole budget. Their content is filler.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, repeat

from planclaims.episodes.method import Settings, architecture_of, regime_of, strategy_of
from planclaims.episodes.record import Regime
from planclaims.episodes.stage import RecordingStage
from planclaims.models.money.spending import CHARACTERS_PER_TOKEN as CAUTIOUS
from planclaims.models.money.spending import MESSAGE_TOKENS
from planclaims.models.provider.shape import Shape
from planclaims.seam import (
    MALFORMED,
    Answer,
    CallKind,
    Message,
    Observation,
    Purpose,
    Question,
    Reply,
    Request,
    Stage,
    Tool,
    ToolCall,
    Turn,
)
from planclaims.suites.hiddenpddl.environment import DONE, GOAL_CLAIMED, LASTING, WORDING, Ending
from planclaims.suites.hiddenpddl.question import briefed_wording
from planclaims.suites.hiddenpddl.tools import ACT, SUBMIT, TOOLS

LIKELY = 3.5
"""Characters a token, over prose (4.3) and lists of names (2.4 to 3)."""
STEP_TOKENS = 14
TOKENS: Mapping[Purpose, int] = {
    Purpose.REASON: 600,
    Purpose.SKETCH: 250,
    Purpose.ABSTRACT: 350,
    Purpose.CRITIQUE: 150,
    Purpose.PROPOSE: 120,
    Purpose.RATE: 20,
    Purpose.ACT: 90,
    Purpose.REFLECT: 50,
    Purpose.REVIEW: 60,
    Purpose.BRIEF: 700,
}
"""Tokens of a likely reply, by what the call is for; a plan has so many for each of its steps."""
SURVEY = ("get_task_overview", "list_actions", "get_state")
FEWEST_ACTS = 3
ACTS_PER_LOOK = 4
ACTING = ToolCall(ACT, {"action": "", "arguments": []})
GOAL = ToolCall(SUBMIT)
LOOK = ToolCall("get_state")


FAULT = "x" * 1500
FAULTS: Mapping[str, int] = {"binary": 25, "first": 150}
"""Characters of a likely fault, by how much a critic tells; of all errors, those of the whole text."""


class Conduct(StrEnum):
    """How the invented model behaves: as is likely, or in one of the ways that can make an episode long."""

    LIKELY = "likely"
    LOOKING = "looking"
    ERRING = "erring"
    PROPOSING = "proposing"


LONGEST = (Conduct.LOOKING, Conduct.ERRING, Conduct.PROPOSING)


@dataclass(frozen=True, slots=True)
class TaskTexts:
    """What a method can be shown of a task: briefs, what the tools tell; and how long plan and episode may be."""

    domain_brief: str
    instance_brief: str
    told: Mapping[str, str]
    plan_length: int
    budget: int

    @property
    def wording(self) -> Mapping[str, str]:
        """Return the words for planning tasks, with the briefs as their context."""
        return briefed_wording(self.domain_brief, self.instance_brief)

    def read(self, text: str) -> Answer:
        """Return that invented output is no plan."""
        return Answer(MALFORMED)

    def fault(self, text: str, detail: str) -> str:
        """Return what a critic could say of every attempt, so that a method makes all that it may."""
        return FAULT[: FAULTS.get(detail, len(FAULT))]


@dataclass(frozen=True, slots=True)
class Usage:
    """Calls and tokens."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
        )

    def __or__(self, other: Usage) -> Usage:
        """Return the larger of both in every respect."""
        return Usage(
            max(self.calls, other.calls),
            max(self.input_tokens, other.input_tokens),
            max(self.output_tokens, other.output_tokens),
        )

    def times(self, number: int) -> Usage:
        """Return the usage of so many such episodes."""
        return Usage(self.calls * number, self.input_tokens * number, self.output_tokens * number)


class InventedModel:
    """A model that counts what it is asked and answers with filler of the right shape and length."""

    def __init__(self, conduct: Conduct, answer_tokens: int, shape: Shape | None = None) -> None:
        self.conduct = conduct
        self._shape = shape or Shape()
        self.usage = Usage()
        self._answer_tokens = answer_tokens
        self._density = LIKELY if conduct is Conduct.LIKELY else CAUTIOUS
        self._critiques = 0

    def reply(self, request: Request) -> Reply:
        """Return filler, counted."""
        tokens = self._shape.limit(request.max_tokens)
        if self.conduct is Conduct.LIKELY:
            tokens = min(tokens, TOKENS.get(request.purpose, self._answer_tokens))
        self.usage += Usage(1, self._read(request.messages), tokens)
        return Reply(self._text(request.purpose, round(tokens * self._density)), "stop", 0, tokens)

    def _read(self, messages: Sequence[Message]) -> int:
        characters = sum(len(message.content) for message in messages)
        return round(characters / self._density) + MESSAGE_TOKENS * len(messages)

    def _text(self, purpose: Purpose, length: int) -> str:
        """Return a text of the length that reads as what the method hopes for; no two are equal."""
        mark = f"x{self.usage.calls}"
        if purpose is Purpose.PROPOSE:
            return f"1. ({mark}{'x' * (length - len(mark) - 6)})\n"
        if purpose is Purpose.RATE:
            return f"1: 9\n{'x' * (length - 5)}"
        if purpose is Purpose.REVIEW:
            return "REJECT: ".ljust(length, "x") if self.conduct is Conduct.PROPOSING else "APPROVE"
        if purpose is Purpose.CRITIQUE and self.conduct is Conduct.LIKELY:
            self._critiques += 1
            return mark.ljust(length, "x") if self._critiques == 1 else "NO_ISSUES"
        return mark.ljust(length, "x")


class InventedWorld:
    """An environment that tells a task's texts and changes nothing; it ends by a claim alone.

    Where it is `refusing`, an agent that plans anew after each refusal asks for all the plans that it may.
    """

    tools: Sequence[Tool] = TOOLS
    wording: Mapping[str, str] = WORDING

    def __init__(self, texts: TaskTexts, *, refusing: bool = False) -> None:
        self.ending: Ending | None = None
        self._texts = texts
        self._refusing = refusing

    @property
    def lasting(self) -> Sequence[ToolCall]:
        """Return the calls that tell what no act changes."""
        return tuple(map(ToolCall, LASTING))

    @property
    def current(self) -> Sequence[ToolCall]:
        """Return the query of the state."""
        return (LOOK,)

    def question(self) -> Question:
        """Return the task as its briefs put it."""
        return self._texts

    def calls_of(self, answer: Answer) -> Sequence[ToolCall]:
        """Return an act and a claim, whatever the answer."""
        return (ACTING, GOAL)

    def call(self, call: ToolCall) -> Observation:
        """Return what the tool tells."""
        if call.tool == SUBMIT:
            self.ending = Ending.GOAL_CLAIM
            return Observation(GOAL_CLAIMED, CallKind.TERMINAL)
        if call.tool == ACT and self._refusing:
            return Observation(DONE, CallKind.REFUSED)
        return Observation(self._texts.told.get(call.tool, DONE), CallKind.EPISTEMIC)


def turns(conduct: Conduct, plan_length: int) -> Iterator[Turn]:
    """Yield the turns of an agent.

    A likely one makes a survey, then acts with a look now and then, and claims the goal. It acts half as often as a
    shortest plan would, because many episodes end early in a mistake.
    """
    if conduct is Conduct.LIKELY:
        acts = range(1, max(FEWEST_ACTS, plan_length // 2) + 1)
        steps = ([ACTING, LOOK] if place % ACTS_PER_LOOK == 0 else [ACTING] for place in acts)
        return (Turn("", call) for call in chain(map(ToolCall, SURVEY), *steps, repeat(GOAL)))
    forever = {Conduct.LOOKING: LOOK, Conduct.ERRING: None, Conduct.PROPOSING: GOAL}[conduct]
    return repeat(Turn("", forever, "x" * 100))


def rehearse(method: str, settings: Settings, texts: TaskTexts, shape: Shape | None = None) -> tuple[Usage, Usage]:
    """Return what one episode is likely to use, and what it can use at most, with a model of that shape."""
    likely = _rehearsed(method, settings, texts, Conduct.LIKELY, shape)
    conducts = LONGEST if regime_of(method, settings) is Regime.ONLINE else LONGEST[:1]
    most = likely
    for conduct in conducts:
        most |= _rehearsed(method, settings, texts, conduct, shape)
    return likely, most


def _rehearsed(method: str, settings: Settings, texts: TaskTexts, conduct: Conduct, shape: Shape | None) -> Usage:
    answer_tokens = plan_tokens(texts.plan_length)
    if regime_of(method, settings) is Regime.OFFLINE:
        return answered(method, settings, texts, conduct, answer_tokens, shape=shape)
    coming = turns(conduct, texts.plan_length)
    stage = RecordingStage(InventedWorld(texts, refusing=conduct is not Conduct.LIKELY), texts.budget)
    return acted(method, settings, stage, coming, InventedModel(conduct, answer_tokens, shape))


def plan_tokens(length: int) -> int:
    """Return the tokens of a likely answer that is a plan of so many steps."""
    return STEP_TOKENS * (length + 1)


def answered(
    method: str,
    settings: Settings,
    question: Question,
    conduct: Conduct,
    answer_tokens: int,
    *,
    shape: Shape | None = None,
) -> Usage:
    """Return what a strategy uses on a question, whose reading should find nothing in filler."""
    model = InventedModel(conduct, answer_tokens, shape)
    strategy_of(method, settings).answer(question, model)
    return model.usage


def acted(method: str, settings: Settings, stage: Stage, coming: Iterator[Turn], model: InventedModel) -> Usage:
    """Return what an architecture uses on a stage if the turns are read that are to come."""
    architecture_of(method, settings, read_turn=lambda text, tools: next(coming)).act(stage, model)
    return model.usage
