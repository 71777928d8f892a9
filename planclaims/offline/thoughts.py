"""Reading the proposals and ratings of Tree of Thoughts: leniently, but always as many as were asked for."""

from __future__ import annotations

import re

Actions = tuple[str, ...]
"""Actions as text, `(action-name object1 object2)`."""

ACTION = re.compile(r"\(\s*([\w-]+(?:[\s,]+[\w-]+)*)\s*\)")
NUMBERED = re.compile(r"^[ \t>*#-]*(?:[A-Za-z]+[ \t]+)?\d+\**(?:\.(?!\d)|[:)=])", re.MULTILINE)
BULLETED = re.compile(r"^[ \t]*[*-][ \t]", re.MULTILINE)
FENCED = re.compile(r"^[ \t]*```[^\n]*\n(.*?)^[ \t]*```", re.MULTILINE | re.DOTALL)
RATED = re.compile(r"^[^\w\n]*(?:[A-Za-z]+[ \t]+)?#?(\d{1,2})\**[ \t]*(?:\.(?!\d)|[-:)=\]|])(.*)$", re.MULTILINE)
NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?(?![\w-])")
SCALE = re.compile(r"(?<!\s)\s*+(?:/|out of)\s*10\b")
HIGHEST = 10


def read_continuations(text: str, *, branching: int, steps: int) -> tuple[Actions, ...]:
    """Return exactly `branching` continuations of at most `steps` actions each.

    The items of a numbered list are continuations, on one line or over several; else several fenced blocks, else
    a bulleted list, else the lines that have an action. Surplus is cut. An item without a readable action is an
    empty continuation, and so is a missing item.
    """
    read = [_actions(item)[:steps] for item in _items(text)[:branching]]
    return tuple(read + [()] * (branching - len(read)))


def _items(text: str) -> list[str]:
    blocks = FENCED.findall(text)
    if not NUMBERED.search(text) and len(blocks) > 1:
        return blocks
    for beginning in (NUMBERED, BULLETED):
        starts = [match.start() for match in beginning.finditer(text)]
        if starts:
            return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    return [line for line in text.splitlines() if ACTION.search(line)]


def _actions(text: str) -> Actions:
    return tuple("(" + " ".join(re.split(r"[\s,]+", match[1])) + ")" for match in ACTION.finditer(text))


def read_ratings(text: str, *, count: int) -> tuple[float, ...]:
    """Return exactly `count` ratings from 0 to 10; one that is missing, unreadable or out of range is 0.

    A line that starts with an item's number rates that item (the last such line counts); without any, as many
    bare numbers as there are items are their ratings in order.
    """
    plain = SCALE.sub("", text)
    ratings: dict[int, float] = {}
    for match in RATED.finditer(plain):
        number, value = int(match[1]), NUMBER.search(match[2])
        if value and 1 <= number <= count:
            ratings[number] = _bounded(value[0])
    bare = NUMBER.findall(plain)
    if not ratings and len(bare) == count:
        return tuple(map(_bounded, bare))
    return tuple(ratings.get(number, 0.0) for number in range(1, count + 1))


def _bounded(number: str) -> float:
    value = float(number)
    return value if value <= HIGHEST else 0.0
