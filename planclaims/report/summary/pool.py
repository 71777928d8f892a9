"""Which episodes the report speaks of: those of language models, or of controls where there are no others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from planclaims.analysis.filters import Filter
from planclaims.analysis.statistics.pools import CELL, WEIGHT, total_of

if TYPE_CHECKING:
    import pandas as pd

Row = Mapping[str, Any]
CONTROL = "scripted control, not a language model"


@dataclass(frozen=True)
class Pool:
    """The episodes that all statements are about; `controls_only` if no language model has a scored episode.

    `rows` and `frame` hold all runs. Each of the n scored runs of a task by a configuration has the weight 1/n, so that
    what is counted here agrees with rates and tests and a repeated method outweighs no other.
    """

    frame: pd.DataFrame
    rows: tuple[Row, ...]
    controls_only: bool
    resamples: int = 0
    """How often intervals are resampled; none are drawn of no resamples."""
    seed: int = 0

    @property
    def source(self) -> Filter:
        """Return which episodes of the page are those that numbers are made from."""
        return {"scored": True, "reference": self.controls_only}

    @property
    def scored(self) -> list[Row]:
        """Return the episodes that have measures."""
        return [row for row in self.rows if row["scored"]]

    @property
    def solvable(self) -> list[Row]:
        """Return the scored episodes on tasks that have a plan."""
        return [row for row in self.scored if row["solvable"]]

    @property
    def unsolvable(self) -> list[Row]:
        """Return the scored episodes on tasks that have none."""
        return [row for row in self.scored if not row["solvable"]]


def rows_of(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of an episodes table as plain values; a missing value is None."""
    return [
        {str(name): value for name, value in row.items()}
        for row in frame.astype(object).where(frame.notna(), None).to_dict("records")
    ]


def pool(frame: pd.DataFrame, rows: Sequence[Row], *, resamples: int = 0, seed: int = 0) -> Pool:
    """Return the pool of an episodes table and its rows, and how intervals are drawn from it."""
    controls_only = not any(row["scored"] and not row["reference"] for row in rows)
    runs = Counter(_cell(row) for row in rows if row["scored"])
    weighed = [{**row, WEIGHT: 1 / runs[_cell(row)] if row["scored"] else 0.0} for row in rows]
    if controls_only:
        return Pool(frame, tuple(weighed), True, resamples, seed)
    models = tuple(row for row in weighed if not row["reference"])
    return Pool(frame[~frame["reference"]], models, False, resamples, seed)


def total(rows: Iterable[Row], column: str | None = None) -> float:
    """Return how many episodes there are, or the sum of a column over them, every run weighed."""
    return total_of(sum(row[WEIGHT] * (1 if column is None else row[column]) for row in rows))


def tallied(rows: Iterable[Row], column: str) -> Counter[str]:
    """Return how many episodes hold each value of a column, every run weighed."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row[column], []).append(row)
    return Counter({value: total(own) for value, own in found.items()})


def _cell(row: Row) -> tuple[str, ...]:
    return tuple(row[name] for name in CELL)
