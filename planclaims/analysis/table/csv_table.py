"""A CSV file of documented columns as typed columns, its faults named by line."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from planclaims.analysis.table.frame import NUMBER, TRUTH, TYPES, WHOLE, absent
from planclaims.analysis.table.header import check_columns, check_separator
from planclaims.analysis.table.row import COLUMNS
from planclaims.errors import InputError

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa  # type: ignore[import-untyped]

WORDS = {"true": True, "false": False}


def read_csv(path: Path) -> pd.DataFrame:
    """Return the typed columns; every text is read once, however often it stands in its column."""
    import pandas as pd

    table = _texts(path)
    check_columns(table.column_names, path)
    columns: dict[str, Any] = {}
    for name in COLUMNS:
        if name not in table.column_names:
            columns[name] = absent(len(table), name)
            continue
        encoded = table.column(name).combine_chunks().dictionary_encode()
        texts: list[str] = encoded.dictionary.to_pylist()
        places = encoded.indices.to_numpy()
        values: Any = [_value(text, name) for text in texts]
        wrong = [code for code, value in enumerate(values) if isinstance(value, _Wrong)]
        if wrong:
            place = int((places == wrong[0]).argmax())
            raise InputError(
                f"wrong value in column {name}",
                file=path,
                line=line_of(path, place),
                found=repr(texts[wrong[0]]),
                allowed=READERS[TYPES[name]][1],
            )
        columns[name] = pd.array(values, dtype=TYPES[name]).take(places)
    return pd.DataFrame(columns)


def _texts(path: Path) -> pa.Table:
    """Return every cell of a CSV file as text."""
    import pyarrow as pa
    from pyarrow import csv as arrow

    try:
        with path.open("rb") as file:
            first = file.readline().decode("utf-8-sig")
        check_separator(first, path)
        header = next(csv.reader([first]), [])
        if not header:
            check_columns([], path)
        return arrow.read_csv(
            path,
            read_options=arrow.ReadOptions(use_threads=False, block_size=1 << 24),
            parse_options=arrow.ParseOptions(newlines_in_values=True),
            convert_options=arrow.ConvertOptions(column_types=dict.fromkeys(header, pa.string())),
        )
    except OSError as problem:
        raise InputError(f"cannot be read ({problem.strerror})", file=path) from None
    except UnicodeDecodeError as problem:
        raise InputError(f"cannot be read: {problem}", file=path) from None
    except pa.ArrowInvalid as problem:
        _explain(path, str(problem))


def _explain(path: Path, problem: str) -> NoReturn:
    """Raise an InputError that names the first line with too many or too few cells, or else the problem as it is."""
    try:
        lengths = [(line, len(cells)) for line, cells in _lines(path)]
    except (UnicodeDecodeError, csv.Error) as unreadable:
        raise InputError(f"cannot be read: {unreadable}", file=path) from None
    width = lengths[0][1] if lengths else 0
    for line, length in lengths:
        if length != width:
            raise InputError(f"the line has {length} cells, the header {width}", file=path, line=line)
    raise InputError(f"cannot be read: {problem}", file=path)


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of every line that is not blank, with its number; a cell may run over several lines."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.reader(file)
        yield from ((reader.line_num, cells) for cells in reader if cells)


def line_of(path: Path, place: int) -> int:
    """Return the line at which the row at a place ends; line breaks within cells count."""
    return next(line for count, (line, _) in enumerate(_lines(path), start=-1) if count == place)


class _Wrong:
    """What is read from a text that the column cannot hold."""


def _value(text: str, column: str) -> object:
    """Return the value of a cell; empty means missing, and a text such as NA means itself."""
    if not text:
        return None
    if TYPES[column] not in READERS:
        return text
    try:
        return READERS[TYPES[column]][0](text)
    except (KeyError, ValueError):
        return _Wrong()


def _whole(text: str) -> int:
    """Return a whole number, which may be written 4.0 as tables with missing values often do."""
    try:
        return int(text)
    except ValueError:
        if not float(text).is_integer():
            raise
        return int(float(text))


def _number(text: str) -> float:
    if not math.isfinite(float(text)):
        raise ValueError("no finite number")
    return float(text)


READERS: Mapping[str, tuple[Callable[[str], object], str]] = {
    TRUTH: (lambda text: WORDS[text.lower()], "True, False"),
    WHOLE: (_whole, "a whole number"),
    NUMBER: (_number, "a number"),
}
"""How the texts of a type are read, and what is allowed, in words."""
