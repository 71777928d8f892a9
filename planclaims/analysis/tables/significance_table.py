"""The table of all paired tests, with what the number of tasks and tests could have shown at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from planclaims.analysis.formats.markup import DASH, number, p_value, plural, ranged, signed, tally
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.statistics.bootstrap import difference_interval
from planclaims.analysis.statistics.pools import POOLED
from planclaims.analysis.statistics.significance import (
    ACROSS,
    EVERY_METHOD,
    LEVEL,
    Comparison,
    comparisons,
    least_detectable,
    regime_comparisons,
)

if TYPE_CHECKING:
    import pandas as pd

HEADER = (
    *("family", "model", "method", "baseline", "tasks", "gained", "lost", "difference", "95% interval"),
    *("p", "p Holm", "mid-p", "mid-p Holm", "verdict"),
)
SURVIVES, BEFORE, NEITHER = "survives", "before correction only", "no"
"""Whether a difference is significant: after Holm's correction, only before it, or not at all."""


def significance_table(frame: pd.DataFrame, *, resamples: int, seed: int) -> Sheet:
    """Return a row per comparison, by family, and notes on how far the tests reach."""
    tests = [*comparisons(frame), *regime_comparisons(frame)]
    rows = [_row(test, resamples, seed) for test in tests]
    return Sheet("Paired tests", HEADER, tuple(rows), tuple(_notes(tests)))


def _row(test: Comparison, resamples: int, seed: int) -> tuple[str, ...]:
    bounds = difference_interval(
        test.method_runs, test.baseline_runs, resamples=resamples, seed=seed, redraw=not test.pooled
    )
    verdict = SURVIVES if test.survives else BEFORE if test.significant else NEITHER
    return (
        *(test.regime, test.model, test.method, test.baseline),
        *(tally(test.tasks), tally(test.gained), tally(test.lost)),
        *(signed(100 * test.difference), ranged(bounds, factor=100, to=" to ", write=signed, otherwise=DASH)),
        *(p_value(p) for p in (test.p, test.p_holm, test.p_mid, test.p_mid_holm)),
        verdict,
    )


def _notes(tests: Sequence[Comparison]) -> Iterator[str]:
    yield POOLED.replace("Pooled over the models", "Tests of the models")
    if not tests:
        yield "No two methods of a model under test could be compared."
        return
    yield (
        "Success on solvable tasks, paired by task; differences in percentage points with percentile bootstrap "
        "intervals over tasks; a dash where the difference is the same on every task, because resampling would only "
        "return it. Gained and lost: tasks that the method, or the baseline, solves more often."
    )
    yield (
        "p: exact McNemar test, two-sided. mid-p: the same test counting outcomes as likely as the observed one by "
        "half, as a check of how much the verdicts owe to the exact test being conservative. Holm: corrected over "
        "all tests of the family."
    )
    if any(runs > 1 for test in tests if not test.pooled for runs in test.method_runs.runs):
        yield (
            "Tasks have several runs: the unit of pairing stays the task, the test flips the signs of the tasks' mean "
            "differences, which for one run is McNemar's test, and the bootstrap draws tasks, then runs within each."
        )
    yield from _sharing(tests)
    yield from _reach(tests)
    yield from _sensitivity(tests)
    if any(test.regime == ACROSS for test in tests):
        yield (
            f"{ACROSS[0].upper()}{ACROSS[1:]}: a negative difference means that the model does worse when it acts. "
            f"{EVERY_METHOD[0].upper()}{EVERY_METHOD[1:]}: a task's mean over the methods of each regime, tested by "
            "flipping the signs of the tasks' differences."
        )


def _sharing(tests: Sequence[Comparison]) -> Iterator[str]:
    """Yield which comparisons have pairs of episodes that begin with one and the same stored reply."""
    told = [f"{test.model}, {test.method} with {test.baseline} {test.shared}" for test in tests if test.shared]
    if told:
        yield (
            "Pairs of episodes whose first requests are the same, so that both begin with the same stored reply and "
            f"chance cannot part them there: {'; '.join(told)}."
        )


def _reach(tests: Sequence[Comparison]) -> Iterator[str]:
    """Yield, for each family and number of tasks in it, the least difference that could survive the correction."""
    families = Counter(test.regime for test in tests)
    for regime, tasks in dict.fromkeys((test.regime, test.tasks) for test in tests):
        family = families[regime]
        least = least_detectable(tasks, family)
        place = f"{regime}, {plural(family, 'test')}, {plural(tasks, 'task')}"
        if least is None:
            yield f"Least detectable difference ({place}): none, not even all tasks gained would survive."
        else:
            yield (
                f"Least detectable difference ({place}): {plural(least, 'task')} gained and none lost, "
                f"{number(100 * least / tasks)} points; with losses it takes more."
            )


def _sensitivity(tests: Sequence[Comparison]) -> Iterator[str]:
    """Yield whether mid-p values would change a verdict, before or after the correction."""
    before = sum((test.p_mid < LEVEL) != test.significant for test in tests)
    after = sum(test.survives_mid != test.survives for test in tests)
    yield f"With mid-p values, {plural(before, 'verdict')} before and {after} after the correction would differ."
