"""What becomes of replies that nobody waits for any more: they are paid for and kept all the same.

Who pays for calls or keeps their replies says so around a request. The client then opens a ticket for every attempt,
which holds money for it until the attempt is over, also where it is given up before; and tells of every reply that
comes too late.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from planclaims.errors import StorageError
from planclaims.seam import Reply


class Ticket(Protocol):
    """Money held for one attempt."""

    def pay(self, reply: Reply) -> None:
        """Pay for what the attempt gave; a cost that is not known counts at its worst case."""
        ...

    def close(self) -> None:
        """Hold nothing any more; an attempt that was not paid for cost nothing."""
        ...


Taker = Callable[[Reply], None]
_PAYING: ContextVar[tuple[Callable[[], Ticket], ...]] = ContextVar("paying", default=())
_KEEPING: ContextVar[tuple[Taker, ...]] = ContextVar("keeping", default=())
LOG = logging.getLogger(__name__)


@contextmanager
def paying(open_ticket: Callable[[], Ticket]) -> Iterator[None]:
    """Have every attempt made within paid for by a ticket of its own; what cannot be held for is not attempted."""
    token = _PAYING.set((*_PAYING.get(), open_ticket))
    try:
        yield
    finally:
        _PAYING.reset(token)


@contextmanager
def keeping(keep: Taker) -> Iterator[None]:
    """Have the replies that come too late for the calls made within kept."""
    token = _KEEPING.set((*_KEEPING.get(), keep))
    try:
        yield
    finally:
        _KEEPING.reset(token)


@dataclass
class Asking:
    """The attempts at one request: a late reply to one of them serves the next, or is kept once there is none."""

    opens: tuple[Callable[[], Ticket], ...] = field(default_factory=_PAYING.get)
    keeps: tuple[Taker, ...] = field(default_factory=_KEEPING.get)
    _ready: list[Reply] = field(default_factory=list)
    _open: bool = True
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def attempt(self) -> Attempt:
        """Return a new attempt, to be closed when it is over."""
        return Attempt(self, tuple(open_ticket() for open_ticket in self.opens))

    def late(self, reply: Reply) -> None:
        """Take the reply to an attempt that was given up."""
        with self._lock:
            if self._open:
                self._ready.append(reply)
                return
        for keep in self.keeps:
            try:
                keep(reply)
            except StorageError as problem:
                LOG.warning("%s", problem)

    def take(self) -> Reply | None:
        """Return a late reply that has come meanwhile, if there is one."""
        with self._lock:
            return self._ready.pop() if self._ready else None

    def close(self) -> None:
        """Use no late reply any more."""
        with self._lock:
            self._open, self._ready = False, []


@dataclass(frozen=True)
class Attempt:
    """One attempt at a request, with what is held for it."""

    asking: Asking
    tickets: tuple[Ticket, ...]

    def pay(self, reply: Reply) -> None:
        """Have what the attempt gave paid for, of use or not."""
        for ticket in self.tickets:
            ticket.pay(reply)

    def close(self) -> None:
        """Hold nothing for it any more."""
        for ticket in self.tickets:
            ticket.close()


Answer = TypeVar("Answer")


def within(
    seconds: float,
    call: Callable[[], Answer],
    *,
    late: Callable[[Answer], None] = lambda _: None,
    over: Callable[[], None] = lambda: None,
) -> Answer:
    """Return what the call returns; TimeoutError if it takes longer.

    A late call goes on, in a thread that does not keep the process alive: `late` gets what it returns after all, and
    `over` is called when it has ended, in time or not. So whoever counts calls under way counts those given up too.
    """
    outcome: Future[Answer] = Future()
    given_up = threading.Lock()
    state = {"late": False}

    def run() -> None:
        try:
            try:
                answer = call()
            except BaseException as problem:  # carried over to the caller, who raises it
                outcome.set_exception(problem)
                return
            with given_up:
                if not state["late"]:
                    outcome.set_result(answer)
                    return
            late(answer)
        finally:
            over()

    try:
        threading.Thread(target=run, daemon=True).start()
    except RuntimeError:
        over()
        raise
    try:
        return outcome.result(seconds)
    except TimeoutError:
        with given_up:
            state["late"] = not outcome.done()
        if outcome.done():
            return outcome.result()
        raise TimeoutError(f"no whole answer within {seconds:g} s") from None
