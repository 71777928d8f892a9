"""Files and streams as the command meets them: `-` is standard input, output is text or JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from planclaims.analysis.formats.sheet import Sheet

STANDARD_INPUT = "-"


def read_text(name: str) -> str:
    """Return the text of a file or of standard input; bytes that are no UTF-8 stay visible as escapes."""
    if name == STANDARD_INPUT and sys.stdin is None:  # Python's stand-in for a stream that was closed before the start
        raise InputError("standard input is closed", allowed="a file or a pipe")
    try:
        content = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror}); {_hint(error, name)}", file=name or "''") from error
    return content.decode("utf-8", errors="backslashreplace")


def _hint(error: OSError, name: str) -> str:
    """Return what to do about a file that cannot be read."""
    path = Path(name)
    if isinstance(error, IsADirectoryError):
        return "name a file in this folder"
    if isinstance(error, FileNotFoundError) and path.parent.is_dir():
        near = did_you_mean(path.name, (one.name for one in path.parent.iterdir()))
        return f"give the path of a file that is there, or - for standard input{near}"
    return "give the path of a file that you may read"


def check_names(names: Iterable[str]) -> None:
    """Raise InputError if standard input is asked for more than once."""
    if list(names).count(STANDARD_INPUT) > 1:
        raise InputError("standard input can be read only once", found="- more than once", allowed="one -")


def print_json(value: Mapping[str, object]) -> None:
    """Print the value as one line of JSON."""
    print(json.dumps(value, ensure_ascii=False))


def print_sheets(sheets: Iterable[Sheet]) -> None:
    """Print each table as one line of JSON: its title, its header, its rows of cells as text, and its notes."""
    for sheet in sheets:
        rows = [list(map(str, row)) for row in sheet.rows]
        print_json({"table": sheet.title, "header": list(sheet.header), "rows": rows, "notes": list(sheet.notes)})
