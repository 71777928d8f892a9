"""The page of the first study: its design, with the index and the packed data of its tasks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from planclaims.analysis.table.frame import NUMBER, TEXT, TRUTH, TYPES, WHOLE
from planclaims.report.page.layout import Design, Section, assembled
from planclaims.report.page.packing import packed
from planclaims.report.summary.failures import action_name, row_id
from planclaims.report.summary.pool import Row
from planclaims.report.viewer.task_chunk import TaskChunk

ASSETS = Path(__file__).parent / "assets"
PROGRAM = (
    *("unpack.js", "elements.js", "texts.js", "calls.js", "filters.js", "list.js"),
    *("data.js", "outcomes.js", "steps.js", "episode.js", "grid.js", "page.js"),
)
"""Parts of the program in the order in which they build on one another; the first line is shared with other pages."""
DESIGN = Design(
    ASSETS / "page.html", (ASSETS / "page.css", ASSETS / "list.css"), tuple(ASSETS / name for name in PROGRAM)
)


def page(sections: Sequence[Section], rows: Sequence[Row], chunks: Sequence[TaskChunk]) -> str:
    """Return the page of some sections, with the viewer of the episodes."""
    blocks = [(f"chunk-{number}", packed(chunk.data)) for number, chunk in enumerate(chunks)]
    return assembled(DESIGN, sections, [("index", packed(index(rows, chunks))), *blocks])


REQUIREMENT = "requirement"
"""The requirement that an episode broke first, in prose: no column of the table, but of the page."""
ACTION = "action"
"""The name of the action that failed."""
COLUMNS = (
    *("model", "method", "regime", "domain", "task", "repeat", "reference", "constrained"),
    *("scored", "failure", "solvable", "optimal_length", "plan_length", "score", "outcome", "ending", "failed_step"),
    *("failed_action", ACTION, REQUIREMENT, "executable", "success", "detection", "false_abstention"),
    *("acts", "state_queries", "inspected_acts", "informed_acts"),
    *("budget", "calls_used", "model_calls", "input_tokens", "output_tokens", "cost_usd", "seconds"),
)
AVERAGED = frozenset({"score", "input_tokens", "output_tokens", "cost_usd"})
VERDICTS = frozenset({"success", "executable", "detection", "false_abstention"})
"""What the list of some episodes adds up: means, and how many of them are so."""
KINDS: Mapping[str, str] = {TRUTH: "truth", WHOLE: "whole", NUMBER: "number", TEXT: "text"}


def index(rows: Sequence[Row], chunks: Sequence[TaskChunk]) -> dict[str, Any]:
    """Return the columns of the rows with their types, and the tasks in the order of their chunks."""
    broken = {episode: rule for chunk in chunks for episode, rule in chunk.broken.items()}
    rows = [{**row, REQUIREMENT: broken.get(row_id(row)), ACTION: action_name(row)} for row in rows]
    return {
        "columns": [
            {
                "name": name,
                "type": KINDS[TYPES.get(name, TEXT)],
                "own": name in VERDICTS,
                "averaged": name in AVERAGED,
                "verdict": name in VERDICTS,
                "values": [_plain(row[name]) for row in rows],
            }
            for name in COLUMNS
        ],
        "chunks": [f"{chunk.domain}/{chunk.task}" for chunk in chunks],
    }


def _plain(value: object) -> object:
    """Return the value in JSON terms."""
    return value if value is None or isinstance(value, bool | int | float) else str(value)
