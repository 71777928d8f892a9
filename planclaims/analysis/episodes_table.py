"""The episodes table as files: written with the same bytes for the same rows, checked when read back."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.analysis.contradictions import contradiction
from planclaims.analysis.frame import KEY, NUMBER, TRUTH, TYPES, WHOLE, frame_of, typed_frame
from planclaims.episodes.atomic import write_whole
from planclaims.errors import InputError
from planclaims.scoring.row import COLUMNS, EpisodeRow

if TYPE_CHECKING:
    import pandas as pd

Key = tuple[object, ...]
WORDS = {"True": True, "False": False}


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
    """Return the table of a .csv or .parquet file.

    InputError, naming file and line, for missing or unknown columns, unreadable values, doubled episodes and rows
    that contradict themselves or one another.
    """
    rows = list(_parquet_rows(path) if path.suffix == ".parquet" else _csv_rows(path))
    lines: dict[Key, int] = {}
    lengths: dict[Key, object] = {}
    for line, row in enumerate(rows, start=2):
        fault = contradiction(row) or _clash(row, line, lines, lengths)
        if fault:
            raise InputError(fault, file=path, line=line)
    return typed_frame(rows)


def _clash(row: Mapping[str, object], line: int, lines: dict[Key, int], lengths: dict[Key, object]) -> str | None:
    """Return where a row clashes with an earlier one; the lines and lengths met so far are kept up to date."""
    first = lines.setdefault(tuple(row[name] for name in KEY), line)
    if first != line:
        return f"the episode stands already in line {first}"
    if row["scored"]:
        length = lengths.setdefault((row["domain"], row["task"]), row["optimal_length"])
        if length != row["optimal_length"]:
            return f"optimal_length is {row['optimal_length']}, and {length} in an earlier line of the same task"
    return None


def _csv_rows(path: Path) -> Iterator[dict[str, object]]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.reader(file)
            header = next(reader, [])
            _check_columns(header, path)
            for cells in reader:
                if len(cells) != len(header):
                    problem = f"the line has {len(cells)} cells, the header {len(header)}"
                    raise InputError(problem, file=path, line=reader.line_num)
                texts = dict(zip(header, cells, strict=True))
                yield {name: _value(texts[name], name, path, reader.line_num) for name in COLUMNS}
    except (OSError, UnicodeDecodeError) as problem:
        raise InputError(f"cannot be read: {problem}", file=path) from None


def _parquet_rows(path: Path) -> Iterator[dict[str, object]]:
    import pandas as pd

    try:
        frame = pd.read_parquet(path, engine="pyarrow")
    except (OSError, ValueError) as problem:
        raise InputError(f"cannot be read: {problem}", file=path) from None
    _check_columns(list(frame.columns), path)
    plain = frame.astype(object).where(frame.notna(), None)
    for row in plain.to_dict("records"):
        yield {str(name): value for name, value in row.items()}


def _check_columns(found: Sequence[str], path: Path) -> None:
    missing = [name for name in COLUMNS if name not in found]
    unknown = [name for name in found if name not in COLUMNS]
    if missing:
        raise InputError(f"missing columns: {', '.join(missing)}", file=path)
    if unknown or len(set(found)) != len(found):
        raise InputError("unknown or doubled columns", file=path, found=", ".join(unknown or found))


def _value(text: str, column: str, path: Path, line: int) -> object:
    """Return the value of a cell; empty means missing, and a text such as NA means itself."""
    if not text:
        return None
    readers: Mapping[str, tuple[type | object, str]] = {
        TRUTH: (WORDS.__getitem__, "True, False"),
        WHOLE: (int, "a whole number"),
        NUMBER: (float, "a number"),
    }
    reader, allowed = readers.get(TYPES[column], (str, ""))
    try:
        return reader(text)  # type: ignore[operator]
    except (KeyError, ValueError):
        raise InputError(
            f"wrong value in column {column}", file=path, line=line, found=repr(text), allowed=allowed
        ) from None
