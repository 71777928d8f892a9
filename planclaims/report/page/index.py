"""The index of all episodes that the viewer filters: their rows by column, without what only analysis needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from planclaims.report.summary.pool import Row
from planclaims.report.viewer.task_chunk import TaskChunk

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
