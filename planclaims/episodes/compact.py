"""Which messages a call was sent, in few characters: an agent sends its whole conversation with every call.

`0-3, 7` are places in the record's table of messages; `first 35 of call 12, 36-37` are those that call 12, counted
from 0, was sent first, and then two more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Protocol

from planclaims.models.replies.places import places_text, read_places

BEGINNING = re.compile(r"first (\d{1,7}) of call (\d{1,7})(?:, |$)", re.ASCII)
LOOK_BACK = 3
"""How many calls back a beginning is looked for: between two of an agent's there may be a review and a reflection."""


class Call(Protocol):
    """A dataclass of a model call."""

    @property
    def messages(self) -> tuple[int, ...]:
        """Return the places of its messages."""
        ...


def compacted(calls: Sequence[Call]) -> list[Mapping[str, object]]:
    """Return the calls as JSON objects, the places of each as text."""
    sent = [call.messages for call in calls]
    return [
        {
            field.name: _text(sent, number) if field.name == "messages" else getattr(call, field.name)
            for field in fields(call)  # type: ignore[arg-type]
        }
        for number, call in enumerate(calls)
    ]


def expanded(calls: object) -> object:
    """Return calls as read from JSON with all their places; ValueError for text that names none.

    Places in full, as the first format has them, and whatever is no call stay as they are.
    """
    if not isinstance(calls, list):
        return calls
    sent: list[Sequence[int]] = []
    whole: list[object] = []
    for number, call in enumerate(calls):
        text = call.get("messages") if isinstance(call, dict) else None
        if isinstance(text, str):
            try:
                places: list[int] = _places(text, sent)
            except ValueError as problem:
                raise ValueError(f"messages of call {number}: {problem}") from None
            sent.append(places)
            whole.append({**call, "messages": places})
        else:
            sent.append(text if isinstance(text, list) else [])
            whole.append(call)
    return whole


def _text(sent: Sequence[tuple[int, ...]], number: int) -> str:
    """Return the shortest text for the places of a call."""
    mine = sent[number]
    texts = [places_text(mine)]
    for earlier in range(max(0, number - LOOK_BACK), number):
        kept = _common(mine, sent[earlier])
        rest = places_text(mine[kept:])
        texts.append(f"first {kept} of call {earlier}" + (f", {rest}" if rest else ""))
    return min(texts, key=len)


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    """Return how many places both begin with."""
    for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return number
    return min(len(one), len(other))


def _places(text: str, sent: Sequence[Sequence[int]]) -> list[int]:
    beginning = BEGINNING.match(text)
    if beginning is None:
        return list(read_places(text))
    kept, call = int(beginning[1]), int(beginning[2])
    if call >= len(sent) or kept > len(sent[call]):
        raise ValueError(f"no earlier call has what {text[:40]!r} says")
    return [*sent[call][:kept], *read_places(text[beginning.end() :])]
