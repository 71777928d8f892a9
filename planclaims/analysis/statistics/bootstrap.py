"""Percentile bootstrap intervals over tasks, and over the runs of a task where it has several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from planclaims.analysis.statistics.runs import Runs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Places = NDArray[np.int64]

LEVEL = 0.95
NO_WIDTH = 1e-9
"""Bounds that lie no farther apart than rounding makes them are one number."""

Interval = tuple[float, float] | None
"""The bounds between which a resampled number lies, or None: resampling tells nothing where all tasks agree."""

ROUNDS_AT_ONCE = 1000


def interval(values: Sequence[float], *, resamples: int, seed: int, level: float = LEVEL) -> Interval:
    """Return the bounds between which the mean over resampled tasks lies at the level; the same for the same seed."""
    import numpy as np

    observed = np.asarray(values, dtype=float)
    return _bounds(len(observed), lambda tasks: observed[tasks].mean(axis=1), resamples, seed, level)


def ratio_interval(
    parts: Sequence[float], wholes: Sequence[float], *, resamples: int, seed: int, level: float = LEVEL
) -> Interval:
    """Return the bounds of the ratio of two sums over tasks, a task's part and whole always drawn together."""
    import numpy as np

    above, below = np.asarray(parts, dtype=float), np.asarray(wholes, dtype=float)

    def ratio(tasks: Places) -> Numbers:
        sums: Numbers = below[tasks].sum(axis=1)
        found: Numbers = np.divide(above[tasks].sum(axis=1), sums, out=np.full(len(sums), np.nan), where=sums != 0)
        return found

    return _bounds(len(above), ratio, resamples, seed, level)


def success_interval(runs: Runs, *, resamples: int, seed: int, level: float = LEVEL) -> Interval:
    """Return the bounds of the success rate; tasks are drawn first, then runs within every drawn task."""
    again = _redrawing(seed)
    return _bounds(len(runs), lambda tasks: again(runs, tasks).mean(axis=1), resamples, seed, level)


def difference_interval(
    method: Runs, baseline: Runs, *, resamples: int, seed: int, redraw: bool = True, level: float = LEVEL
) -> Interval:
    """Return the bounds of the difference of two success rates on the same tasks, drawn together.

    Without `redraw` only tasks are drawn: what stands side by side within a task is then no sample of anything.
    """
    if not redraw:
        differences = (method.rates() - baseline.rates()).tolist()
        return interval(differences, resamples=resamples, seed=seed, level=level)
    again = _redrawing(seed)

    def difference(tasks: Places) -> Numbers:
        means: Numbers = (again(method, tasks) - again(baseline, tasks)).mean(axis=1)
        return means

    return _bounds(len(method), difference, resamples, seed, level)


def _redrawing(seed: int) -> Callable[[Runs, Places], Numbers]:
    """Return a way to draw the runs of drawn tasks anew; where each task has one run, it is the run itself.

    How many of n drawn runs succeed has a binomial distribution, so the runs need not be drawn one by one.
    """
    import numpy as np

    source = np.random.default_rng((seed, 1))

    def again(runs: Runs, tasks: Places) -> Numbers:
        rates: Numbers = runs.rates()[tasks]
        if set(runs.runs) == {1}:
            return rates
        counts = np.asarray(runs.runs)[tasks]
        shares: Numbers = source.binomial(counts, rates) / counts
        return shares

    return again


def _bounds(tasks: int, statistic: Callable[[Places], Numbers], resamples: int, seed: int, level: float) -> Interval:
    """Return the quantiles of a statistic of resampled tasks, which are given as rows of places.

    None if they have no width: then no two resamples differ enough to tell how far another sample might lie.
    """
    import numpy as np

    if not tasks:
        raise ValueError("there is no interval over no tasks")
    source = np.random.default_rng(seed)
    found = [
        statistic(source.integers(tasks, size=(min(ROUNDS_AT_ONCE, resamples - done), tasks)))
        for done in range(0, resamples, ROUNDS_AT_ONCE)
    ]
    low, high = np.nanquantile(np.concatenate(found), [(1 - level) / 2, (1 + level) / 2])
    return (float(low), float(high)) if high - low > NO_WIDTH else None
