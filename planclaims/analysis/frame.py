"""The episodes table as a data frame: fixed columns of fixed types, missing values never guessed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from planclaims.scoring.row import COLUMNS, EpisodeRow

if TYPE_CHECKING:
    import pandas as pd

TEXT, TRUTH, WHOLE, NUMBER = "string", "boolean", "Int64", "Float64"
"""Types that can miss a value without turning into another type."""

KEY = ("model", "method", "domain", "task", "repeat")
"""The columns that tell episodes apart, and their order in the table."""

TYPES: Mapping[str, str] = {
    "model": TEXT,
    "method": TEXT,
    "regime": TEXT,
    "domain": TEXT,
    "task": TEXT,
    "repeat": WHOLE,
    "reference": TRUTH,
    "constrained": TRUTH,
    "scored": TRUTH,
    "failure": TEXT,
    "solvable": TRUTH,
    "optimal_length": WHOLE,
    "plan_length": WHOLE,
    "executable": TRUTH,
    "success": TRUTH,
    "detection": TRUTH,
    "false_abstention": TRUTH,
    "score": NUMBER,
    "outcome": TEXT,
    "ending": TEXT,
    "claims_without_flag": TRUTH,
    "failed_step": WHOLE,
    "failed_action": TEXT,
    "unmet_rule": TEXT,
    "acts": WHOLE,
    "state_queries": WHOLE,
    "inspected_acts": WHOLE,
    "revealing_calls": WHOLE,
    "informed_acts": WHOLE,
    "ill_formed_calls": WHOLE,
    "rejected_proposals": WHOLE,
    "surplus_calls": WHOLE,
    "calls_used": WHOLE,
    "budget": WHOLE,
    "model_calls": WHOLE,
    "input_tokens": WHOLE,
    "output_tokens": WHOLE,
    "cost_usd": NUMBER,
    "seconds": NUMBER,
}
"""The type of every column, in the order of the columns."""


def frame_of(rows: Iterable[EpisodeRow]) -> pd.DataFrame:
    """Return the rows as a frame, in the order given."""
    return typed_frame([asdict(row) for row in rows])


def typed_frame(rows: Iterable[Mapping[str, object]]) -> pd.DataFrame:
    """Return rows by column name as a frame of the fixed columns and types; a missing value is None."""
    import pandas as pd

    untyped = pd.DataFrame(
        [{name: _plain(row[name]) for name in COLUMNS} for row in rows], columns=list(COLUMNS), dtype=object
    )
    return untyped.astype(dict(TYPES))


def absent(rows: int, name: str) -> pd.Series[Any]:
    """Return a column of nothing but missing values, for one that a table of an earlier version lacks."""
    import pandas as pd

    return pd.Series([None] * rows, dtype=object).astype(TYPES[name])  # type: ignore[call-overload, no-any-return]


def _plain(value: object) -> object:
    """Return the value, a name of an enumeration as its bare text."""
    return str(value) if isinstance(value, str) else value
