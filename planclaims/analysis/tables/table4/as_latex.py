"""Table 4 as LaTeX: a float for two columns, in the manner of booktabs."""

from __future__ import annotations

from collections.abc import Sequence

from planclaims.analysis.formats.markup import FIT_WIDTH, Group, escape_latex, latex_table
from planclaims.analysis.tables.table4.cells import heading, mark, numbers, sections, shows_paper, tokens
from planclaims.analysis.tables.table4.content import Column, Row, Table4
from planclaims.analysis.tables.table4.notes import notes

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
    lines = {title: [_line(row, columns) for row in rows] for title, rows in sections(table.rows, columns).items()}
    return latex_table(groups, header, lines)


def _line(row: Row, columns: Sequence[Column]) -> list[str]:
    cells = [escape_latex(row.method), *map(escape_latex, tokens(row, columns))]
    for column in columns:
        cell = row.cells.get(column.model)
        success, *others = map(escape_latex, numbers(cell))
        if cell is not None and cell.best:
            success = f"\\textbf{{{success}}}"
        cells += [success + escape_latex(mark(cell)), *others]
    return cells
