"""The mark of a rehearsal on everything made of it: its respondents are simulated, and no number of it is a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

PREFIX = "simulated-"
"""What the name of every simulated respondent begins with, in every record, row and label."""
NOTE = (
    f"REHEARSAL: respondents named {PREFIX}... are random scripts that stand in for models before a study is paid for. "
    "No number here is a result."
)
STAMP = "REHEARSAL: simulated respondents"
COLUMN, CELL = "rehearsal", "simulated"
_MARKED: ContextVar[bool] = ContextVar("rehearsal", default=False)


def is_rehearsed(models: Iterable[object]) -> bool:
    """Return whether some of the models are simulated."""
    return any(str(name).startswith(PREFIX) for name in models)


@contextmanager
def marking(models: Iterable[object]) -> Iterator[None]:
    """Have what is written within bear the mark, if some of the models are simulated."""
    token = _MARKED.set(is_rehearsed(models))
    try:
        yield
    finally:
        _MARKED.reset(token)


def marked() -> bool:
    """Return whether what is written now must bear the mark."""
    return _MARKED.get()
