"""Names that are close to one that is not known: most are typed wrongly."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """Return a question after the likeliest known names, to stand after an error message; nothing if none is close."""
    by_lower = {one.lower(): one for one in known}
    near = [by_lower[one] for one in get_close_matches(str(name).lower(), by_lower, n=3, cutoff=0.75)]
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
