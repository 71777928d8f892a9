"""Table 4 as Markdown: one column per model, controls in a table of their own."""

from __future__ import annotations

from collections.abc import Sequence

from planclaims.analysis.formats.markup import escape_markdown, markdown_table
from planclaims.analysis.tables.table4.cells import heading, mark, numbers, sections, shows_paper, tokens
from planclaims.analysis.tables.table4.content import Cell, Column, Table4
from planclaims.analysis.tables.table4.notes import notes

INTRODUCTION = (
    "Each cell: success % / executable % / detected / score. In brackets: the solvable and unsolvable tasks behind "
    "a column."
)


def as_markdown(table: Table4) -> str:
    """Return the table with its notes below; columns are aligned in the source too."""
    parts = ["# Table 4 beside the paper's" if table.beside_paper else "# Table 4", INTRODUCTION]
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
