"""Table 4 written as CSV, Markdown, LaTeX and plain text, in the format of each file's ending."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.analysis.formats.markup import (
    DASH,
    FIT_WIDTH,
    Group,
    escape_latex,
    escape_markdown,
    latex_table,
    markdown_table,
    number,
    plain_table,
    tally,
)
from planclaims.analysis.formats.shown import full, machine_cell
from planclaims.analysis.published import PAPER
from planclaims.analysis.statistics.configurations import Configuration
from planclaims.analysis.tables.table4.content import Cell, Column, Row, Table4, beside_paper, table4
from planclaims.analysis.tables.table4.notes import notes
from planclaims.storage import write_whole

if TYPE_CHECKING:
    import pandas as pd

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


COLUMNS = (
    *("regime", "method", "mean_tokens_k", "model", "control", "constrained_decoding"),
    *("solvable_tasks", "unsolvable_tasks", "unscored", "model_tokens_k"),
    *("successes", "success_pct", "executable", "executable_pct", "detections", "score", "best"),
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
    tests: list[object] = [""] * 6
    if test is not None:
        tests = [test.baseline, test.tasks, test.gained, test.lost, machine_cell(test.p), machine_cell(test.p_holm)]
    return [
        *(row.regime, row.method, _number(mean_tokens, 0.001), found.model, found.reference, found.constrained),
        *(found.solvable, found.unsolvable, found.unscored, _number(found.mean_tokens, 0.001)),
        *(_number(found.successes if found.solvable else None), _number(found.success_rate, 100)),
        *(_number(found.executable if found.solvable else None), _number(found.executable_rate, 100)),
        *(_number(found.detections if found.unsolvable else None), _number(found.mean_score)),
        *(cell.best, *tests, mark(cell), source),
    ]


def _number(value: float | None, factor: float = 1.0) -> str:
    return "" if value is None else machine_cell(full(value, factor))


INTRODUCTION = "Results per model and method; in brackets the solvable and unsolvable tasks behind a column."


def as_latex(table: Table4) -> str:
    """Return the float with the notes as its caption, controls in a tabular of their own below the models."""
    caption = escape_latex(" ".join([INTRODUCTION, *notes(table)]))
    tabulars = [
        f"{FIT_WIDTH}\n{_tabular(table, columns)}}}\n" for columns in (table.tested(), table.controls()) if columns
    ]
    lines = ["% needs \\usepackage{booktabs,graphicx}", "\\begin{table*}", "\\centering", *tabulars]
    return (
        "\n".join(
            [
                *lines,
                f"\\caption{{{caption}}}",
                f"\\label{{tab:results{'-paper' if table.beside_paper else ''}}}",
                "\\end{table*}",
            ]
        )
        + "\n"
    )


def _tabular(table: Table4, columns: Sequence[Column]) -> str:
    kind = "control: " if columns[0].reference else ""
    lead = ["Method", "Tok.", *["Tok., paper"] * shows_paper(columns)]
    groups = [*(Group("", 1) for _ in lead), *(Group(kind + escape_latex(heading(column)), 4) for column in columns)]
    header = [*lead, *["Succ.", "Exec.", "Det.", "Score"] * len(columns)]
    lines = {
        title: [_latex_line(row, columns) for row in rows] for title, rows in sections(table.rows, columns).items()
    }
    return latex_table(groups, header, lines)


def _latex_line(row: Row, columns: Sequence[Column]) -> list[str]:
    cells = [escape_latex(row.method), *map(escape_latex, tokens(row, columns))]
    for column in columns:
        cell = row.cells.get(column.model)
        success, *others = map(escape_latex, numbers(cell))
        if cell is not None and cell.best:
            success = f"\\textbf{{{success}}}"
        cells += [success + escape_latex(mark(cell)), *others]
    return cells


LISTING_INTRODUCTION = (
    "Each cell: success % / executable % / detected / score. In brackets: the solvable and unsolvable tasks behind "
    "a column."
)


def as_markdown(table: Table4) -> str:
    """Return the table with its notes below; columns are aligned in the source too."""
    parts = ["# Table 4 beside the paper's" if table.beside_paper else "# Table 4", LISTING_INTRODUCTION]
    for title, columns in (("Models", table.tested()), ("Controls, not models", table.controls())):
        if columns:
            header = [
                "Method",
                "Tokens",
                *["Tokens, paper"] * shows_paper(columns),
                *(escape_markdown(heading(column)) for column in columns),
            ]
            parts += [f"## {title}", markdown_table(header, _rows(table, columns))]
    parts.append("\n".join(f"- {escape_markdown(note)}" for note in notes(table)))
    return "\n\n".join(parts) + "\n"


def _rows(table: Table4, columns: Sequence[Column]) -> list[list[str]]:
    lines = []
    for title, rows in sections(table.rows, columns).items():
        lines.append([f"*{title}*", *[""] * (len(columns) + 1 + shows_paper(columns))])
        for row in rows:
            cells = [_cell(row.cells.get(column.model)) for column in columns]
            lines.append([escape_markdown(row.method), *tokens(row, columns), *cells])
    return lines


def _cell(cell: Cell | None) -> str:
    success, *others = numbers(cell)
    if cell is None:
        return success
    shown = f"**{success}**" if cell.best else success
    return " / ".join([f"{shown}{escape_markdown(mark(cell))}", *others])


WIDTH = 100
HEADER = ["method", "tokens k", "success %", "executable %", "detected", "score", "unscored"]


def as_plain(table: Table4) -> str:
    """Return the blocks, models before controls, and the notes; the best success stands in brackets."""
    blocks = [_block(table, column) for column in (*table.tested(), *table.controls())]
    sentences = [note.replace("Bold:", "In brackets:") for note in notes(table)]
    shown = "\n".join(textwrap.fill(sentence, WIDTH, subsequent_indent="  ") for sentence in sentences)
    return "\n\n".join([*blocks, shown]) + "\n"


def _block(table: Table4, column: Column) -> str:
    kind = "control, not a model" if column.reference else "published values" if column.published else "model"
    rows = [
        [f"{row.regime} {row.method}", *_cells(row.cells[column.model])]
        for row in table.rows
        if column.model in row.cells
    ]
    return f"{heading(column)}, {kind}\n{plain_table(HEADER, rows)}"


def _cells(cell: Cell) -> list[str]:
    success, *others = numbers(cell)
    shown = f"[{success}]" if cell.best else success
    found = cell.configuration
    return [number(found.mean_tokens, 1, 0.001), shown + mark(cell), *others, str(found.unscored)]


FORMATS: Mapping[str, Callable[[Table4], str]] = {
    ".csv": as_csv,
    ".md": as_markdown,
    ".tex": as_latex,
    ".txt": as_plain,
}


def write_table4(frame: pd.DataFrame, paths: Sequence[Path], *, resamples: int, seed: int, paper: bool = False) -> None:
    """Write table 4 of an episodes table to each path; the ending .csv, .md, .tex or .txt chooses the format.

    With `paper` the published columns of the same models stand beside ours.
    """
    table = table4(frame, resamples=resamples, seed=seed)
    if paper:
        table = beside_paper(table)
    for path in paths:
        write_whole(path, FORMATS[path.suffix](table).encode())
