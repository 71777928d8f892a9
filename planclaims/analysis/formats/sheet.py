"""A plain table with a title and notes, written as CSV, Markdown, LaTeX or text."""

from __future__ import annotations

import csv
import io
import json
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from planclaims.analysis.filters import Filter, filter_data, filter_of
from planclaims.analysis.formats.markup import (
    DASH,
    FIT_HEIGHT,
    FIT_WIDTH,
    escape_latex,
    escape_markdown,
    latex_table,
    markdown_table,
    plain_table,
)
from planclaims.analysis.formats.rehearsed import CELL, COLUMN, NOTE, marked
from planclaims.analysis.formats.shown import PARTS, Shown, machine_cell
from planclaims.errors import InputError
from planclaims.storage import write_whole

TEXT_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of ready texts; the first column names the rows.

    `sources` says for every cell of every row, if it is given at all, which episodes the cell was made from: the report
    leads from the cell to just these. None stands for a cell that leads nowhere, such as a name or a published value.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    sources: tuple[tuple[Filter | None, ...], ...] = ()


def write_sheet(sheet: Sheet, paths: Sequence[Path]) -> None:
    """Write the sheet to each path; the ending .csv, .json, .md, .tex or .txt chooses the format."""
    shown = _stamped(sheet) if marked() else sheet
    for path in paths:
        write_whole(path, FORMATS[path.suffix](shown).encode())


def _stamped(sheet: Sheet) -> Sheet:
    """Return the sheet with the mark of a rehearsal above all notes and in every row."""
    rows = tuple((*row, CELL) for row in sheet.rows)
    sources = tuple((*row, None) for row in sheet.sources)
    return Sheet(sheet.title, (*sheet.header, COLUMN), rows, (NOTE, *sheet.notes), sources)


def as_csv(sheet: Sheet) -> str:
    """Return the rows without title and notes, every number in full in a column of its own, with its bounds or counts.

    Columns of parts are named like `95% interval low`; a cell without a number is empty.
    """
    by_name = [(name, [row[place] for row in sheet.rows]) for place, name in enumerate(sheet.header)]
    columns = [column for name, cells in by_name for column in _columns(name, cells)]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(zip(*columns, strict=True))
    return text.getvalue()


def _columns(name: str, cells: Sequence[str]) -> list[list[str]]:
    """Return the columns that a column of cells makes in a file for machines, each under its header."""
    held = {part for cell in cells if isinstance(cell, Shown) for part in cell.parts}
    return [
        [f"{name} {part}".rstrip(), *(_part(cell, part) for cell in cells)]
        for part in PARTS
        if part in held or (part == "" and not held)
    ]


def _part(cell: str, part: str) -> str:
    if isinstance(cell, Shown):
        return machine_cell(cell.parts.get(part))
    return "" if part or cell == DASH else cell


def as_markdown(sheet: Sheet) -> str:
    """Return the title, the table and the notes."""
    header, *rows = [[escape_markdown(cell) for cell in line] for line in (sheet.header, *sheet.rows)]
    notes = ["\n".join(f"- {escape_markdown(note)}" for note in sheet.notes)] if sheet.notes else []
    return "\n\n".join([f"# {escape_markdown(sheet.title)}", markdown_table(header, rows), *notes]) + "\n"


def as_latex(sheet: Sheet) -> str:
    """Return a table float with title and notes as its caption."""
    header, *rows = [[escape_latex(cell) for cell in line] for line in (sheet.header, *sheet.rows)]
    caption = escape_latex(" ".join([f"{sheet.title}.", *sheet.notes]))
    boxes = f"{FIT_HEIGHT}\n{FIT_WIDTH}\n{latex_table((), header, {'': rows})}}}}}"
    lines = ["% needs \\usepackage{booktabs,graphicx}", "\\begin{table*}", "\\centering", boxes]
    return "\n".join([*lines, f"\\caption{{{caption}}}", "\\end{table*}"]) + "\n"


def as_plain(sheet: Sheet) -> str:
    """Return the title, aligned columns and the notes."""
    notes = [textwrap.fill(note, TEXT_WIDTH, subsequent_indent="  ") for note in sheet.notes]
    return "\n\n".join([sheet.title, plain_table(sheet.header, sheet.rows), *notes]) + "\n"


def as_json(sheet: Sheet) -> str:
    """Return everything about the sheet, with the filter behind each cell."""
    sources = [[None if one is None else filter_data(one) for one in row] for row in sheet.sources]
    document = {"title": sheet.title, "header": sheet.header, "rows": sheet.rows, "notes": sheet.notes}
    return json.dumps({**document, "sources": sources}, ensure_ascii=False, indent=1) + "\n"


def read_sheet(path: Path) -> Sheet:
    """Return the sheet that was written as JSON; InputError if the file holds none."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        return Sheet(
            document["title"],
            tuple(document["header"]),
            tuple(map(tuple, document["rows"])),
            tuple(document["notes"]),
            tuple(tuple(None if one is None else filter_of(one) for one in row) for row in document["sources"]),
        )
    except OSError as problem:
        raise InputError(f"cannot be read: {problem.strerror}", file=path) from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError("holds no table of this version; make it again", file=path) from None


FORMATS: Mapping[str, Callable[[Sheet], str]] = {
    ".csv": as_csv,
    ".md": as_markdown,
    ".tex": as_latex,
    ".txt": as_plain,
    ".json": as_json,
}
