"""What a method knows: something that answers a conversation, and a question or an environment. Never a suite."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, runtime_checkable

from planclaims.conversation import Message, Model, Purpose, Reply, Request, Role

__all__ = ["Message", "Model", "Purpose", "Reply", "Request", "Role"]

MALFORMED = "malformed"
"""The kind of an answer that could not be read, whatever the question."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an output was read as: its kind, and a sequence of steps or another value; or malformed, with the reason.

    Which kinds there are is the question's own matter.
    """

    kind: str
    steps: tuple[str, ...] = ()
    reason: str = ""
    value: object = None

    def same(self, other: Answer) -> bool:
        """Return whether both say the same; malformed answers say nothing."""
        mine, others = (self.kind, self.steps, self.value), (other.kind, other.steps, other.value)
        return self.kind != MALFORMED and mine == others


class Question(Protocol):
    """What a strategy answers: prose, the form that the answer must have, and the reading of outputs."""

    @property
    def wording(self) -> Mapping[str, str]:
        """Return the question's own words: at least `context` and `contract`; more in offline/wording.toml."""

    def read(self, text: str) -> Answer:
        """Return what a model's output says; never raises."""


@runtime_checkable
class Checked(Protocol):
    """A question with a sound critic: it tells what is wrong with an answer and never what is right."""

    def fault(self, text: str, detail: str) -> str | None:
        """Return what is wrong with an output, in words; None if nothing is, or if the critic cannot tell.

        `detail` is binary (only that it is wrong), first (its first fault) or all.
        """


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool of an environment: its name, what it does, and its arguments with their meaning.

    `optional` names arguments that may be left out. A critic reviews calls of a `reviewed` tool; a `shortcut` ends the
    episode past any review. A tool that `claims` ends the episode with what its arguments say, so that a call of which
    they may have been cut off must not be guessed. `shape` brings arguments as models write them under their names,
    where the general rules do not do.
    """

    name: str
    description: str
    arguments: Mapping[str, str] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()
    reviewed: bool = False
    shortcut: bool = False
    claims: bool = False
    shape: Callable[[object], Mapping[str, object]] | None = None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as the agent wrote it: arguments by name, perhaps ill-formed."""

    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of an agent, read from text: a call, or the reason why none could be read.

    `surplus_calls` counts the calls behind the first one, which are never carried out.
    `text` is the reply itself, for worlds that take an answer without a call.
    """

    thought: str
    call: ToolCall | None
    problem: str = ""
    surplus_calls: int = 0
    text: str = ""


class CallKind(StrEnum):
    """What a unit of the budget was spent on (protocol 5).

    An act that the world refuses without ending the episode is `refused`; a call that a critic held back, `rejected`.
    """

    EPISTEMIC = "epistemic"
    ONTIC = "ontic"
    REFUSED = "refused"
    TERMINAL = "terminal"
    ILL_FORMED = "ill_formed"
    REJECTED = "rejected"


class EndedBy(StrEnum):
    """Who ended an episode: its agent, the world it acted in, or a limit that the frame keeps."""

    AGENT = "agent"
    WORLD = "world"
    LIMIT = "limit"


class Ending(Protocol):
    """How an episode ended: a name of the environment's own, and who ended it."""

    @property
    def value(self) -> str:
        """Return the name, as it is recorded."""

    @property
    def by(self) -> EndedBy:
        """Return who ended the episode."""


class LimitEnding(StrEnum):
    """The endings that every environment shares: the frame's own limits."""

    TIMEOUT = "timeout"

    @property
    def by(self) -> EndedBy:
        """Return that a limit ended the episode."""
        return EndedBy.LIMIT


@dataclass(frozen=True, slots=True)
class Observation:
    """What an agent is told in answer to a call, in prose, and what kind of call it was.

    `step` is the canonical text of a well-formed act, carried out or not.
    """

    text: str
    kind: CallKind
    step: str | None = None


class IllFormedCall(Exception):
    """A turn is no well-formed call; the message is a clause that says why, for the agent to read."""


class Environment(Protocol):
    """A world to act in, as a suite makes it: it knows no budget, no turns and no method."""

    @property
    def wording(self) -> Mapping[str, str]:
        """Return the world's rules of conduct and what else the architectures say about it; see online/wording.toml."""

    @property
    def tools(self) -> Sequence[Tool]:
        """Return all tools."""

    @property
    def ending(self) -> Ending | None:
        """Return how the world or the agent ended the episode, or None while it goes on."""

    def call(self, call: ToolCall) -> Observation:
        """Return the observation for a call of one of the tools; raises IllFormedCall, with the state as it was."""


@runtime_checkable
class Hears(Protocol):
    """An environment that may take a reply without a call as an answer."""

    def hear(self, text: str) -> Observation | None:
        """Return the observation for a reply without a readable call, or None if it is no answer either."""


@runtime_checkable
class Determined(Protocol):
    """An environment that a few calls determine: what they tell makes a question, and its answer can be carried out."""

    @property
    def lasting(self) -> Sequence[ToolCall]:
        """Return the calls that tell what no act changes."""

    @property
    def current(self) -> Sequence[ToolCall]:
        """Return the calls that, with the lasting ones, determine the world as it is now."""

    def question(self) -> Question:
        """Return what these calls tell now, put as a question; nothing else is in it."""

    def calls_of(self, answer: Answer) -> Sequence[ToolCall]:
        """Return the calls that carry an answer out and claim what it claims, the claim last.

        Of a malformed answer it is the claim alone.
        """


class Stage(Protocol):
    """An environment within an episode, as architectures see it: one unit of budget a turn, an ending."""

    @property
    def wording(self) -> Mapping[str, str]:
        """Return what the world's prompts say about it."""

    @property
    def tools(self) -> Sequence[Tool]:
        """Return the tools that the agent is offered."""

    @property
    def ending(self) -> Ending | None:
        """Return how the episode ended, or None while it goes on."""

    @property
    def determined(self) -> Determined | None:
        """Return the world as one that a few calls determine, or None if it is none."""

    def withhold_shortcuts(self) -> None:
        """Take from the agent the tools that end the episode past a review."""

    def call(self, turn: Turn) -> Observation:
        """Return the observation for a turn and spend one unit; a turn without a call is ill-formed."""

    def reject(self, turn: Turn, observation: str) -> Observation:
        """Return the observation of a proposal that is not carried out, and spend one unit."""


class ProgramRunner(Protocol):
    """Runs programs that a model wrote, where they can do no harm."""

    def check(self) -> None:
        """Raise ConfigError if programs cannot be confined on this machine."""

    def run(self, reply: str, seconds: int) -> str:
        """Return what came of the program in a reply, as an output to be read: how it ended, and its answer."""


class Strategy(Protocol):
    """An offline method: any number of model calls, then a last output, still unread."""

    def answer(self, question: Question, model: Model) -> str:
        """Return the last output, still unparsed."""


class Architecture(Protocol):
    """An online method: a control loop that acts until the environment has ended."""

    def act(self, stage: Stage, model: Model) -> None:
        """Act until the environment has ended."""
