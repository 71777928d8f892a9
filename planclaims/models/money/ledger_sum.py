"""What the lines of a ledger come to, read on from where it was read last.

The sum of what is settled is kept beside the ledger, so that a study's hundred thousand lines are read once and not
at every start.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from planclaims.models.money.ledger_file import Entry, entries

FILE = ".spending-sum.json"
"""May be deleted: the ledger is then read from its beginning."""
WORTH_KEEPING = 1 << 18
"""Bytes of the ledger that are read again rather than the sum kept anew."""
CHUNK, MARK = 1 << 22, 4096


@dataclass(frozen=True, slots=True)
class Held:
    """A line that holds a call's worst case, as it stood when it was read."""

    text: bytes
    usd: Fraction
    holder: str


@dataclass
class Sum:
    """What is paid and held by the lines up to `place`; `dearest` is the largest amount of any."""

    place: int = 0
    calls: int = 0
    usd: Fraction = Fraction(0)
    unknown: int = 0
    dearest: Fraction = Fraction(0)
    held: dict[int, Held] = field(default_factory=dict)
    ragged: tuple[Entry, ...] = ()
    kept: int = 0

    def paid(self) -> tuple[int, Fraction]:
        """Return the calls that are paid for, and their cost; a line without an amount counts as the dearest."""
        rest = self.ragged
        unknown = self.unknown + sum(entry.unknown for entry in rest)
        usd = self.usd + sum((entry.usd for entry in rest), Fraction(0)) + unknown * self.dearest
        return self.calls + unknown + sum(entry.calls for entry in rest), usd

    def read_on(self, file: int, is_alive: Callable[[str], bool]) -> None:
        """Take in what has changed in the open ledger; who holds a call and is dead has paid its worst case."""
        if os.fstat(file).st_size < self.place:
            self.__init__()  # type: ignore[misc]  # another file: all of it is read again
        for offset, held in list(self.held.items()):
            text = os.pread(file, len(held.text), offset)
            if text != held.text:
                del self.held[offset]
                self._take(offset, text)
        for offset, text in self._new(file):
            self._take(offset, text)
        alive = {holder: is_alive(holder) for holder in {held.holder for held in self.held.values()}}
        for offset, held in list(self.held.items()):
            if not alive[held.holder]:
                del self.held[offset]
                self._add(Entry(1, held.usd))

    def _new(self, file: int) -> Iterator[tuple[int, bytes]]:
        """Yield the new whole lines, each with its offset; what follows the last is ragged."""
        rest = b""
        while chunk := os.pread(file, CHUNK, self.place + len(rest)):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                offset = self.place
                self.place += len(line) + 1
                yield offset, line + b"\n"
        self.ragged = tuple(entries(rest))
        for entry in self.ragged:
            self.dearest = max(self.dearest, entry.usd)

    def _take(self, offset: int, text: bytes) -> None:
        for entry in entries(text):
            if entry.holder is None:
                self._add(entry)
            else:
                self.held[offset] = Held(text, entry.usd, entry.holder)
                self.dearest = max(self.dearest, entry.usd)

    def _add(self, entry: Entry) -> None:
        self.calls += entry.calls
        self.usd += entry.usd
        self.unknown += entry.unknown
        self.dearest = max(self.dearest, entry.usd)

    def keep(self, file: int, folder: Path) -> None:
        """Keep the sum beside the ledger, if that spares enough reading and nothing in it is still open."""
        if self.held or self.place - self.kept < WORTH_KEEPING:
            return
        document = {
            "place": self.place,
            "calls": self.calls,
            "usd": str(self.usd),
            "unknown": self.unknown,
            "dearest": str(self.dearest),
            "mark": _mark(file, self.place),
        }
        hidden = folder / f"{FILE}.{os.getpid()}.tmp"
        with suppress(OSError):
            hidden.write_text(json.dumps(document), encoding="utf-8")
            hidden.replace(folder / FILE)
            self.kept = self.place

    @classmethod
    def kept_for(cls, file: int, folder: Path) -> Sum:
        """Return the sum that was kept for the open ledger; an empty one if there is none or it is of another."""
        try:
            known = json.loads((folder / FILE).read_text(encoding="utf-8"))
            place, calls, unknown = (int(known[name]) for name in ("place", "calls", "unknown"))
            usd, dearest = Fraction(known["usd"]), Fraction(known["dearest"])
            if min(place, calls, unknown) < 0 or min(usd, dearest) < 0 or known["mark"] != _mark(file, place):
                return cls()
        except (OSError, ValueError, KeyError, TypeError):
            return cls()
        return cls(place, calls, usd, unknown, dearest, kept=place)


def _mark(file: int, place: int) -> str:
    """Return what tells that the ledger up to the place is the one that was summed: a hash of its last lines."""
    begin = max(0, place - MARK)
    text = os.pread(file, place - begin, begin)
    return hashlib.sha256(text).hexdigest() if len(text) == place - begin else "shorter"
