"""How far a run is, told in a line now and then where no bars can be drawn: in a log, through a pipe."""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TextIO

SECONDS = 25.0
"""Between two lines; a reader is promised one every 30 seconds."""
LATELY = 5
"""Lines whose pace tells the end: jobs differ, and the slow ones come last."""
Counted = tuple[int, int]


def progress_line(done: int, total: int, paid: str, left: float | None, now: datetime) -> str:
    """Return how many jobs are done, of how many, what was paid, and when the run ends if `left` seconds are left."""
    part = f"{done:,} of {total:,} jobs done ({100 * done // max(total, 1)}%), paid in this run: {paid}"
    if left is None:
        return f"{part}; expected end: not known yet"
    end = now + timedelta(seconds=left)
    return f"{part}; expected end: {end:%Y-%m-%d %H:%M}"


def seconds_left(seen: Sequence[tuple[float, int]], total: int) -> float | None:
    """Return how long the rest takes at the pace of what was seen lately (times with jobs done), None if none ended."""
    (before, done_before), (now, done) = seen[0], seen[-1]
    return (now - before) / (done - done_before) * (total - done) if done > done_before else None


class Progress:
    """A thread that writes a line of progress at least every 30 seconds."""

    def __init__(
        self, counted: Callable[[], Counted], paid: Callable[[], str], *, seconds: float = SECONDS, stream: TextIO
    ) -> None:
        self._counted, self._paid = counted, paid
        self._seconds, self._stream = seconds, stream
        self._seen = deque([(time.monotonic(), 0)], maxlen=LATELY)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._tell, name="progress", daemon=True)

    @staticmethod
    def start(counted: Callable[[], Counted], paid: Callable[[], str]) -> None:
        """Tell progress on standard error until this process ends, unless a terminal shows bars there."""
        if sys.stderr is not None and not sys.stderr.isatty():
            Progress(counted, paid, stream=sys.stderr).begin()

    def begin(self) -> None:
        """Begin to tell."""
        self._thread.start()

    def end(self) -> None:
        """Tell no more."""
        self._ended.set()

    def _tell(self) -> None:
        while not self._ended.wait(self._seconds):
            done, total = self._counted()
            self._seen.append((time.monotonic(), done))
            line = progress_line(done, total, self._paid(), seconds_left(self._seen, total), datetime.now())
            try:
                print(line, file=self._stream, flush=True)
            except (OSError, ValueError):  # nobody reads any more; the run goes on
                return
