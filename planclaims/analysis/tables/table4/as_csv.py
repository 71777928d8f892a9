"""Table 4 as CSV: one line per configuration, with the tests in full."""

from __future__ import annotations

import csv
import io

from planclaims.analysis.formats.markup import number, tally
from planclaims.analysis.published import PAPER
from planclaims.analysis.tables.table4.cells import mark
from planclaims.analysis.tables.table4.content import Cell, Row, Table4

COLUMNS = (
    *("regime", "method", "mean_tokens_k", "model", "control", "constrained_decoding"),
    *("solvable_tasks", "unsolvable_tasks", "unscored", "model_tokens_k"),
    *("success_pct", "executable_pct", "detections", "score", "best"),
    *("baseline", "pairs", "gained", "lost", "p", "p_holm", "mark", "source"),
)


def as_csv(table: Table4) -> str:
    """Return the configurations by regime, method and model; an empty cell where there is nothing to measure."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_line(table, row, cell) for row in table.rows for cell in row.cells.values())
    return text.getvalue()


def _line(table: Table4, row: Row, cell: Cell) -> list[object]:
    found, test = cell.configuration, cell.comparison
    published = found.model in {column.model for column in table.published()}
    source = f"{PAPER} table 4" if published else "this study"
    mean_tokens = row.published_tokens if published else row.mean_tokens
    rates = (found.success_rate, found.executable_rate)
    tests: list[object] = [""] * 6
    if test is not None:
        tests = [test.baseline, test.tasks, test.gained, test.lost, f"{test.p:.4g}", f"{test.p_holm:.4g}"]
    return [
        *(row.regime, row.method, _number(mean_tokens, 0.001), found.model, found.reference, found.constrained),
        *(found.solvable, found.unsolvable, found.unscored, _number(found.mean_tokens, 0.001)),
        *(_number(rate, 100) for rate in rates),
        *(
            tally(found.detections) if found.unsolvable else "",
            _score(found.mean_score),
            cell.best,
            *tests,
            mark(cell),
            source,
        ),
    ]


def _score(value: float | None) -> str:
    return "" if value is None else number(value, 4)


def _number(value: float | None, factor: float) -> str:
    return "" if value is None else number(value, 2, factor)
