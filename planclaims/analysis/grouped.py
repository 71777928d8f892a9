"""Tables of groups of episodes in which every number leads to the episodes it was made from."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from planclaims.analysis.filters import Filter, selected
from planclaims.analysis.sheet import Sheet

if TYPE_CHECKING:
    import pandas as pd

Measure = Callable[["pd.DataFrame"], str]
"""The text of a cell from the episodes it stands for, at least one of them."""
EMPTY = "–"


def grouped_sheet(
    title: str,
    frame: pd.DataFrame,
    by: Sequence[str],
    measures: Mapping[str, Measure | tuple[Measure, Filter]],
    notes: Sequence[str] = (),
) -> Sheet:
    """Return a table with a row per group of episodes that agree in the columns `by`, and a cell per measure.

    A measure sees the group's episodes, or those of them that its own filter selects; its cell leads to just these. A
    cell without episodes is a dash.
    """
    made = [_row(part, dict(zip(by, names, strict=True)), measures) for names, part in _groups(frame, by)]
    return Sheet(
        title,
        (*by, *measures),
        tuple(tuple(text for text, _ in row) for row in made),
        tuple(notes),
        tuple(tuple(source for _, source in row) for row in made),
    )


def _groups(frame: pd.DataFrame, by: Sequence[str]) -> list[tuple[tuple[object, ...], pd.DataFrame]]:
    if not by:
        return [((), frame)]
    return [(tuple(names), part) for names, part in frame.groupby(list(by), sort=True, dropna=False)]


def _row(
    part: pd.DataFrame, group: Mapping[str, object], measures: Mapping[str, Measure | tuple[Measure, Filter]]
) -> list[tuple[str, Filter | None]]:
    """Return the cells of a group, each with where it leads."""
    own = {name: _plain(value) for name, value in group.items()}
    cells: list[tuple[str, Filter | None]] = [(EMPTY if value is None else str(value), None) for value in own.values()]
    for measure in measures.values():
        count, further = measure if isinstance(measure, tuple) else (measure, {})
        episodes = selected(part, further)
        cells.append((count(episodes), {**further, **own}) if len(episodes) else (EMPTY, None))
    return cells


def _plain(value: object) -> bool | int | float | str | None:
    """Return a cell of a frame in plain terms."""
    import pandas as pd

    if value is None or value is pd.NA or (isinstance(value, float) and math.isnan(value)):
        return None
    plain = value.item() if hasattr(value, "item") else value
    return plain if isinstance(plain, bool | int | float) else str(plain)
