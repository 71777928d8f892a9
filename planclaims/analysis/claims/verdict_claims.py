"""The headline numbers about what the paired tests could and did show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from planclaims.analysis.claims.claim import Claim, counted, scope_of
from planclaims.analysis.formats.markup import DASH, number, plural
from planclaims.analysis.statistics.pools import REGIMES, of_regime
from planclaims.analysis.statistics.significance import BASELINES, Comparison, comparisons, least_detectable

if TYPE_CHECKING:
    import pandas as pd


def verdict_claims(pool: pd.DataFrame) -> Iterator[Claim]:
    """Yield, for each regime, the differences before and after correction, the smallest p value and the reach."""
    tests = comparisons(pool)
    for regime in REGIMES:
        scope = scope_of(of_regime(pool, regime))
        for claim in _of_family([test for test in tests if test.regime == regime], regime):
            yield Claim(f"{claim[0]}, {regime}", *claim[1:], scope=scope)


def _of_family(family: list[Comparison], regime: str) -> Iterator[tuple[str, str, str, str]]:
    against = f"exact McNemar tests against {BASELINES[regime]} within a model"
    before, after = sum(test.significant for test in family), sum(test.survives for test in family)
    for name, count in (("tests significant before correction", before), ("tests that survive the correction", after)):
        yield name, str(count) if family else DASH, against, counted(count, len(family))
    least = min(family, key=lambda test: test.p, default=None)
    if least is None:
        yield "smallest p value", DASH, "no test", ""
        yield "least detectable difference", DASH, "no test", ""
        return
    who = f"{least.model} with {least.method}: {least.gained} gained, {least.lost} lost"
    yield "smallest p value", number(least.p, 4), who, ""
    tasks = max(test.tasks for test in family)
    needed = least_detectable(tasks, len(family))
    value = f"{number(100 * needed / tasks)} points" if needed else "none"
    yield (
        "least detectable difference",
        value,
        f"none lost, {plural(len(family), 'test')}",
        counted(needed, tasks) if needed else "",
    )
