"""Percentile bootstrap intervals over tasks."""

from __future__ import annotations

from collections.abc import Sequence

LEVEL = 0.95
ROUNDS_AT_ONCE = 1000


def interval(values: Sequence[float], *, resamples: int, seed: int, level: float = LEVEL) -> tuple[float, float]:
    """Return the bounds between which the mean over resampled tasks lies at the level; the same for the same seed."""
    import numpy as np

    if not values:
        raise ValueError("there is no interval over no tasks")
    observed = np.asarray(values, dtype=float)
    source = np.random.default_rng(seed)
    means = [
        observed[source.integers(len(observed), size=(min(ROUNDS_AT_ONCE, resamples - done), len(observed)))].mean(
            axis=1
        )
        for done in range(0, resamples, ROUNDS_AT_ONCE)
    ]
    low, high = np.quantile(np.concatenate(means), [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
