"""The page of the first study: its design, with the index and the packed data of its tasks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from planclaims.report.index import index
from planclaims.report.layout import Design, Section, assembled
from planclaims.report.packing import packed
from planclaims.report.pool import Row
from planclaims.report.task_chunk import TaskChunk

ASSETS = Path(__file__).parent / "page"
PROGRAM = (
    *("unpack.js", "elements.js", "texts.js", "calls.js"),
    *("data.js", "outcomes.js", "steps.js", "episode.js", "grid.js", "page.js"),
)
"""Parts of the program in the order in which they build on one another; the first line is shared with other pages."""
DESIGN = Design(ASSETS / "page.html", (ASSETS / "page.css",), tuple(ASSETS / name for name in PROGRAM))


def page(sections: Sequence[Section], rows: Sequence[Row], chunks: Sequence[TaskChunk]) -> str:
    """Return the page of some sections, with the viewer of the episodes."""
    blocks = [(f"chunk-{number}", packed(chunk.data)) for number, chunk in enumerate(chunks)]
    return assembled(DESIGN, sections, [("index", packed(index(rows, chunks))), *blocks])
