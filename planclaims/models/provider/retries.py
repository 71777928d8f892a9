"""Asking again: exponential backoff with jitter that gives a provider the wait it asks for."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from planclaims.models.provider.failures import CallFailed

Answer = TypeVar("Answer")


@dataclass(frozen=True, kw_only=True)
class Retries:
    """How often a call is made and how long is waited in between, in seconds."""

    attempts: int = 6
    base_seconds: float = 1.0
    max_seconds: float = 60.0

    def wait(self, failed: int, asked: float | None, chance: float) -> float:
        """Return the wait after so many failed attempts: half of it fixed, half by chance, never less than asked."""
        full = min(self.max_seconds, self.base_seconds * 2.0 ** (failed - 1))
        return max(full * (1 + chance) / 2, asked or 0.0)


def call_with_retries(
    call: Callable[[], Answer], retries: Retries, sleep: Callable[[float], None] = time.sleep
) -> Answer:
    """Return the answer of the first attempt that succeeds.

    Raises the last CallFailed when attempts run out, when asking again is pointless, or when the provider asks
    for a longer wait than the settings allow.
    """
    failed = 0
    while True:
        try:
            return call()
        except CallFailed as failure:
            failed += 1
            too_long = (failure.retry_after or 0.0) > retries.max_seconds
            if not failure.cause.passing or failed >= retries.attempts or too_long:
                if failed == 1:
                    raise
                raise CallFailed(f"{failure} (asked {failed} times)", failure.cause, failure.retry_after) from None
            sleep(retries.wait(failed, failure.retry_after, random.random()))
