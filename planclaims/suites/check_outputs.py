"""Do a suite's tables and figures keep the contract? Made from a table of episodes, and looked at cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from planclaims.analysis.drawing import in_style
from planclaims.analysis.filters import Filter, selected
from planclaims.analysis.sheet import Sheet
from planclaims.errors import InputError
from planclaims.suites.contract import Captions, Draws, Suite

if TYPE_CHECKING:
    import pandas as pd

REPORT = "report"
"""The name of the caption that is no table's and no figure's: the title of the report."""


def check_outputs(suite: Suite, episodes: pd.DataFrame) -> list[str]:
    """Return every breach of the contract that making the suite's tables and figures shows, one line each."""
    found = [fault for name, make in suite.tables.items() for fault in sheet_faults(name, make(episodes), episodes)]
    names = {REPORT, *suite.tables}
    if isinstance(suite, Draws):
        names |= set(suite.figures)
        found += _figure_faults(suite, episodes)
    if isinstance(suite, Captions):
        found += [
            f"the caption {name!r} is of no table and no figure" for name in sorted(suite.captions.keys() - names)
        ]
    return found


def sheet_faults(name: str, sheet: Sheet, episodes: pd.DataFrame) -> Iterator[str]:
    """Yield the rows that are too short or too long, and the cells that lead to no episodes."""
    for place, row in enumerate(sheet.rows, start=1):
        if len(row) != len(sheet.header):
            yield f"table {name}, row {place}: {len(row)} cells under {len(sheet.header)} headings"
        yield from (f"table {name}, row {place}: {cell!r} is no text" for cell in row if not isinstance(cell, str))
    if not sheet.sources:
        return
    if list(map(len, sheet.sources)) != list(map(len, sheet.rows)):
        yield f"table {name}: the sources are not as many as the cells"
        return
    for place, sources in enumerate(sheet.sources, start=1):
        for heading, source in zip(sheet.header, sources, strict=False):
            if source is not None:
                yield from (f"table {name}, row {place}, {heading}: {fault}" for fault in _faults(source, episodes))


def _faults(source: Filter, episodes: pd.DataFrame) -> Iterator[str]:
    try:
        if selected(episodes, source).empty:
            yield f"the filter selects no episode: {dict(source)}"
    except InputError as fault:
        yield str(fault)


def _figure_faults(suite: Draws, episodes: pd.DataFrame) -> Iterator[str]:
    from matplotlib.figure import Figure

    for name, draw in suite.figures.items():
        with in_style():
            figure = draw(episodes)
        if not isinstance(figure, Figure):
            yield f"figure {name}: {type(figure).__name__} is no matplotlib Figure"
