"""One figure of the benchmark: ours against a named peer, on the same work, in the same run."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured of ours and of the peer's; `aim` bounds their ratio ours/peer, below or above.

    Without a peer (`theirs` None) the aim bounds ours itself. `smaller` says whether less is better.
    """

    part: str
    work: str
    unit: str
    ours: float
    peer: str = ""
    theirs: float | None = None
    aim: float | None = None
    smaller: bool = True
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Return ours in units of the peer's."""
        return None if self.theirs is None or self.theirs == 0 else self.ours / self.theirs

    @property
    def met(self) -> bool | None:
        """Return whether the aim is met, or None where there is none."""
        value = self.ratio if self.peer else self.ours
        if self.aim is None or value is None:
            return None
        return value <= self.aim if self.smaller else value >= self.aim

    def cells(self) -> list[str]:
        """Return the figure as the cells of a row."""
        aim = "" if self.aim is None else f"{'≤' if self.smaller else '≥'} {short(self.aim)}"
        met = {None: "", True: "met", False: "**not met**"}[self.met]
        theirs = "" if self.theirs is None else short(self.theirs)
        ratio = "" if self.ratio is None else short(self.ratio)
        return [self.part, self.work, self.unit, short(self.ours), self.peer, theirs, ratio, aim, met, self.note]


HEADINGS = ("part", "work", "unit", "ours", "peer", "peer's", "ours/peer", "aim", "", "note")


def short(value: float) -> str:
    """Return a number with three figures that count."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def machine() -> str:
    """Return what the figures were measured on."""
    names = [line.split(":", 1)[1].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")]
    memory = next((int(line.split()[1]) for line in _lines("/proc/meminfo") if line.startswith("MemTotal")), 0)
    return (
        f"{os.cpu_count()} cores ({names[0] if names else platform.machine()}), {memory / 2**20:.0f} GiB, "
        f"Python {platform.python_version()}, load {os.getloadavg()[0]:.1f} at the start"
    )


def _lines(path: str) -> Iterable[str]:
    return Path(path).read_text(encoding="utf-8").splitlines() if Path(path).exists() else ()
