"""What every rendering of table 4 shows of a model and of a configuration."""

from __future__ import annotations

from collections.abc import Sequence

from planclaims.analysis.formats.markup import DASH, number, tally
from planclaims.analysis.statistics.configurations import Configuration
from planclaims.analysis.tables.table4.content import Cell, Column, Row

TITLES = {"offline": "Offline (prompting strategies)", "online": "Online (agent architectures)"}
"""The regimes as sections of the table."""


def heading(column: Column) -> str:
    """Return a model's name with the solvable and unsolvable tasks that its numbers rest on."""
    return f"{column.model} ({column.solvable}+{column.unsolvable})"


def numbers(cell: Cell | None) -> tuple[str, str, str, str]:
    """Return success and executability in percent, detections and score; dashes where there is nothing to measure."""
    if cell is None:
        return DASH, DASH, DASH, DASH
    found = cell.configuration
    rates = number(found.success_rate, 1, 100), number(found.executable_rate, 1, 100)
    return *rates, _detections(found), number(found.mean_score, 2)


def _detections(found: Configuration) -> str:
    """Return the number of detections, a sum of shares where a task has several runs."""
    return tally(found.detections) if found.unsolvable else DASH


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


def tokens(row: Row, columns: Sequence[Column]) -> list[str]:
    """Return a method's mean tokens in thousands, then the paper's if it stands beside; a dash beside controls."""
    if all(column.reference for column in columns):
        return [DASH]
    shown = [row.mean_tokens, *[row.published_tokens] * shows_paper(columns)]
    return [number(mean, 1, 0.001) for mean in shown]


def shows_paper(columns: Sequence[Column]) -> bool:
    """Return whether published columns are among them."""
    return any(column.published for column in columns)
