"""The frame of a rule's script: its log, and foreseen errors told in one line."""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from planclaims.errors import InputError, PlanclaimsError
from planclaims.storage import storing

MADE_AGAIN = "delete this file and start again; the run makes it anew, and replies that are stored are not paid again"
INTERRUPTED = 130
"""The exit code of a script that was interrupted from the keyboard: where it was when that came is of no interest."""


@contextlib.contextmanager
def script_log(path: str) -> Iterator[None]:
    """Send the output of a rule's script to its log; a foreseen error is one line there and on the terminal."""
    try:
        with storing():
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            with Path(path).open("w", encoding="utf-8") as log, contextlib.redirect_stdout(log), _noted(log):
                yield
    except PlanclaimsError as error:
        sys.exit(advised(error))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


@contextlib.contextmanager
def _noted(log: IO[str]) -> Iterator[None]:
    """Note an error in a log: a line if it is foreseen, else where it came from."""
    try:
        yield
    except PlanclaimsError as error:
        log.write(f"{advised(error)}\n")
        raise
    except Exception:
        log.write(traceback.format_exc())
        raise


def advised(error: PlanclaimsError, results: Path = Path("results")) -> str:
    """Return the message of an error, and what to do if a file below the results is broken."""
    broken = error.file if isinstance(error, InputError) else None
    if broken is not None and Path(broken).is_file() and results.absolute() in Path(broken).absolute().parents:
        return f"{error}. What to do: {MADE_AGAIN}"
    return str(error)
