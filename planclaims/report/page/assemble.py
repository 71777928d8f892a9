"""The page put together: its template, its style, its program, its sections and its packed data in one file."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

from planclaims.report.page.html import Html, element, joined
from planclaims.report.page.packing import packed
from planclaims.report.summary.pool import Row
from planclaims.report.viewer.task_chunk import TaskChunk

ASSETS = Path(__file__).parent / "assets"
PROGRAM = ("data.js", "elements.js", "texts.js", "calls.js", "steps.js", "episode.js", "grid.js", "page.js")
"""Parts of the program in the order in which they build on one another."""


@dataclass(frozen=True)
class Section:
    """A titled part of the report, with the line that says how to read it; an empty one is left out."""

    name: str
    title: str
    reading: str
    body: Html


def page(sections: Sequence[Section], rows: Sequence[Row], chunks: Sequence[TaskChunk]) -> str:
    """Return the page; the policy in it forbids any program but its own, and any request."""
    shown = [section for section in sections if section.body]
    program = "\n" + "\n".join(_asset(name) for name in PROGRAM)
    digest = base64.b64encode(hashlib.sha256(program.encode()).digest()).decode("ascii")
    parts: Mapping[str, str] = {
        "policy": f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; img-src data:",
        "style": _asset("page.css"),
        "program": program,
        "links": joined(*(element("a", section.title, href=f"#{section.name}") for section in shown)),
        "sections": joined(*map(_section, shown)),
        "data": joined(_block("index", index(rows, chunks)), *_chunk_blocks(chunks)),
    }
    return Template(_asset("page.html")).substitute(parts)


def _section(section: Section) -> Html:
    reading = [element("p", section.reading, class_="reading")] if section.reading else []
    title = element("h2", section.title, id=f"{section.name}-title")
    return element("section", title, *reading, section.body, id=section.name, aria_labelledby=f"{section.name}-title")


def _chunk_blocks(chunks: Sequence[TaskChunk]) -> list[Html]:
    return [_block(f"chunk-{number}", chunk.data) for number, chunk in enumerate(chunks)]


def _block(name: str, data: object) -> Html:
    return Html(f'<script type="text/plain" id="{name}">{packed(data)}</script>\n')


def _asset(name: str) -> str:
    return (ASSETS / name).read_text(encoding="utf-8")


COLUMNS = (
    *("model", "method", "regime", "domain", "task", "repeat", "reference", "constrained"),
    *("scored", "failure", "solvable", "optimal_length", "plan_length", "score", "outcome", "ending", "failed_step"),
    *("budget", "calls_used", "model_calls", "input_tokens", "output_tokens", "cost_usd", "seconds"),
)


def index(rows: Sequence[Row], chunks: Sequence[TaskChunk]) -> dict[str, Any]:
    """Return the columns of the rows, and the tasks in the order of their chunks."""
    return {
        "columns": {name: [_plain(row[name]) for row in rows] for name in COLUMNS},
        "chunks": [f"{chunk.domain}/{chunk.task}" for chunk in chunks],
    }


def _plain(value: object) -> object:
    """Return the value in JSON terms."""
    return value if value is None or isinstance(value, bool | int | float) else str(value)
