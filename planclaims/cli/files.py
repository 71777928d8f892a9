"""Files and streams as the command meets them: `-` is standard input, output is text or JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from planclaims.errors import InputError

STANDARD_INPUT = "-"


def read_text(name: str) -> str:
    """Return the text of a file or of standard input; bytes that are no UTF-8 stay visible as escapes."""
    if name == STANDARD_INPUT and sys.stdin is None:  # Python's stand-in for a stream that was closed before the start
        raise InputError("standard input is closed", allowed="a file or a pipe")
    try:
        content = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", file=name or "''") from error
    return content.decode("utf-8", errors="backslashreplace")


def check_names(names: Iterable[str]) -> None:
    """Raise InputError if standard input is asked for more than once."""
    if list(names).count(STANDARD_INPUT) > 1:
        raise InputError("standard input can be read only once", found="- more than once", allowed="one -")


def print_json(value: Mapping[str, object]) -> None:
    """Print the value as one line of JSON."""
    print(json.dumps(value, ensure_ascii=False))
