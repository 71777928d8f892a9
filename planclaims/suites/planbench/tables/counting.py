"""What the cells of the suite's tables hold: shares with their intervals, counts and means of a column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.filters import Filter
from planclaims.analysis.grouped import EMPTY, Measure

if TYPE_CHECKING:
    import pandas as pd

PLAYERS = ("model", "method", "condition")
SCORED: Filter = {"scored": True}
NOTES = (
    "Intervals are Wilson's at 95%, over questions; questions of one set share instances, so they are too narrow.",
    "An answer that is malformed or missing counts as wrong; one whose model could not be asked is not counted.",
)


def interval(values: pd.Series) -> tuple[float, float]:
    """Return the bounds of the share of truths, between 0 and 1."""
    from statsmodels.stats.proportion import proportion_confint  # type: ignore[import-untyped]

    low, high = proportion_confint(int(values.sum()), len(values), method="wilson")
    return float(low), float(high)


def share(column: str = "correct") -> Measure:
    """Return a measure: how often the column is true, as a share with its interval."""

    def measure(episodes: pd.DataFrame) -> str:
        known = episodes[column].dropna()
        if known.empty:
            return EMPTY
        low, high = interval(known)
        rate = 100 * known.sum() / len(known)
        return f"{int(known.sum())}/{len(known)} = {rate:.1f}% [{100 * low:.0f}, {100 * high:.0f}]"

    return measure


def count(column: str = "correct") -> Measure:
    """Return a measure: how often the column is true, of how many."""

    def measure(episodes: pd.DataFrame) -> str:
        known = episodes[column].dropna()
        return EMPTY if known.empty else f"{int(known.sum())}/{len(known)}"

    return measure


def mean(column: str) -> Measure:
    """Return a measure: the mean of the column to two places."""

    def measure(episodes: pd.DataFrame) -> str:
        known = episodes[column].dropna()
        return EMPTY if known.empty else f"{float(known.mean()):.2f}"

    return measure


def number(episodes: pd.DataFrame) -> str:
    """Return how many episodes there are."""
    return str(len(episodes))


def of_kind(kind: str) -> Filter:
    """Return the scored episodes of a kind."""
    return {"kind": kind, "scored": True}
