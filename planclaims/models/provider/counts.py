"""Token counts as providers report them: a count that is absent or impossible is absent, never zero."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

MOST = 1_000_000_000
"""More tokens than any call has: what lies above is a fault of the provider's, not a count."""
INPUT, OUTPUT = ("prompt_tokens", "input_tokens"), ("completion_tokens", "output_tokens")


def token_count(value: object) -> int | None:
    """Return a count of tokens, a fraction rounded; None for what counts nothing: text, negative, infinite, huge."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return math.floor(value + 0.5) if 0 <= value <= MOST else None


def usage_counts(usage: object, *, empty: bool) -> tuple[int | None, int | None]:
    """Return the tokens read and written; `empty` tells that the reply has no text.

    Nobody answers a request of no tokens, nor with a text of none: such a zero stands for a count that was not made.
    """
    given: Mapping[str, Any] = usage if isinstance(usage, Mapping) else {}
    read, written = (
        next((count for name in names if (count := token_count(given.get(name))) is not None), None)
        for names in (INPUT, OUTPUT)
    )
    return read or None, None if written == 0 and (not empty or not read) else written
