"""Tables as the page shows them: cells lead to their episodes, and models that are no language models are called so."""

from __future__ import annotations

from collections.abc import Collection

from planclaims.analysis.filters import Filter
from planclaims.analysis.formats.sheet import Sheet
from planclaims.report.page.address import list_address
from planclaims.report.page.html import Html, element, joined
from planclaims.report.page.tables import html_table
from planclaims.report.summary.pool import CONTROL

LINES_UNFOLDED = 40


def sheet_html(sheet: Sheet, name: str, reading: str, controls: Collection[str], *, title: str = "") -> Html:
    """Return the table under its title, folded if it is long, with its notes."""
    shown = title or sheet.title
    rows = [
        [_cell(text, _source(sheet, row, column), controls) for column, text in enumerate(line)]
        for row, line in enumerate(sheet.rows)
    ]
    header = [text.replace("_", " ") for text in sheet.header]
    table = html_table(header, rows, shown) if rows else element("p", "This table is empty.")
    hint = [element("p", reading, class_="hint")] if reading else []
    notes = [element("ul", *(element("li", note) for note in sheet.notes), class_="notes")] if sheet.notes else []
    folded = len(rows) > LINES_UNFOLDED
    summary = element("summary", f"{shown} ({len(rows)} lines)" if folded else shown)
    return element("details", summary, *hint, table, *notes, open=not folded, id=f"table-{name}")


def _source(sheet: Sheet, row: int, column: int) -> Filter | None:
    return sheet.sources[row][column] if sheet.sources else None


def _cell(text: str, source: Filter | None, controls: Collection[str]) -> str:
    if source is not None:
        return element("a", text, href=list_address(source), class_="source")
    if text in controls:
        return joined(text, " ", element("span", "control", class_="tag", title=CONTROL))
    return text
