"""The episodes table as files: written with the same bytes for the same rows, checked when read back."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planclaims.analysis.table.contradictions import first_fault
from planclaims.analysis.table.csv_table import READERS, line_of, read_csv
from planclaims.analysis.table.frame import TYPES, absent, frame_of
from planclaims.analysis.table.header import check_columns
from planclaims.analysis.table.row import COLUMNS, EpisodeRow
from planclaims.errors import InputError
from planclaims.storage import write_whole

if TYPE_CHECKING:
    import pandas as pd


def write_episodes(rows: Sequence[EpisodeRow], csv_path: Path, parquet_path: Path) -> None:
    """Write the table as CSV and as Parquet."""
    frame = frame_of(rows)
    write_whole(csv_path, csv_bytes(frame))
    write_whole(parquet_path, parquet_bytes(frame))


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """Return the table as CSV: one header line, an empty cell for a missing value."""
    return frame.to_csv(index=False, lineterminator="\n").encode("utf-8", "backslashreplace")


def parquet_bytes(frame: pd.DataFrame) -> bytes:
    """Return the table as Parquet; it holds no date."""
    buffer = io.BytesIO()
    frame.to_parquet(buffer, engine="pyarrow", index=False)
    return buffer.getvalue()


def read_episodes(path: Path) -> pd.DataFrame:
    """Return the table of a .csv or .parquet file; columns that are not documented are left out.

    InputError, naming file and line, for missing columns, unreadable values, doubled episodes and rows that
    contradict themselves or one another.
    """
    frame = _read_parquet(path) if path.suffix == ".parquet" else read_csv(path)
    fault = first_fault(frame)
    if fault is None:
        return frame
    earlier = "" if fault.earlier is None else f" in {_named(path, fault.earlier)}"
    if path.suffix == ".parquet":
        raise InputError(f"{_named(path, fault.place)}: {fault.text}{earlier}", file=path)
    raise InputError(f"{fault.text}{earlier}", file=path, line=line_of(path, fault.place))


def _read_parquet(path: Path) -> pd.DataFrame:
    import pandas as pd

    try:
        content = path.read_bytes()
    except OSError as problem:
        raise InputError(f"cannot be read ({problem.strerror})", file=path) from None
    try:
        frame = pd.read_parquet(io.BytesIO(content), engine="pyarrow")
    except (OSError, ValueError) as problem:
        raise InputError(f"cannot be read: {problem}", file=path) from None
    check_columns(list(map(str, frame.columns)), path)
    columns: dict[str, pd.Series[Any]] = {name: _typed(frame[name], path) for name in COLUMNS if name in frame}
    columns |= {name: absent(len(frame), name) for name in COLUMNS if name not in frame}
    return pd.DataFrame(columns)[list(COLUMNS)].reset_index(drop=True)


def _typed(column: pd.Series[str], path: Path) -> pd.Series[str]:
    """Return a column of the documented type."""
    name = str(column.name)
    try:
        return column.astype(TYPES[name])  # type: ignore[call-overload, no-any-return]
    except (TypeError, ValueError) as problem:
        allowed = READERS[TYPES[name]][1] if TYPES[name] in READERS else "texts"
        raise InputError(f"wrong values in column {name}: {problem}", file=path, allowed=allowed) from None


def _named(path: Path, place: int) -> str:
    """Return where the row at a place stands: a Parquet file has rows, a CSV file has lines."""
    return f"row {place + 1}" if path.suffix == ".parquet" else f"line {line_of(path, place)}"
