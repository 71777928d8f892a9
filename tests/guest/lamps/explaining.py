"""One record of the toy suite, explained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planclaims.episodes.record import EpisodeRecord
from planclaims.suites.contract import Item
from planclaims.suites.explanation import (
    Block,
    Entry,
    Event,
    Mark,
    Part,
    ReceiptBlock,
    Stretch,
    TextBlock,
    TimelineBlock,
)

from .world import LampRow


def explained(record: EpisodeRecord, item: Item, right: bool) -> Sequence[Block]:
    """Return which lamps had to be lit, what every press did, the lamps as a receipt, and what is wrong."""
    row, wanted = LampRow(item.shown["lamps"]), item.shown["wanted"]
    pressed = item.shown["pressed"] if record.turns is None else [int(turn.step) for turn in record.turns if turn.step]
    events = tuple(_events(row, pressed))
    blocks: list[Block] = [
        TextBlock(Part.EXPECTED, "Lamps that had to be lit", listed(wanted)),
        TimelineBlock(Part.EXPECTED, "What the switches do", (Stretch("Presses", events),)),
    ]
    if record.turns is not None:
        blocks.append(_receipt(row, wanted))
    if not right:
        ended = f"lit at the end: {listed(row.lit)}" if record.turns is not None else f"answered: {record.output}"
        blocks.append(TextBlock(Part.WHY, "What is wrong", f"wanted: {listed(wanted)}; {ended}"))
    return blocks


def listed(lamps: Sequence[int]) -> str:
    """Return the lamps in words."""
    return ", ".join(map(str, lamps)) or "none"


def _events(row: LampRow, pressed: Sequence[int]) -> Iterator[Event]:
    for number, switch in enumerate(pressed, start=1):
        row.press(switch)
        yield Event(f"{number}.", f"switch {switch}", note=f"lit: {listed(row.lit)}")


def _receipt(row: LampRow, wanted: Sequence[int]) -> ReceiptBlock:
    entries = tuple(
        Entry(f"lamp {lamp}", mark=Mark.RIGHT if (lamp in row.lit) == (lamp in wanted) else Mark.WRONG)
        for lamp in range(1, row.lamps + 1)
    )
    return ReceiptBlock(Part.WHY, "Lamp by lamp", entries, (("presses", str(row.presses)),))
