"""Model calls without repetition: each shows only what its conversation adds to an earlier one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from planclaims.episodes.record import EpisodeRecord, RecordedCall

Place = Callable[[str], int]
"""Where a text stands in the table of texts."""


def conversation(record: EpisodeRecord, place: Place) -> list[dict[str, Any]]:
    """Return one entry per call of the record.

    `after` is the earlier call whose first `kept` messages this call repeats; `new` are the further messages.
    An assistant message that repeats an earlier reply names that call instead of its text.
    """
    replies: dict[str, int] = {}
    entries = []
    for number, call in enumerate(record.calls):
        after, kept = _continued(record.calls, number)
        entries.append(
            {
                "purpose": call.purpose,
                "after": after,
                "kept": kept,
                "new": [_message(record, index, replies, place) for index in call.messages[kept:]],
                "reply": place(call.reply),
                "finish": call.finish_reason,
                "temperature": call.temperature,
                "max_tokens": call.max_tokens,
                "input": call.input_tokens,
                "output": call.output_tokens,
                "cost": call.cost_usd,
                "seconds": call.seconds,
                "stored": call.stored,
            }
        )
        replies[call.reply.strip()] = number
    return entries


def _message(record: EpisodeRecord, index: int, replies: dict[str, int], place: Place) -> dict[str, Any]:
    message = record.messages[index]
    earlier = replies.get(message.content.strip()) if message.role == "assistant" else None
    if earlier is not None:
        return {"role": message.role, "reply_of": earlier}
    return {"role": message.role, "text": place(message.content)}


def _continued(calls: tuple[RecordedCall, ...], number: int) -> tuple[int | None, int]:
    """Return the earlier call whose conversation a call goes on from, and how many messages they share."""
    best, longest = None, 0
    mine = calls[number].messages
    for earlier in range(number - 1, -1, -1):
        theirs = calls[earlier].messages
        shared = _shared(mine, theirs)
        whole = shared == len(theirs)
        if shared > longest or (whole and shared == longest > 0):
            best, longest = earlier, shared
        if whole or shared == len(mine):
            break
    return best, longest


def _shared(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    pairs = zip(first, second, strict=False)
    return next((place for place, (one, other) in enumerate(pairs) if one != other), min(len(first), len(second)))
