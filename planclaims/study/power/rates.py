"""The success rates that a simulation assumes: of each model with each method, and how alike methods find a task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from planclaims.analysis.statistics.significance import BASELINES

if TYPE_CHECKING:
    import pandas as pd

BASE, GAIN = 0.4, 0.2
"""The rate of a baseline, and by how much every other method differs from it, where nothing else is assumed."""
CORRELATION = 0.5
LEAST, MOST = 0.02, 0.98
"""A rate from a pilot is kept off certainty: no failure among few tasks does not mean that there are none."""

Cell = tuple[str, str]
"""A model and a method."""


@dataclass(frozen=True, slots=True)
class Assumed:
    """Success rates on solvable tasks by model and method, and the correlation of two methods' outcomes on a task.

    The correlation is that of the normal variable behind each outcome, half for what all methods of a model share in a
    task (how hard it is), half its own.
    """

    rates: Mapping[Cell, float]
    correlation: float
    source: str


def assumed(cells: Mapping[Cell, str], *, base: float, gain: float, correlation: float) -> Assumed:
    """Return the same rate for every baseline, and one that differs by the gain for every other method.

    `cells` says of each model and method its regime.
    """
    rates = {cell: base if cell[1] == BASELINES.get(regime) else base + gain for cell, regime in cells.items()}
    source = (
        f"baselines succeed on {100 * base:.0f}% of the solvable tasks, other methods on {100 * (base + gain):.0f}%"
    )
    return Assumed(rates, correlation, source)


def of_pilot(frame: pd.DataFrame, cells: Sequence[Cell], correlation: float | None, otherwise: Assumed) -> Assumed:
    """Return the rates that a pilot's episodes have, and the correlation that they show unless one is given.

    A model or a method that the pilot does not have keeps its assumed rate.
    """
    from planclaims.analysis.statistics.pools import scored, solvable

    pool = solvable(scored(frame))
    tables = pool.groupby(["model", "method", "domain", "task"])["success"].mean().astype(float)
    means = tables.groupby(["model", "method"]).mean()
    known = {cell: min(MOST, max(LEAST, float(means[cell]))) for cell in cells if cell in means.index}
    shown = observed_correlation(pool) if correlation is None else correlation
    source = f"the pilot's episodes for {len(known)} of {len(cells)} configurations"
    return Assumed({**otherwise.rates, **known}, otherwise.correlation if shown is None else shown, source)


def observed_correlation(pool: pd.DataFrame) -> float | None:
    """Return the correlation behind the outcomes of pairs of methods of a model on the same task, None of nothing.

    It is the one under which two methods would succeed together as often as they do, averaged over the pairs.
    """
    import numpy as np

    found = []
    for _, part in pool.groupby("model"):
        table = part.pivot_table(index=["domain", "task"], columns="method", values="success", aggfunc="mean").dropna()
        names = list(table.columns)
        for place, one in enumerate(names):
            for other in names[place + 1 :]:
                a, b = table[one].astype(float).to_numpy(), table[other].astype(float).to_numpy()
                if len(a) and 0 < a.mean() < 1 and 0 < b.mean() < 1:
                    found.append(_behind(float(a.mean()), float(b.mean()), float((a * b).mean())))
    return float(np.mean(found)) if found else None


def _behind(one: float, other: float, both: float) -> float:
    """Return the correlation of two normal variables that exceed their thresholds together that often."""
    low, high = 0.0, 0.99
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if joint(one, other, middle) < both else (low, middle)
    return (low + high) / 2


def joint(one: float, other: float, correlation: float) -> float:
    """Return how often both of two correlated normal variables exceed the thresholds of these rates."""
    import numpy as np
    from scipy.stats import norm  # type: ignore[import-untyped]

    points, weights = np.polynomial.hermite_e.hermegauss(40)
    share = correlation**0.5
    beyond = [norm.cdf((norm.ppf(rate) + share * points) / (1 - correlation) ** 0.5) for rate in (one, other)]
    return float((weights * beyond[0] * beyond[1]).sum() / weights.sum())
