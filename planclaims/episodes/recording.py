"""A model and an environment that are watched: every call is logged, messages once each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from planclaims.episodes.record import RecordedCall, RecordedMessage, RecordedTurn
from planclaims.interfaces import CallKind, Ending, Message, Model, Observation, Purpose, Reply, Request, Tool, Turn
from planclaims.models.occurrences import Occurrences


@dataclass
class RecordingModel:
    """A model whose calls are kept in order; the reply passes through unchanged."""

    model: Model
    messages: list[RecordedMessage] = field(default_factory=list)
    calls: list[RecordedCall] = field(default_factory=list)
    _places: dict[Message, int] = field(default_factory=dict)
    _occurrences: Occurrences = field(default_factory=Occurrences)

    def reply(self, request: Request) -> Reply:
        """Return the model's reply and keep the call; a call that raises leaves no trace."""
        reply = self.model.reply(self._occurrences.numbered(request))
        self._occurrences.count(request)
        self.calls.append(
            RecordedCall(
                purpose=str(request.purpose),
                messages=tuple(self._place(message) for message in request.messages),
                temperature=float(request.temperature),
                max_tokens=request.max_tokens,
                reply=reply.text,
                finish_reason=reply.finish_reason,
                input_tokens=reply.input_tokens,
                output_tokens=reply.output_tokens,
                cost_usd=None if reply.cost_usd is None else float(reply.cost_usd),
                seconds=float(reply.seconds),
                stored=reply.stored,
            )
        )
        return reply

    def last_proposal(self) -> int | None:
        """Return the place of the last call that asked for a turn, or None before the first."""
        places = [place for place, call in enumerate(self.calls) if call.purpose == Purpose.ACT]
        return places[-1] if places else None

    def _place(self, message: Message) -> int:
        place = self._places.setdefault(message, len(self.messages))
        if place == len(self.messages):
            self.messages.append(RecordedMessage(message.role, message.content))
        return place


class Traced(Protocol):
    """A turn as the environment traced it: how it was taken, and the ground action of a well-formed act."""

    @property
    def kind(self) -> CallKind:
        """Return what the unit of budget was spent on."""
        ...

    @property
    def step(self) -> str | None:
        """Return the ground action of a well-formed act."""
        ...


class TracingEnvironment(Protocol):
    """An environment that keeps a trace."""

    @property
    def tools(self) -> Sequence[Tool]:
        """Return the tools that the agent sees."""
        ...

    @property
    def ending(self) -> Ending | None:
        """Return how the episode ended, or None while it goes on."""
        ...

    @property
    def trace(self) -> Sequence[Traced]:
        """Return the turns so far."""
        ...

    def call(self, turn: Turn) -> Observation:
        """Return the observation for a turn."""
        ...

    def reject(self, turn: Turn, reason: str) -> Observation:
        """Return the reason as the observation of a held-back proposal."""
        ...


@dataclass
class RecordingEnvironment:
    """An environment whose turns are kept together with the model call that proposed each."""

    environment: TracingEnvironment
    model: RecordingModel
    turns: list[RecordedTurn] = field(default_factory=list)

    @property
    def tools(self) -> Sequence[Tool]:
        """Return the tools that the agent sees."""
        return self.environment.tools

    @property
    def ending(self) -> Ending | None:
        """Return how the episode ended, or None while it goes on."""
        return self.environment.ending

    def call(self, turn: Turn) -> Observation:
        """Return the observation for a turn, which spends one unit and is kept."""
        return self._keep(turn, self.environment.call(turn))

    def reject(self, turn: Turn, reason: str) -> Observation:
        """Return the reason as the observation of a held-back proposal, which is kept too."""
        return self._keep(turn, self.environment.reject(turn, reason))

    def _keep(self, turn: Turn, observation: Observation) -> Observation:
        traced = self.environment.trace[-1]
        self.turns.append(
            RecordedTurn(
                call=self.model.last_proposal(),
                thought=turn.thought,
                tool=turn.call.tool if turn.call else None,
                arguments=dict(turn.call.arguments) if turn.call else {},
                kind=traced.kind,
                step=traced.step,
                observation=observation.text,
                surplus_calls=turn.surplus_calls,
            )
        )
        return observation
