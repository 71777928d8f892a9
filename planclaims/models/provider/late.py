"""What becomes of replies that nobody waits for any more: they are paid for and kept all the same.

Who pays for calls or keeps their replies says so around a call; the client tells it of every reply that comes too
late, and of the tokens of every failed attempt that the provider counts.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar

from planclaims.errors import StorageError
from planclaims.seam import Reply

Taker = Callable[[Reply], None]
_PAYING: ContextVar[tuple[Taker, ...]] = ContextVar("paying", default=())
_KEEPING: ContextVar[tuple[Taker, ...]] = ContextVar("keeping", default=())
LOG = logging.getLogger(__name__)


@contextmanager
def paying(pay: Taker) -> Iterator[None]:
    """Have the calls made within paid for where they give no reply, or one that comes too late."""
    token = _PAYING.set((*_PAYING.get(), pay))
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

    pays: tuple[Taker, ...] = field(default_factory=_PAYING.get)
    keeps: tuple[Taker, ...] = field(default_factory=_KEEPING.get)
    _ready: list[Reply] = field(default_factory=list)
    _open: bool = True
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def pay(self, reply: Reply) -> None:
        """Have an attempt paid for that was no use."""
        _tell(self.pays, reply)

    def late(self, reply: Reply) -> None:
        """Take the reply to an attempt that was given up."""
        with self._lock:
            if self._open:
                self._ready.append(reply)
                return
        _tell(self.pays, reply)
        _tell(self.keeps, reply)

    def take(self) -> Reply | None:
        """Return a late reply that has come meanwhile, if there is one."""
        with self._lock:
            return self._ready.pop() if self._ready else None

    def close(self) -> None:
        """Use no late reply any more; those not used are paid for."""
        with self._lock:
            self._open, unused, self._ready = False, self._ready, []
        for reply in unused:
            _tell(self.pays, reply)


def _tell(takers: tuple[Taker, ...], reply: Reply) -> None:
    for take in takers:
        try:
            take(reply)
        except StorageError as problem:
            LOG.warning("%s", problem)


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
