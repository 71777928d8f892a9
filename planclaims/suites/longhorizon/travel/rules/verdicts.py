"""What a check finds: faults with their places, or nothing to look at; and what that comes to."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from planclaims.suites.longhorizon.travel.grammar import Step


class Verdict(StrEnum):
    """What a check comes to; only a pass is a pass."""

    PASS = "pass"
    FAIL = "fail"
    VOID = "void"


class At(NamedTuple):
    """Where a fault lies: a day of the plan, from 1, and a step of it; 0 and None where it is none's."""

    day: int = 0
    step: Step | None = None


Found = Sequence[At] | None
"""The faults of a check; None if there is nothing to look at."""


def verdict_of(found: Found) -> Verdict:
    """Return what a check's faults come to."""
    if found is None:
        return Verdict.VOID
    return Verdict.FAIL if found else Verdict.PASS
