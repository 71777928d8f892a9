"""Shares with their intervals, and rows per model, for the tables of the suite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

NONE = "–"
PLAYERS = ("model", "method", "condition")
NOTES = (
    "Intervals are Wilson's at 95%, over questions; questions of one set share instances, so they are too narrow.",
    "Models marked (scripted) are respondents whose scores are known; they are no language models.",
    "An answer that is malformed or missing counts as wrong; one whose model could not be asked is not counted.",
)


def share(values: pd.Series) -> str:
    """Return how many of the truth values hold, with the share and its interval; a dash without values."""
    known = values.dropna()
    if known.empty:
        return NONE
    from statsmodels.stats.proportion import proportion_confint

    hits, total = int(known.sum()), len(known)
    low, high = proportion_confint(hits, total, method="wilson")
    return f"{hits}/{total} = {100 * hits / total:.1f}% [{100 * low:.0f}, {100 * high:.0f}]"


def count(values: pd.Series) -> str:
    """Return how many of the truth values hold, of how many; a dash without values."""
    known = values.dropna()
    return NONE if known.empty else f"{int(known.sum())}/{len(known)}"


def mean(values: pd.Series) -> str:
    """Return the mean of the values to two places; a dash without values."""
    known = values.dropna()
    return NONE if known.empty else f"{float(known.mean()):.2f}"


def scored(frame: pd.DataFrame, *kinds: str) -> pd.DataFrame:
    """Return the scored rows of the kinds, all of them without any, with models that are scripted marked as such."""
    rows = frame[frame["scored"]]
    if kinds:
        rows = rows[rows["kind"].isin(kinds)]
    marked = rows["model"].where(~rows["reference"].astype(bool), rows["model"] + " (scripted)")
    return rows.assign(model=marked, set=rows["group"].str.split("-").str[0])


def groups(rows: pd.DataFrame, *columns: str) -> Iterator[tuple[tuple[str, ...], pd.DataFrame]]:
    """Yield the rows by the columns and then by who answered, in their order."""
    keys = [*columns, *PLAYERS]
    for names, part in rows.groupby(keys, sort=True, observed=True):
        yield tuple(map(str, names)), part


def header(columns: Sequence[str], scores: Sequence[str]) -> tuple[str, ...]:
    """Return the heads of a table by these columns and by who answered."""
    return (*columns, *PLAYERS, *scores)
