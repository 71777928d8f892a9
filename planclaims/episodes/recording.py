"""A model that is watched: every call is logged, messages once each."""

from __future__ import annotations

from dataclasses import dataclass, field

from planclaims.episodes.record import RecordedCall, RecordedMessage
from planclaims.models.replies.occurrences import Occurrences
from planclaims.seam import Message, Model, Purpose, Reply, Request

PROPOSING = (Purpose.ACT, Purpose.PLAN)


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
        """Return the place of the last call that asked for a turn or a plan, or None before the first."""
        places = [place for place, call in enumerate(self.calls) if call.purpose in PROPOSING]
        return places[-1] if places else None

    def _place(self, message: Message) -> int:
        place = self._places.setdefault(message, len(self.messages))
        if place == len(self.messages):
            self.messages.append(RecordedMessage(message.role, message.content))
        return place
