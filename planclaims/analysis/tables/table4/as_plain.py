"""Table 4 for a terminal: a block per model, a line per method."""

from __future__ import annotations

import textwrap

from planclaims.analysis.formats.markup import number, plain_table
from planclaims.analysis.tables.table4.cells import heading, mark, numbers
from planclaims.analysis.tables.table4.content import Cell, Column, Table4
from planclaims.analysis.tables.table4.notes import notes

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
