"""How a suite explains one record to a reader: blocks of plain data that the frame renders, escaped, in its viewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum


class Part(StrEnum):
    """Which of the viewer's questions a block answers; the viewer shows the parts in this order.

    The frame fills in ASKED, ANSWERED and READ from the record where a suite gives no block of that part.
    """

    ASKED = "asked"
    ANSWERED = "answered"
    READ = "read"
    EXPECTED = "expected"
    WHY = "why"


class Mark(StrEnum):
    """What a row, an event or a line is coloured and signed by; the sign and a word always say the same."""

    PLAIN = "plain"
    RIGHT = "right"
    WRONG = "wrong"
    MISSED = "missed"
    WASTED = "wasted"


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A labelled text: prose, or literal with its line breaks and spaces kept."""

    part: Part
    label: str
    text: str
    literal: bool = False


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A labelled table of texts; `marks` has one per row, or none at all."""

    part: Part
    label: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a timeline: when, what, how it fared, and a note, such as the rule that it breaks."""

    when: str
    what: str
    mark: Mark = Mark.PLAIN
    note: str = ""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A titled stretch of a timeline, such as a day or the steps of a plan."""

    title: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class TimelineBlock:
    """A labelled timeline."""

    part: Part
    label: str
    stretches: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a receipt: what, how many of it, its amount, how it fared, and a note."""

    what: str
    quantity: str = ""
    amount: str = ""
    mark: Mark = Mark.PLAIN
    note: str = ""


@dataclass(frozen=True, slots=True)
class ReceiptBlock:
    """A labelled receipt: entries, then sums such as discounts and the total, each a label and an amount."""

    part: Part
    label: str
    entries: tuple[Entry, ...]
    sums: tuple[tuple[str, str], ...] = ()


Block = TextBlock | TableBlock | TimelineBlock | ReceiptBlock


def block_faults(blocks: Sequence[object]) -> Iterator[str]:
    """Yield what the viewer could not show: no block, a row of another width than its header, marks for other rows."""
    for place, block in enumerate(blocks, start=1):
        if not isinstance(block, Block):
            yield f"block {place} of the explanation is none: {block!r:.60}"
            continue
        if isinstance(block, TableBlock):
            if any(len(row) != len(block.header) for row in block.rows):
                yield f"block {place} ({block.label}): a row has not as many cells as the header"
            if len(block.marks) not in (0, len(block.rows)):
                yield f"block {place} ({block.label}): {len(block.marks)} marks for {len(block.rows)} rows"
        for text in _leaves(asdict(block)):
            if not isinstance(text, str):
                yield f"block {place} ({block.label}): {text!r:.60} is no text"


def _leaves(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for part in value:
            yield from _leaves(part)
    elif not isinstance(value, bool):
        yield value
