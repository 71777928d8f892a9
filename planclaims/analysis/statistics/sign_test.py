"""Exact paired tests: McNemar's on tasks with one run each, and its extension to tasks with several runs.

With one run, a task is gained, lost or neither, and under the hypothesis that nothing differs each of the discordant
tasks is gained or lost with equal chance. With several runs a task has a difference of two shares instead, and under
the same hypothesis that difference has either sign with equal chance: flipping the signs in all possible ways gives
the distribution of the sum. For differences of one this is McNemar's test, so there is one definition for both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import lcm

from planclaims.analysis.statistics.runs import Runs

FINEST_GRID = 10_000
"""Differences of shares are whole numbers on the grid of their common denominator, but on no finer one than this."""


@dataclass(frozen=True, slots=True)
class PairedTest:
    """What a paired comparison comes to: tasks gained and lost, the exact p value and the mid-p value.

    The mid-p value counts outcomes as likely as the observed one by half: it is less conservative, not exact.
    """

    gained: int
    lost: int
    p: float
    p_mid: float


def paired_test(method: Runs, baseline: Runs) -> PairedTest:
    """Return the two-sided test of a method against a baseline on the same tasks in the same order."""
    differences = _differences(method, baseline)
    gained = sum(difference > 0 for difference in differences)
    lost = sum(difference < 0 for difference in differences)
    if {abs(difference) for difference in differences} <= {0, 1}:
        return PairedTest(gained, lost, mcnemar_p(gained, lost), mcnemar_mid_p(gained, lost))
    p, p_mid = sign_flip_p(differences)
    return PairedTest(gained, lost, p, p_mid)


@cache
def mcnemar_p(gained: int, lost: int) -> float:
    """Return the exact two-sided p value of McNemar's test; 1 without discordant pairs."""
    from statsmodels.stats.contingency_tables import mcnemar  # type: ignore[import-untyped]

    if gained + lost == 0:
        return 1.0
    return float(mcnemar([[0, gained], [lost, 0]], exact=True).pvalue)


@cache
def mcnemar_mid_p(gained: int, lost: int) -> float:
    """Return the mid-p value of McNemar's test; 1 without discordant pairs."""
    return sign_flip_p([1] * gained + [-1] * lost)[1]


def sign_flip_p(differences: list[int]) -> tuple[float, float]:
    """Return the exact and the mid-p value of a sum of differences whose signs are due to chance.

    With X the sum of those sizes whose sign comes out positive, the sum is 2 X - (sum of all sizes); the chances of
    X are built up size by size.
    """
    import numpy as np

    sizes = [abs(difference) for difference in differences if difference]
    if not sizes:
        return 1.0, 1.0
    chances = np.zeros(sum(sizes) + 1)
    chances[0] = 1.0
    for size in sizes:
        chances[size:] = (chances[size:] + chances[:-size]) / 2
        chances[:size] /= 2
    sums = np.abs(2 * np.arange(len(chances)) - sum(sizes))
    observed = abs(sum(differences))
    at_least, equal = float(chances[sums >= observed].sum()), float(chances[sums == observed].sum())
    return min(at_least, 1.0), min(at_least - equal / 2, 1.0)


def _differences(method: Runs, baseline: Runs) -> list[int]:
    """Return the differences of shares per task as whole numbers of the steps that they share."""
    grid = lcm(*method.runs, *baseline.runs)
    if grid > FINEST_GRID:
        return [round(difference * FINEST_GRID) for difference in (method.rates() - baseline.rates()).tolist()]
    return [
        won * (grid // runs) - base * (grid // base_runs)
        for won, runs, base, base_runs in zip(method.wins, method.runs, baseline.wins, baseline.runs, strict=True)
    ]
