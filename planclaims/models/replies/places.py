"""Places in a list as text: `0-3, 7` are five of them, so that a long conversation takes a few characters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

RANGES = re.compile(r"(?:\d+(?:-\d+)?(?:, |$))*", re.ASCII)
MOST = 1_000_000
"""More places than any list here has: a broken file must not fill the memory."""


def ranges(places: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the runs of consecutive places, each as its first and its last."""
    first = last = None
    for place in places:
        if first is not None and last is not None and place == last + 1:
            last = place
            continue
        if first is not None and last is not None:
            yield first, last
        first = last = place
    if first is not None and last is not None:
        yield first, last


def places_text(places: Sequence[int]) -> str:
    """Return the places as text."""
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in ranges(places))


def read_places(text: str) -> tuple[int, ...]:
    """Return the places that a text names; ValueError if it is no such text."""
    if not RANGES.fullmatch(text) or text.endswith(", "):
        raise ValueError(f"no places: {text[:40]!r}")
    found: list[int] = []
    for part in text.split(", ") if text else ():
        first, _, last = part.partition("-")
        if len(part) > 2 * len(str(MOST)) or int(last or first) >= MOST:
            raise ValueError(f"no places: {text[:40]!r}")
        found.extend(range(int(first), int(last or first) + 1))
    return tuple(found)
