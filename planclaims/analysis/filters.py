"""Which episodes a number was made from: a filter of rows by their columns, as plain data and as it selects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from planclaims.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

Plain = bool | int | float | str | None


@dataclass(frozen=True, slots=True)
class Span:
    """Numbers between two bounds, both of them included; None is no bound."""

    low: float | None = None
    high: float | None = None


Wanted = Plain | Span | Sequence[Plain]
"""What a column must hold: a value, a number within a span, or one of several values; None is an empty cell."""
Filter = Mapping[str, Wanted]
"""The rows that hold what is wanted in every column named; the empty filter is all rows."""


def selected(frame: pd.DataFrame, wanted: Filter) -> pd.DataFrame:
    """Return the rows that a filter selects, in their order; InputError if a column of it is not there."""
    keep = frame.index == frame.index
    for column, value in wanted.items():
        if column not in frame.columns:
            raise InputError("there is no such column", found=repr(column), allowed=", ".join(map(str, frame.columns)))
        keep &= _holds(frame[column], value)
    return frame[keep]


def _holds(cells: pd.Series, value: Wanted) -> pd.Series:
    if isinstance(value, Span):
        within = cells.notna()
        if value.low is not None:
            within &= (cells >= value.low).fillna(value=False)
        if value.high is not None:
            within &= (cells <= value.high).fillna(value=False)
        return within.astype(bool)
    values = [value] if value is None or isinstance(value, str | bool | int | float) else list(value)
    known = [one for one in values if one is not None]
    held = cells.isin(known).fillna(value=False).astype(bool)
    return held | cells.isna() if None in values else held


def filter_data(wanted: Filter) -> dict[str, object]:
    """Return the filter as JSON data: a span as an object with `from` and `to`, several values as a list."""
    return {column: _data(value) for column, value in wanted.items()}


def _data(value: Wanted) -> object:
    if isinstance(value, Span):
        return {"from": value.low, "to": value.high}
    return value if value is None or isinstance(value, str | bool | int | float) else list(value)


def filter_of(data: Mapping[str, object]) -> Filter:
    """Return the filter that was written as JSON data."""
    return {column: _wanted(value) for column, value in data.items()}


def _wanted(value: Any) -> Wanted:  # noqa: ANN401 - a value of a JSON document
    return Span(value["from"], value["to"]) if isinstance(value, dict) else value
