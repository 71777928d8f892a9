"""The episodes that a pooled number rests on: scored ones, of models under test only, every run weighed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from planclaims.analysis.formats.shown import full
from planclaims.analysis.table.order import natural

if TYPE_CHECKING:
    import pandas as pd

REGIMES = ("offline", "online")
POOLED = "Pooled over the models under test; controls and unscored episodes are left out."
NOTHING = "No episode of a model under test is scored; controls and unscored episodes are left out."
REPEATED = "A task that a configuration ran several times counts once, with the mean of its runs."
WEIGHT = "weight"
CELL = ("model", "method", "domain", "task")
"""What tells the episodes apart that are runs of one another."""


def scored(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the scored episodes with their weight: one run counts one, of n runs of a task each counts 1/n.

    Only stochastic configurations are run several times; unweighed they would outvote the others in every pool.
    """
    found = frame[frame["scored"]]
    sizes = found.groupby(list(CELL), sort=False)["scored"].transform("size")
    return found.assign(**{WEIGHT: 1.0 / sizes.astype(float)})


def tested(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the scored episodes of models that are no controls, with their weight."""
    return scored(frame[~frame["reference"]])


def solvable(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the scored episodes on solvable tasks."""
    return frame[frame["solvable"].fillna(False)]


def unsolvable(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the scored episodes on unsolvable tasks."""
    return frame[~frame["solvable"].fillna(True)]


def of_regime(frame: pd.DataFrame, regime: str) -> pd.DataFrame:
    """Return the episodes of a regime."""
    return frame[frame["regime"] == regime]


def by_task(episodes: pd.DataFrame) -> list[tuple[tuple[str, str], pd.DataFrame]]:
    """Return the episodes of every task by domain and task, the numbers in their names in order."""
    groups = [((str(domain), str(task)), part) for (domain, task), part in episodes.groupby(["domain", "task"])]
    return sorted(groups, key=lambda group: tuple(map(natural, group[0])))


def weighed(episodes: pd.DataFrame, column: pd.Series[Any] | None = None) -> pd.Series[float]:
    """Return the weights of the episodes, times a column of numbers or truth values if one is given."""
    weights: pd.Series[float] = episodes[WEIGHT]
    return weights if column is None else weights * column.astype("Float64").fillna(0.0).astype(float)


def amount(episodes: pd.DataFrame, column: pd.Series[Any] | None = None) -> float:
    """Return how many episodes there are, or hold the mask: a whole number unless runs of a task differ."""
    return total_of(float(weighed(episodes, column).sum()))


def total_of(weights: float) -> float:
    """Return a sum of weights without what adding up thirds leaves behind, so that equal shares compare as equal."""
    return full(weights)


def median_of(values: Sequence[float], weights: Sequence[float]) -> float | None:
    """Return the median of weighed values, or None of nothing; with equal weights it is the usual one."""
    pairs = sorted(zip(values, weights, strict=True))
    half = total_of(sum(weights) / 2)
    for place, ((value, _), passed) in enumerate(zip(pairs, accumulate(weight for _, weight in pairs), strict=True)):
        if total_of(passed) > half:
            return value
        if total_of(passed) == half and place + 1 < len(pairs):
            return (value + pairs[place + 1][0]) / 2
    return None


def share(part: float, whole: float) -> float | None:
    """Return the share, or None of nothing."""
    return part / whole if whole else None


def pooled_notes(pool: pd.DataFrame, *further: str) -> tuple[str, ...]:
    """Return what a reader of pooled numbers must know, then what a table adds if there is an episode at all."""
    if not len(pool):
        return (NOTHING,)
    return (POOLED, *[REPEATED] * bool((pool[WEIGHT] < 1).any()), *further)
