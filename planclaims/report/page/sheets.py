"""Plain tables as a page of their own: it opens from disk and runs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from planclaims.analysis.formats.sheet import Sheet
from planclaims.report.page.html import Html, element, joined
from planclaims.report.page.tables import html_table

STYLE = Path(__file__).parent / "assets" / "page.css"
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def sheets_page(title: str, reading: str, sheets: Sequence[Sheet]) -> str:
    """Return the page: the title, how to read it, and every table with its notes."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        Html(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("style", Html(STYLE.read_text(encoding="utf-8"))),
    )
    main = element("main", element("h1", title), element("p", reading, class_="reading"), *map(_section, sheets))
    return f"<!DOCTYPE html>\n{element('html', head, element('body', main), lang='en')}\n"


def _section(sheet: Sheet) -> Html:
    table = html_table(sheet.header, sheet.rows, sheet.title) if sheet.rows else Html()
    return element("section", element("h2", sheet.title), table, joined(*(element("p", note) for note in sheet.notes)))
