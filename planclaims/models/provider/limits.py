"""Limits that all jobs of a process share: calls at once per provider, requests and tokens per minute."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

MINUTE = 60.0


class Gate:
    """Counts the calls under way; each caller brings the number it may be among."""

    def __init__(self) -> None:
        self._inside = 0
        self._changed = threading.Condition()

    @contextmanager
    def passage(self, limit: int | None) -> Iterator[None]:
        """Wait until fewer calls than the limit are under way, then count as one of them."""
        with self._changed:
            self._changed.wait_for(lambda: limit is None or self._inside < limit)
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()


@dataclass(slots=True)
class Entry:
    """An amount spent at a moment."""

    moment: float
    amount: int


@dataclass
class MinuteWindow:
    """Amounts spent within the last minute, over any minute and not only by the clock's."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    entries: deque[Entry] = field(default_factory=deque)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def spend(self, amount: int, limit: int) -> Entry:
        """Wait until the amount fits under the limit and return its entry; more than the limit goes alone."""
        while True:
            with self._lock:
                now = self.clock()
                while self.entries and self.entries[0].moment <= now - MINUTE:
                    self.entries.popleft()
                if not self.entries or amount + sum(entry.amount for entry in self.entries) <= limit:
                    entry = Entry(now, amount)
                    self.entries.append(entry)
                    return entry
                wait = self.entries[0].moment + MINUTE - now
            self.sleep(wait)

    def correct(self, entry: Entry, amount: int) -> None:
        """Replace an estimate by what was really spent."""
        with self._lock:
            entry.amount = amount


@dataclass
class Shared:
    """The gates and windows of this process, made when first asked for."""

    gates: dict[str, Gate] = field(default_factory=dict)
    windows: dict[tuple[str, str], MinuteWindow] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def gate(self, provider: str) -> Gate:
        """Return the gate that all callers of a provider pass."""
        with self.lock:
            return self.gates.setdefault(provider, Gate())

    def window(self, kind: str, model: str) -> MinuteWindow:
        """Return the window in which all callers of a model spend requests or tokens."""
        with self.lock:
            return self.windows.setdefault((kind, model), MinuteWindow())


PROCESS = Shared()
