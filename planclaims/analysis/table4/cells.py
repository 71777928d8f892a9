"""What every rendering of table 4 shows of a model and of a configuration."""

from __future__ import annotations

from collections.abc import Sequence

from planclaims.analysis.markup import DASH, number
from planclaims.analysis.table4.content import Cell, Column, Row

TITLES = {"offline": "Offline (prompting strategies)", "online": "Online (agent architectures)"}
"""The regimes as sections of the table."""


def heading(column: Column) -> str:
    """Return a model's name with the solvable and unsolvable tasks that its numbers rest on."""
    return f"{column.model} ({column.solvable}+{column.unsolvable})"


def numbers(cell: Cell | None) -> tuple[str, str, str]:
    """Return success and executability in percent, and detections; dashes where there is nothing to measure."""
    if cell is None:
        return DASH, DASH, DASH
    found = cell.configuration
    detections = str(found.detections) if found.unsolvable else DASH
    return number(found.success_rate, 1, 100), number(found.executable_rate, 1, 100), detections


def mark(cell: Cell | None) -> str:
    """Return the mark of a difference from the baseline: none, * before correction, † if it survives."""
    if cell is None:
        return ""
    return "†" if cell.survives else "*" if cell.significant else ""


def sections(rows: Sequence[Row], columns: Sequence[Column]) -> dict[str, list[Row]]:
    """Return the rows that any of the models has a cell in, under the title of their regime."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        if any(column.model in row.cells for column in columns):
            found.setdefault(TITLES[row.regime], []).append(row)
    return found


def tokens(row: Row, columns: Sequence[Column]) -> str:
    """Return a method's mean tokens in thousands; a dash beside controls, which they leave out."""
    return DASH if all(column.reference for column in columns) else number(row.mean_tokens, 1, 0.001)
