"""Which episodes the report speaks of: those of language models, or of controls where there are no others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

Row = Mapping[str, Any]
CONTROL = "scripted control, not a language model"


@dataclass(frozen=True)
class Pool:
    """The episodes that all statements are about; `controls_only` if no language model has a scored episode.

    `rows` holds the first run of each, so that repeated methods do not outweigh others where episodes are counted;
    `frame` holds all runs, for rates of configurations and for tests.
    """

    frame: pd.DataFrame
    rows: tuple[Row, ...]
    controls_only: bool

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


def pool(frame: pd.DataFrame, rows: Sequence[Row]) -> Pool:
    """Return the pool of an episodes table and its rows."""
    controls_only = not any(row["scored"] and not row["reference"] for row in rows)
    first = [row for row in rows if not row["repeat"]]
    if controls_only:
        return Pool(frame, tuple(first), True)
    return Pool(frame[~frame["reference"]], tuple(row for row in first if not row["reference"]), False)
