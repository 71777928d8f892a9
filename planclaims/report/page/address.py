"""Addresses within the page: of the list of the episodes that a filter selects; list.js reads what is written here."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote, urlencode

from planclaims.analysis.filters import Filter, Plain, Span, Wanted

EMPTY = "~"
"""Set behind a column's name to ask for its empty cells."""


SUITE_LIST, STUDY_LIST = "#episodes", "#list"
"""Where the list stands on the page of a suite, and on that of the first study, whose episodes stand in a grid too."""


def list_address(wanted: Filter, place: str = SUITE_LIST) -> str:
    """Return the address of the list of just these episodes."""
    pairs = [pair for column, value in wanted.items() for pair in _pairs(column, value)]
    return place + (f"?{urlencode(pairs, quote_via=quote)}" if pairs else "")


def _pairs(column: str, value: Wanted) -> Iterator[tuple[str, str]]:
    if isinstance(value, Span):
        yield column, f"{_bound(value.low)}..{_bound(value.high)}"
    elif isinstance(value, str | bool | int | float):
        yield column, _text(value)
    elif value is None:
        yield column + EMPTY, ""
    else:
        for one in value:
            yield from _pairs(column, one)


def _bound(number: float | None) -> str:
    return "" if number is None else _text(number)


def _text(value: Plain) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
