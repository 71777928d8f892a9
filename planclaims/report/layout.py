"""A page put together: its template, style, program, sections and packed data in one file."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template

from planclaims.report.html import Html, element, joined


@dataclass(frozen=True)
class Section:
    """A titled part of the report, with the line that says how to read it; an empty one is left out."""

    name: str
    title: str
    reading: str
    body: Html


@dataclass(frozen=True)
class Design:
    """The files that make a page what it is: the template, the styles, and the parts of the program in their order."""

    template: Path
    styles: Sequence[Path]
    program: Sequence[Path]


def assembled(design: Design, sections: Sequence[Section], data: Iterable[tuple[str, str]], **texts: str) -> str:
    """Return the page; the policy in it forbids any program but its own, and any request.

    The data are blocks of packed letters by their names; `texts` fill further places of the template, escaped.
    """
    shown = [section for section in sections if section.body]
    program = "\n" + "\n".join(map(_read, design.program))
    digest = base64.b64encode(hashlib.sha256(program.encode()).digest()).decode("ascii")
    parts: Mapping[str, str] = {
        **{name: joined(text) for name, text in texts.items()},
        "policy": f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; img-src data:",
        "style": "".join(map(_read, design.styles)),
        "program": program,
        "links": joined(*(element("a", section.title, href=f"#{section.name}") for section in shown)),
        "sections": joined(*map(_section, shown)),
        "data": joined(*(_block(name, letters) for name, letters in data)),
    }
    return Template(_read(design.template)).substitute(parts)


def _section(section: Section) -> Html:
    reading = [element("p", section.reading, class_="reading")] if section.reading else []
    title = element("h2", section.title, id=f"{section.name}-title")
    return element("section", title, *reading, section.body, id=section.name, aria_labelledby=f"{section.name}-title")


def _block(name: str, letters: str) -> Html:
    return Html(f'<script type="text/plain" id="{name}">{letters}</script>\n')


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
