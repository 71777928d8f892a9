"""Tables and figures of the results as HTML: from CSV as they are, from Markdown with emphasis, from SVG as drawn."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

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


SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
DROPPED = frozenset({"script", "foreignObject", "metadata", "iframe", "animate", "set", "a"})
REFERENCE = re.compile(r"url\(\s*#([^)\s]+)\s*\)")
STYLE_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def figure_html(path: Path, name: str, caption: str, reading: str) -> Html:
    """Return the drawing as a captioned figure; InputError if the file is no SVG."""
    try:
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ElementTree.ParseError) as problem:
        raise InputError(f"cannot be read as SVG: {problem}", file=path) from None
    if root.tag != f"{{{SVG}}}svg":
        raise InputError("not an SVG", file=path, found=root.tag, allowed="svg")
    _clean(root, name)
    root.set("role", "img")
    root.set("aria-label", f"{caption}. {reading}")
    for size in ("width", "height"):
        root.attrib.pop(size, None)
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    drawing = Html(ElementTree.tostring(root, encoding="unicode"))
    sheet = element("div", drawing, class_="sheet", id=f"drawing-{name}", tabindex="0")
    title = element("figcaption", element("strong", caption), " ", reading)
    return element("figure", sheet, title, id=name)


def _clean(node: ElementTree.Element, name: str) -> None:
    """Drop what is no drawing and set the figure's name before every name in it."""
    for child in list(node):
        if not isinstance(child.tag, str) or child.tag.rpartition("}")[2] in DROPPED:
            node.remove(child)
        else:
            _clean(child, name)
    if node.tag == f"{{{SVG}}}style":
        node.text = _scoped(node.text or "", name)
    for key, value in list(node.attrib.items()):
        bare = key.rpartition("}")[2]
        if bare == "id":
            node.set(key, f"{name}-{value}")
        elif bare == "href":
            _keep_own_reference(node, key, value, name)
        elif bare.lower().startswith("on"):
            del node.attrib[key]
        else:
            node.set(key, REFERENCE.sub(rf"url(#{name}-\1)", value))


def _keep_own_reference(node: ElementTree.Element, key: str, value: str, name: str) -> None:
    if value.startswith("#"):
        node.set(key, f"#{name}-{value[1:]}")
    elif not value.startswith("data:image/png"):
        del node.attrib[key]


def _scoped(rules: str, name: str) -> str:
    """Return the style rules so that they reach no other part of the page."""
    return "".join(f"#drawing-{name} {selector.strip()}{{{body}}}" for selector, body in STYLE_RULE.findall(rules))
