"""What is said to a model and what it answers: messages, requests, replies."""

from __future__ import annotations

from dataclasses import dataclass
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
    PROGRAM = "program"


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
