"""The lines of a ledger: what each says was paid, or is held for a call under way.

A line is written at a call's worst case before the call is made, and written over in place, in its full width, with
what the call cost. So no payment needs room on disk when it comes, and whatever cuts a process short leaves a line
that counts at its worst case.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

WIDEST_NUMBER = 24
"""Characters of the widest number that is written: a float."""
USD = re.compile(rb'"usd": ?(\d[\d.e+-]*) ?[,}]')
START = re.compile(rb'(?=\{ ?")')


@dataclass(frozen=True, slots=True)
class Entry:
    """What one line counts: calls and dollars, `holder` of a call under way, `unknown` calls without an amount."""

    calls: int = 0
    usd: Fraction = Fraction(0)
    holder: str | None = None
    unknown: int = 0


def entries(line: bytes) -> Iterator[Entry]:
    """Yield what a line counts; more than one where a line that was cut short has run into the next."""
    if not line.strip(b" \t\r\n"):
        return
    whole = _entry(line)
    if whole is not None:
        yield whole
        return
    for part in START.split(line):
        if part.strip(b" \t\r\n"):
            yield _entry(part) or _rest(part)


def _entry(text: bytes) -> Entry | None:
    """Return what a whole line counts, None if it is broken."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict):
        return None
    usd, calls, holder = document.get("usd"), document.get("calls", 1), document.get("held")
    if isinstance(usd, bool) or not isinstance(usd, int | float) or calls not in (0, 1):
        return None
    amount = _amount(str(usd))
    return None if amount is None else Entry(int(calls), amount, holder if isinstance(holder, str) else None)


def _rest(text: bytes) -> Entry:
    """Return what is left of a line: its amount if that is whole, else a call of unknown cost."""
    found = USD.search(text)
    amount = _amount(found[1].decode()) if found else None
    return Entry(unknown=1) if amount is None else Entry(1, amount)


def _amount(text: str) -> Fraction | None:
    try:
        amount = Fraction(str(float(text)))
    except (ValueError, OverflowError):
        return None
    return amount if amount >= 0 else None


def held_line(model: str, worst: Fraction, holder: str) -> bytes:
    """Return the line of a call under way, wide enough for whatever it will cost."""
    held = json.dumps({"model": model, "usd": float(worst), "held": holder})
    number = "9" * WIDEST_NUMBER
    widest = json.dumps({"model": model, "usd": number, "input_tokens": number, "output_tokens": number})
    return held.ljust(max(len(held), len(widest))).encode() + b"\n"


def paid_line(model: str, usd: float, input_tokens: int | None, output_tokens: int | None, width: int = 0) -> bytes:
    """Return the line of a payment, in the width of the line that it is written over."""
    line = {"model": model, "usd": usd, "input_tokens": input_tokens, "output_tokens": output_tokens}
    text = json.dumps(line)
    if width and len(text) >= width:
        text = json.dumps({"model": model, "usd": usd})
    return text.ljust(width - 1).encode() + b"\n"


def released_line(model: str, width: int) -> bytes:
    """Return the line of a call that was not made, or failed and costs nothing."""
    return json.dumps({"model": model, "usd": 0.0, "calls": 0}).ljust(width - 1).encode() + b"\n"
