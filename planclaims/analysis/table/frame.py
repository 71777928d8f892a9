"""The episodes table as a data frame: fixed columns of fixed types, missing values never guessed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from planclaims.analysis.table.row import COLUMNS, EpisodeRow

if TYPE_CHECKING:
    import pandas as pd

TEXT, TRUTH, WHOLE, NUMBER = "string", "boolean", "Int64", "Float64"
"""Types that can miss a value without turning into another type."""

KEY = ("model", "method", "domain", "task", "repeat")
"""The columns that tell episodes apart, and their order in the table."""

_TYPES: Mapping[type, str] = {bool: TRUTH, int: WHOLE, float: NUMBER}


def _type_of(hint: object) -> str:
    """Return the type of the column that holds values of an annotation such as `int | None`; names are texts."""
    kinds = [kind for kind in get_args(hint) or (hint,) if kind is not NoneType]
    return _TYPES.get(kinds[0], TEXT)


TYPES: Mapping[str, str] = {name: _type_of(hint) for name, hint in get_type_hints(EpisodeRow).items()}
"""The type of every column, in the order of the columns, as the fields of a row declare it."""


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
