"""What a search may use, and the watch that keeps every phase of it within that."""

from __future__ import annotations

import resource
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from planclaims.errors import LimitExceeded

GIBIBYTE = 2**30
_EVERY = 512
"""So many ticks pass between two looks at the memory and the clock."""
_ALWAYS_ALLOWED = 1_000_000
"""So many bindings may be tried however few states are allowed."""
_BYTES_PER_BINDING = 1000
"""What a ground action takes at least, through all phases."""
_BYTES_PER_PART = 100
"""What a fact or comparison of a ground action takes at least."""
_LESS = "give the task fewer objects, or its actions preconditions that narrow their parameters"


@dataclass(frozen=True, slots=True)
class Limits:
    """How many states a search may meet, how many bytes it may hold, and for how long it may run."""

    states: int = 200_000_000
    memory_bytes: int = 4 * GIBIBYTE
    seconds: float | None = None

    def check_states(self, states: int) -> None:
        """Raise LimitExceeded once more states have been met than allowed."""
        if states > self.states:
            raise LimitExceeded(
                f"searching: met more than {self.states} states without an answer; "
                "allow more (solve: --states, a configuration: search.states)"
            )

    def check_memory(self, needed: int) -> None:
        """Raise LimitExceeded if the search would need more bytes than allowed."""
        if needed > self.memory_bytes:
            raise LimitExceeded(f"searching: the states need {gibibytes(needed)} of memory; {self.more_memory()}")

    def more_memory(self) -> str:
        """Return how much memory is allowed and how to allow more."""
        return (
            f"{gibibytes(self.memory_bytes)} are allowed; allow more (solve, validate, play: --memory-gib, a "
            "configuration: search.memory_gib)"
        )


class Watch:
    """Looks after the limits while a task is ground, prepared and searched."""

    GROUNDING: Final = "grounding"
    EXCHANGING: Final = "looking for interchangeable objects"
    MUTEX: Final = "looking for facts that exclude one another"
    COMPILING: Final = "compiling actions"
    SEARCHING: Final = "searching"

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.phase = self.GROUNDING
        self._start = time.monotonic()
        self._memory = resident_bytes()
        self._ticks = 0
        self._bindings = 0

    def tick(self, action: str = "") -> None:
        """Raise LimitExceeded, naming phase and action, if memory or time have run out; cheap enough for any loop."""
        self._ticks += 1
        if self._ticks % _EVERY == 0:
            self.look(action)

    def look(self, action: str = "") -> None:
        """Raise LimitExceeded, naming phase and action, if memory or time have run out."""
        limits = self.limits
        if limits.seconds is not None and time.monotonic() - self._start > limits.seconds:
            raise LimitExceeded(
                f"{self._where(action)}: no answer within {limits.seconds:g} seconds; allow more (solve: --seconds)"
            )
        grown = resident_bytes() - self._memory
        if grown > limits.memory_bytes:
            raise LimitExceeded(f"{self._where(action)}: took {gibibytes(grown)} of memory; {limits.more_memory()}")

    def binding(self, action: str, coming: int) -> None:
        """Count a binding tried in grounding; raise LimitExceeded if it, and those certain to come, are too many."""
        self._bindings += 1
        limits = self.limits
        allowed = max(_ALWAYS_ALLOWED, limits.states)
        if self._bindings + coming > allowed:
            raise LimitExceeded(
                f"{self._where(action)}: there are more than {allowed} bindings of its parameters to try; allow more "
                f"(solve: --states, a configuration: search.states), or {_LESS}"
            )
        if coming * _BYTES_PER_BINDING > limits.memory_bytes:
            raise LimitExceeded(
                f"{self._where(action)}: its {coming} ground actions or more need over "
                f"{gibibytes(coming * _BYTES_PER_BINDING)} of memory; {limits.more_memory()}, or {_LESS}"
            )
        self.tick(action)

    def expansion(self, parts: int, action: str = "") -> None:
        """Raise LimitExceeded if a formula or action of so many parts, quantifiers expanded, takes too much memory."""
        if parts * _BYTES_PER_PART > self.limits.memory_bytes:
            raise LimitExceeded(
                f"{self._where(action)}: expanding the quantifiers of {'the action' if action else 'the goal'} gives "
                f"{parts} conditions and effects, which need over {gibibytes(parts * _BYTES_PER_PART)} of memory; "
                f"{self.limits.more_memory()}, or give the task fewer objects"
            )

    def _where(self, action: str) -> str:
        return f"{self.phase}, action {action}" if action else self.phase


def gibibytes(size: int) -> str:
    """Return the size in GiB, as many digits as tell it from nothing."""
    return f"{size / GIBIBYTE:.3g} GiB"


def resident_bytes() -> int:
    """Return the memory that the process holds; where the system does not tell, the most it ever held."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else 1024 * peak
    return pages * resource.getpagesize()
