"""Table 4 with the paper's own columns beside those of the same models."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from planclaims.analysis.published import PublishedCell, published_cells
from planclaims.analysis.statistics.configurations import Configuration
from planclaims.analysis.tables.table4.content import Cell, Column, Row, Table4

PAPER = "paper"
SOLVABLE, UNSOLVABLE = 40, 10
"""The tasks behind every published cell."""


def beside_paper(table: Table4) -> Table4:
    """Return the table in which every model that the paper tested is followed by its published column."""
    known = {model for model, _ in published_cells()}
    columns: list[Column] = []
    for column in table.columns:
        columns.append(column)
        if column.model in known and not column.reference:
            columns.append(Column(_name(column.model), False, False, SOLVABLE, UNSOLVABLE, published=True))
    models = [column.model for column in table.columns if column.model in known]
    rows = tuple(_row(row, models) for row in table.rows)
    return replace(table, columns=tuple(columns), rows=rows, beside_paper=True)


def _name(model: str) -> str:
    return f"{PAPER}: {model}"


def _row(row: Row, models: list[str]) -> Row:
    """Return the row with the published cells of its method."""
    published = dict(_cells(row.method, models))
    cells = {name: cell for own, mine in row.cells.items() for name, cell in ((own, mine), *_of(own, published))}
    tokens = next((cell.tokens for (_, method), cell in published_cells().items() if method == row.method), None)
    return replace(row, cells={**cells, **published}, published_tokens=tokens if published else None)


def _of(model: str, published: dict[str, Cell]) -> Iterator[tuple[str, Cell]]:
    if _name(model) in published:
        yield _name(model), published[_name(model)]


def _cells(method: str, models: list[str]) -> Iterator[tuple[str, Cell]]:
    cells = published_cells()
    for model in models:
        if (model, method) in cells:
            cell = cells[model, method]
            rivals = [other.success_rate for other in cells.values() if _same(other, cell)]
            best = cell.success_rate == max(rivals)
            yield _name(model), Cell(_configuration(cell), best, None, starred=cell.starred)


def _same(other: PublishedCell, cell: PublishedCell) -> bool:
    return (other.model, other.regime) == (cell.model, cell.regime)


def _configuration(cell: PublishedCell) -> Configuration:
    """Return the counts that a published cell stands for."""
    return Configuration(
        model=_name(cell.model),
        method=cell.method,
        regime=cell.regime,
        reference=False,
        constrained=False,
        solvable=SOLVABLE,
        unsolvable=UNSOLVABLE,
        runs=SOLVABLE + UNSOLVABLE,
        unscored=0,
        repeats=1,
        successes=round(SOLVABLE * cell.success_rate),
        executable=round(SOLVABLE * cell.executable_rate),
        detections=cell.detections,
        mean_tokens=None,
        mean_cost=None,
        mean_score=None,
    )
