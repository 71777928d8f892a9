"""A call that must be over by a deadline, whatever it waits for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Answer = TypeVar("Answer")


def within(seconds: float, call: Callable[[], Answer]) -> Answer:
    """Return what the call returns; TimeoutError if it takes longer.

    HTTP clients limit the pause between two pieces of an answer and not the whole of it, so a server that drips
    would hold a run for ever. The late call goes on unheard, in a thread that does not keep the process alive.
    """
    outcome: Future[Answer] = Future()

    def run() -> None:
        try:
            outcome.set_result(call())
        except BaseException as problem:  # carried over to the caller, who raises it
            outcome.set_exception(problem)

    threading.Thread(target=run, daemon=True).start()
    try:
        return outcome.result(seconds)
    except TimeoutError:
        if outcome.done():
            raise
        raise TimeoutError(f"no whole answer within {seconds:g} s") from None
