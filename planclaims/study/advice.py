"""What to do about a foreseen error, where its message cannot know: files of the results are made, not written."""

from __future__ import annotations

from pathlib import Path

from planclaims.errors import InputError, PlanclaimsError

MADE_AGAIN = "delete this file and start again; the run makes it anew, and replies that are stored are not paid again"


def advised(error: PlanclaimsError, results: Path = Path("results")) -> str:
    """Return the message of an error, and what to do if a file below the results is broken."""
    broken = error.file if isinstance(error, InputError) else None
    if broken is not None and results.absolute() in Path(broken).absolute().parents:
        return f"{error}. What to do: {MADE_AGAIN}"
    return str(error)
