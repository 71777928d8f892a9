"""A call that must be over by a deadline, whatever it waits for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

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
