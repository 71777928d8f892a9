"""How rows of the tables are told to agents: JSON with fixed keys, money and times as text; and as which cells."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from planclaims.suites.longhorizon.amounts import minutes_text, money_text, rating_text
from planclaims.suites.longhorizon.measures import Cell
from planclaims.suites.longhorizon.travel.world import Attraction, Hotel, Leg, Place, Restaurant, Route, row_of

Row = Place | Hotel | Attraction | Restaurant | Route | Leg


@dataclass(frozen=True, slots=True)
class Result:
    """What a query returns: its text, its cells, and whether it found anything."""

    text: str
    cells: frozenset[Cell]
    found: bool


def listed(rows: Iterable[Row], columns: Mapping[str, Callable[[object], object]]) -> Result:
    """Return rows as a list of objects, with these columns and their spellings."""
    told, seen = [], set[Cell]()
    for row in rows:
        table, key = row_of(row)
        told.append({_told(column): spell(getattr(row, column)) for column, spell in columns.items()})
        seen.update(Cell(table, key, column) for column in columns)
    return Result(json.dumps(told, ensure_ascii=False), frozenset(seen), bool(told))


def one(row: Row, columns: Mapping[str, Callable[[object], object]]) -> Result:
    """Return one row as an object."""
    result = listed([row], columns)
    return Result(result.text[1:-1], result.cells, True)


def _told(column: str) -> str:
    return {"least": "min_minutes", "most": "max_minutes", "origin": "from", "destination": "to"}.get(column, column)


def plain(value: object) -> object:
    """Return a value as it is; tuples as lists."""
    return list(value) if isinstance(value, tuple) else value


def _money(value: object) -> object:
    assert isinstance(value, int)
    return money_text(value)


def _time(value: object) -> object:
    assert isinstance(value, int)
    return minutes_text(value)


def _rating(value: object) -> object:
    assert isinstance(value, int)
    return rating_text(value)


def _seats(value: object) -> object:
    return "plenty" if value is None else value


LEG_COLUMNS: Mapping[str, Callable[[object], object]] = {
    "number": plain,
    "date": plain,
    "origin": plain,
    "destination": plain,
    "dep": _time,
    "arr": _time,
    "seat_class": plain,
    "seats": _seats,
    "price": _money,
}
AT: Mapping[str, Callable[[object], object]] = {"name": plain, "city": plain, "x": plain, "y": plain}
HOTEL_COLUMNS = {
    **AT,
    "star": plain,
    "price": _money,
    "rating": _rating,
    "brand": plain,
    "decorated": plain,
    "services": plain,
}
ATTRACTION_COLUMNS = {
    **AT,
    "type": plain,
    "rating": _rating,
    "open": _time,
    "close": _time,
    "closed": plain,
    "least": plain,
    "most": plain,
    "ticket": _money,
}
RESTAURANT_COLUMNS = {
    **AT,
    "cuisine": plain,
    "price": _money,
    "open": _time,
    "close": _time,
    "rating": _rating,
    "tags": plain,
    "near": plain,
}
ROUTE_COLUMNS: Mapping[str, Callable[[object], object]] = {
    "origin": plain,
    "destination": plain,
    "metres": plain,
    "minutes": plain,
    "fare": _money,
    "mode": plain,
}
