"""How far a run is, told in a line now and then where no bars can be drawn: in a log, through a pipe."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TextIO

SECONDS = 25.0
"""Between two lines; a reader is promised one every 30 seconds."""
Counted = tuple[int, int]


def progress_line(done: int, total: int, paid: str, elapsed: float, now: datetime) -> str:
    """Return how many jobs are done, of how many, what was paid, and when the run ends if it goes on like this."""
    part = f"{done:,} of {total:,} jobs done ({100 * done // max(total, 1)}%), paid in this run: {paid}"
    if not done:
        return f"{part}; the end cannot be told yet"
    end = now + timedelta(seconds=elapsed / done * (total - done))
    day = "" if end.date() == now.date() else f"{end:%Y-%m-%d} "
    return f"{part}; expected end {day}{end:%H:%M}"


class Progress:
    """A thread that writes a line of progress at least every 30 seconds."""

    def __init__(
        self, counted: Callable[[], Counted], paid: Callable[[], str], *, seconds: float = SECONDS, stream: TextIO
    ) -> None:
        self._counted, self._paid = counted, paid
        self._seconds, self._stream = seconds, stream
        self._begun = time.monotonic()
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
            line = progress_line(done, total, self._paid(), time.monotonic() - self._begun, datetime.now())
            try:
                print(line, file=self._stream, flush=True)
            except (OSError, ValueError):  # nobody reads any more; the run goes on
                return
