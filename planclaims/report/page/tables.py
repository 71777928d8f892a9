"""Tables of the results as HTML tables: from CSV as they are, from Markdown with their emphasis and notes."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from planclaims.errors import InputError
from planclaims.report.page.html import Html, element, joined

RULE = re.compile(r"^\|?[\s:|-]+\|[\s:|-]*$")
CELLS = re.compile(r"(?<!\\)\|")
INLINE = re.compile(
    r"\\(?P<escaped>[^A-Za-z0-9\s])|\*\*(?P<strong>.+?)(?<!\\)\*\*|(?<!\*)\*(?P<emphasis>[^*]+?)(?<!\\)\*(?!\*)"
)
NUMBER = re.compile(r"^[-–+<>≤≥~$]?\s*[\d.,]+\s*[%k×x*†]*(\s*[/–-]\s*[\d.,–]+\s*%?)*$|^[–-]?$")
TRUTH = {"True": "yes", "False": "no"}


def table_html(path: Path, caption: str) -> Html:
    """Return the file as HTML; InputError if it is neither readable CSV nor Markdown."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise InputError(f"cannot be read: {problem}", file=path) from None
    if path.suffix == ".md":
        return joined(*_markdown(text, caption))
    if path.suffix == ".csv":
        return _csv(text, caption)
    raise InputError("not a table the report can show", file=path, found=path.suffix, allowed=".csv, .md")


def html_table(header: Sequence[str], rows: Sequence[Sequence[str]], caption: str) -> Html:
    """Return a table that scrolls on its own where it is too wide; its first column heads the rows."""
    numeric = [all(_is_number(row[place]) for row in rows if place < len(row)) for place in range(len(header))]
    head = element("tr", *(_cell("th", text, right, scope="col") for text, right in zip(header, numeric, strict=True)))
    body = [_row(row, numeric, len(header)) for row in rows]
    table = element(
        "table", element("caption", caption), element("thead", head), element("tbody", joined(*body)), class_="data"
    )
    return element("div", table, class_="scroll", tabindex="0", role="region", aria_label=caption)


def _row(row: Sequence[str], numeric: Sequence[bool], width: int) -> Html:
    if len(row) == width and not any(row[1:]):
        return element("tr", element("th", row[0], colspan=str(width), scope="rowgroup"), class_="group")
    first = _cell("th", row[0], numeric[0], scope="row") if row else ""
    return element("tr", first, *(_cell("td", text, right) for text, right in zip(row[1:], numeric[1:], strict=False)))


def _cell(tag: str, text: str, right: bool, **attributes: str) -> Html:
    return element(tag, text, class_="number" if right else None, **attributes)


def _is_number(cell: str) -> bool:
    return NUMBER.match(re.sub(r"<[^>]*>", "", cell).strip()) is not None


def _csv(text: str, caption: str) -> Html:
    lines = list(csv.reader(text.splitlines()))
    if not lines:
        return element("p", "This table is empty.")
    header = [name.replace("_", " ") for name in lines[0]]
    return html_table(header, [[TRUTH.get(cell, cell) for cell in line] for line in lines[1:]], caption)


def _markdown(text: str, caption: str) -> Iterator[Html]:
    """Yield the blocks of the document: tables, lists, headings below the title, paragraphs."""
    title = caption
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.splitlines()
        while lines and lines[0].startswith("#"):
            heading = lines.pop(0)
            if not heading.startswith("# "):
                title = f"{caption}: {inline(heading.lstrip('# '))}"
                yield element("h4", inline(heading.lstrip("# ")))
        if not lines:
            continue
        if len(lines) > 1 and RULE.match(lines[1]):
            rows = [_markdown_cells(line) for line in (lines[0], *lines[2:])]
            yield html_table(rows[0], rows[1:], title)
        elif all(line.startswith("- ") for line in lines):
            yield element("ul", *(element("li", inline(line[2:])) for line in lines), class_="notes")
        else:
            yield element("p", inline(" ".join(lines)))


def _markdown_cells(line: str) -> list[Html]:
    return [inline(cell.strip()) for cell in CELLS.split(line.strip().removeprefix("|").removesuffix("|"))]


def inline(text: str) -> Html:
    """Return a line of Markdown with its emphasis; everything else is text."""
    parts: list[str] = []
    place = 0
    for match in INLINE.finditer(text):
        parts.append(text[place : match.start()])
        if match["escaped"]:
            parts.append(match["escaped"])
        elif match["strong"]:
            parts.append(element("strong", inline(match["strong"])))
        else:
            parts.append(element("em", inline(match["emphasis"])))
        place = match.end()
    return joined(*parts, text[place:])
