"""What a method knows: something that answers a conversation, and a task or an environment. Never PDDL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Protocol

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Role
    content: str


class Purpose(StrEnum):
    """What a model call is for; recorded, and known to scripted models and to constrained decoding."""

    PLAN = "plan"
    REASON = "reason"
    SKETCH = "sketch"
    ABSTRACT = "abstract"
    CRITIQUE = "critique"
    PROPOSE = "propose"
    RATE = "rate"
    ACT = "act"
    REFLECT = "reflect"
    REVIEW = "review"
    BRIEF = "brief"


@dataclass(frozen=True, slots=True)
class Request:
    """A conversation to be answered, with the sampling settings the method asks for.

    `occurrence` is how often the same was answered before in the episode; the frame that plays it counts, no method.
    """

    messages: tuple[Message, ...]
    purpose: Purpose
    temperature: float = 0.0
    max_tokens: int = 4096
    occurrence: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered; tokens as the API reports them, cost in USD at list price, None where it is not known.

    `stored` tells that the reply came from the reply store and cost nothing now.
    """

    text: str
    finish_reason: str
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None = 0.0
    seconds: float = 0.0
    stored: bool = False


class Model(Protocol):
    """Anything that answers a conversation; raises InfrastructureError if it cannot be asked."""

    def reply(self, request: Request) -> Reply:
        """Return the answer to the conversation."""
        ...


class OutputKind(StrEnum):
    """What the last output of a strategy is read as (protocol 4)."""

    PLAN = "plan"
    UNSOLVABLE = "unsolvable"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class ParsedOutput:
    """A plan as ground steps in text, the flag UNSOLVABLE, or malformed with the reason."""

    kind: OutputKind
    steps: tuple[str, ...] = ()
    reason: str = ""


class OfflineTask(Protocol):
    """The prose a planner gets, and the reading of its output."""

    @property
    def domain_brief(self) -> str:
        """Return the rules of the world in prose."""
        ...

    @property
    def instance_brief(self) -> str:
        """Return the objects, the initial situation, the goal and the metric in prose."""
        ...

    def parse(self, text: str) -> ParsedOutput:
        """Return what a model's output says."""
        ...


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool of the environment: its name, what it does, and its arguments with their meaning."""

    name: str
    description: str
    arguments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as the agent wrote it: arguments by name, perhaps ill-formed."""

    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of an agent, read from text: a call, or the reason why none could be read.

    `surplus_calls` counts the calls behind the first one, which are never carried out.
    """

    thought: str
    call: ToolCall | None
    problem: str = ""
    surplus_calls: int = 0


class CallKind(StrEnum):
    """What a unit of the budget was spent on (protocol 5)."""

    EPISTEMIC = "epistemic"
    ONTIC = "ontic"
    TERMINAL = "terminal"
    ILL_FORMED = "ill_formed"
    REJECTED = "rejected"


class Ending(StrEnum):
    """How an online episode ended; a number too long to compute with leaves it without a verdict."""

    GOAL_CLAIM = "goal_claim"
    UNSOLVABLE_CLAIM = "unsolvable_claim"
    PRECONDITION_VIOLATION = "precondition_violation"
    TIMEOUT = "timeout"
    NUMBER_LIMIT = "number_limit"


@dataclass(frozen=True, slots=True)
class Observation:
    """What the environment answers to a call, in prose, and what kind of call it was."""

    text: str
    kind: CallKind


class Environment(Protocol):
    """A world to act in: tools, one unit of budget per call, an ending."""

    @property
    def tools(self) -> Sequence[Tool]:
        """Return the tools that the agent sees."""
        ...

    @property
    def ending(self) -> Ending | None:
        """Return how the episode ended, or None while it goes on."""
        ...

    def call(self, turn: Turn) -> Observation:
        """Return the observation for a turn and spend one unit; a turn without a call is ill-formed."""
        ...

    def reject(self, turn: Turn, reason: str) -> Observation:
        """Return the reason as the observation of a proposal that is not carried out, and spend one unit."""
        ...


class Strategy(Protocol):
    """An offline method: any number of model calls, then a last output."""

    def plan(self, task: OfflineTask, model: Model) -> str:
        """Return the last output, still unparsed."""
        ...


class Architecture(Protocol):
    """An online method: a control loop that acts until the environment has ended."""

    def run(self, environment: Environment, model: Model) -> None:
        """Act until the environment has ended."""
        ...
