"""Table 4 as CSV: one line per configuration, with the tests in full."""

from __future__ import annotations

import csv
import io

from planclaims.analysis.markup import number
from planclaims.analysis.table4.cells import mark
from planclaims.analysis.table4.content import Cell, Row, Table4

COLUMNS = (
    *("regime", "method", "mean_tokens_k", "model", "control", "constrained_decoding"),
    *("solvable_tasks", "unsolvable_tasks", "unscored", "model_tokens_k"),
    *("success_pct", "executable_pct", "detections", "best"),
    *("baseline", "pairs", "gained", "lost", "p", "p_holm", "mark"),
)


def as_csv(table: Table4) -> str:
    """Return the configurations by regime, method and model; an empty cell where there is nothing to measure."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_line(row, cell) for row in table.rows for cell in row.cells.values())
    return text.getvalue()


def _line(row: Row, cell: Cell) -> list[object]:
    found, test = cell.configuration, cell.comparison
    rates = (found.success_rate, found.executable_rate)
    tests: list[object] = [""] * 6
    if test is not None:
        tests = [test.baseline, test.tasks, test.gained, test.lost, f"{test.p:.4g}", f"{test.p_holm:.4g}"]
    return [
        *(row.regime, row.method, _number(row.mean_tokens, 0.001), found.model, found.reference, found.constrained),
        *(found.solvable, found.unsolvable, found.unscored, _number(found.mean_tokens, 0.001)),
        *(_number(rate, 100) for rate in rates),
        *(found.detections if found.unsolvable else "", cell.best, *tests, mark(cell)),
    ]


def _number(value: float | None, factor: float) -> str:
    return "" if value is None else number(value, 2, factor)
