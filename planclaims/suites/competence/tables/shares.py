"""Shares of right answers and paired differences between arms, with intervals from resampled items."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from planclaims.analysis.filters import Filter, Wanted
from planclaims.analysis.formats.sheet import Sheet

if TYPE_CHECKING:
    import pandas as pd

Cell = tuple[str, Filter | None]
"""A text of a table, and the episodes that it was made from."""
SCRIPTED = " (scripted)"
DRAWS = 1000
NOTHING = "–"


def scored(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with a verdict, first repeats alone, with the columns `who`, `value` (1 right, 0 not) and `key`.

    Scripted respondents are marked as such.
    """
    rows = frame[frame["right"].notna() & (frame["repeat"] == 0)].copy()
    scripted = rows["reference"].astype(bool)
    rows["who"] = rows["model"].astype(str).where(~scripted, rows["model"].astype(str) + SCRIPTED)
    rows["value"] = rows["right"].astype(float)
    rows["key"] = rows["group"].astype(str) + "/" + rows["item"].astype(str)
    return rows


def sheet_of(title: str, header: Sequence[str], rows: Sequence[Sequence[Cell]], notes: Sequence[str]) -> Sheet:
    """Return a table whose cells lead to their episodes."""
    texts = tuple(tuple(text for text, _ in row) for row in rows)
    return Sheet(title, tuple(header), texts, tuple(notes), tuple(tuple(source for _, source in row) for row in rows))


def names_of(*texts: object) -> list[Cell]:
    """Return names, which lead nowhere."""
    return [(str(text), None) for text in texts]


def filter_of(**columns: Wanted) -> dict[str, Wanted]:
    """Return the filter of the columns."""
    return columns


def model_of(who: object) -> str:
    """Return the model behind the name of a respondent."""
    return str(who).removesuffix(SCRIPTED)


def share(part: pd.DataFrame) -> str:
    """Return the share of right answers with their number, or a dash without any."""
    return f"{part['value'].mean():.3f} ({len(part)})" if len(part) else NOTHING


def by_key(part: pd.DataFrame) -> Mapping[str, float]:
    """Return the values by item."""
    return dict(zip(part["key"], part["value"], strict=True))


def paired_difference(one: Mapping[str, float], other: Mapping[str, float], seed: int = 1) -> str:
    """Return the mean difference over items that both have, with a 95% interval from resampled items."""
    both = sorted(one.keys() & other.keys())
    if not both:
        return NOTHING
    differences = [one[key] - other[key] for key in both]
    low, high = interval(differences, seed)
    return f"{sum(differences) / len(both):+.3f} [{low:+.3f}, {high:+.3f}] ({len(both)})"


def interval(values: Sequence[float], seed: int) -> tuple[float, float]:
    """Return the 2.5 and 97.5 percentiles of the means of resampled values."""
    chance = random.Random(seed)
    means = sorted(sum(chance.choices(values, k=len(values))) / len(values) for _ in range(DRAWS))
    return means[int(0.025 * DRAWS)], means[int(0.975 * DRAWS) - 1]
