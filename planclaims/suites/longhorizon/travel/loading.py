"""Worlds and tasks from their JSON files; a row that cannot be right is refused with its table and number."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from planclaims.errors import InputError, json_fault
from planclaims.suites.longhorizon.amounts import DAY
from planclaims.suites.longhorizon.travel.parameters import WEEKDAYS
from planclaims.suites.longhorizon.travel.world import Attraction, Hotel, Leg, Place, Restaurant, Route, World

Row = Mapping[str, Any]
Kind = TypeVar("Kind")
KINDS = ("station", "hotel", "attraction", "restaurant")


def whole(least: int, most: int) -> Callable[[object], bool]:
    """Return the check of a whole number between two bounds."""
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _name(value: object) -> bool:
    return (
        isinstance(value, str) and value == value.strip() != "" and not any(mark in value for mark in ("|", "->", "\n"))
    )


def _date(value: object) -> bool:
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def listed_of(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    """Return the check of a list of different values that fit."""
    return lambda value: isinstance(value, list) and all(map(fits, value)) and len(set(map(str, value))) == len(value)


Check = tuple[str, Callable[[object], bool]]
NAME: Check = ("a name without |, -> and outer spaces", _name)
MONEY: Check = ("whole cents, 0 or more", whole(0, 10**8))
TIME: Check = ("minutes since midnight, 0 to 1440", whole(0, DAY))
MINUTES: Check = ("whole minutes, 1 or more", whole(1, DAY))
RATING: Check = ("whole tenths, 0 to 50", whole(0, 50))
COORDINATE: Check = ("whole metres", whole(-(10**7), 10**7))
NAMES: Check = ("a list of different names", listed_of(_name))
DATE: Check = ("a date as YYYY-MM-DD", _date)
SEATS: Check = ("a whole number, or null for plenty", lambda value: value is None or whole(0, 10**6)(value))
WEEKDAY_LIST: Check = ("a list of English weekdays", listed_of(lambda value: value in WEEKDAYS))
AT: Mapping[str, Check] = {"name": NAME, "city": NAME, "x": COORDINATE, "y": COORDINATE}
LEG: Mapping[str, Check] = {
    "number": NAME,
    "date": DATE,
    "from": NAME,
    "to": NAME,
    "dep": TIME,
    "arr": TIME,
    "seat_class": NAME,
    "seats": SEATS,
    "price": MONEY,
}
COLUMNS: Mapping[str, Mapping[str, Check]] = {
    "places": {**AT, "kind": (", ".join(KINDS), lambda value: value in KINDS)},
    "trains": LEG,
    "flights": LEG,
    "hotels": {
        **AT,
        "star": ("1 to 5", whole(1, 5)),
        "price": MONEY,
        "rating": RATING,
        "brand": NAME,
        "decorated": ("a year", whole(1800, 2100)),
        "services": NAMES,
    },
    "attractions": {
        **AT,
        "type": NAME,
        "rating": RATING,
        "open": TIME,
        "close": TIME,
        "closed": WEEKDAY_LIST,
        "min": MINUTES,
        "max": MINUTES,
        "ticket": MONEY,
    },
    "restaurants": {
        **AT,
        "cuisine": NAME,
        "price": MONEY,
        "open": TIME,
        "close": TIME,
        "rating": RATING,
        "tags": NAMES,
        "near": NAME,
    },
    "routes": {
        "from": NAME,
        "to": NAME,
        "metres": ("whole metres, 0 or more", whole(0, 10**7)),
        "minutes": ("whole minutes, 0 or more", whole(0, DAY)),
        "fare": MONEY,
        "mode": ("walk, taxi", lambda value: value in ("walk", "taxi")),
    },
}
ORDERED = (("dep", "arr"), ("open", "close"), ("min", "max"))
"""Columns of which the first may not exceed the second; of times it must be earlier."""


class _File:
    """A world's file while it is read: it knows where a fault lies."""

    def __init__(self, path: Path, document: object) -> None:
        self.path = path
        if not isinstance(document, dict) or set(document) != {"cities", *COLUMNS}:
            found = ", ".join(document) if isinstance(document, dict) else type(document).__name__
            raise InputError(
                "the tables are not right", file=path, found=found, allowed=", ".join(["cities", *COLUMNS])
            )
        self.document: Mapping[str, Any] = document
        if not NAMES[1](document["cities"]):
            raise self.fault("cities", 1, "wrong value", document["cities"], NAMES[0])
        self.cities: tuple[str, ...] = tuple(document["cities"])

    def fault(self, table: str, number: int, problem: str, found: object, allowed: str) -> InputError:
        """Return the error for a row, counted from 1."""
        return InputError(f"{table}, row {number}: {problem}", file=self.path, found=repr(found)[:120], allowed=allowed)

    def rows(self, table: str) -> Iterator[tuple[int, Row]]:
        """Yield the rows with their numbers, each checked by itself."""
        listed = self.document[table]
        if not isinstance(listed, list):
            raise self.fault(table, 1, "is no list", type(listed).__name__, "a list of rows")
        for number, row in enumerate(listed, start=1):
            self._check_row(table, number, row)
            yield number, row

    def _check_row(self, table: str, number: int, row: object) -> None:
        columns = COLUMNS[table]
        if not isinstance(row, dict) or row.keys() != columns.keys():
            found = ", ".join(row) if isinstance(row, dict) else row
            raise self.fault(table, number, "the columns are not right", found, ", ".join(columns))
        for column, (allowed, fits) in columns.items():
            if not fits(row[column]):
                raise self.fault(table, number, f"wrong {column}", row[column], allowed)
        if row.get("city", self.cities[0]) not in self.cities:
            raise self.fault(table, number, "unknown city", row["city"], ", ".join(self.cities))
        for low, high in ORDERED:
            late = low in row and (row[low] > row[high] or (low != "min" and row[low] == row[high]))
            if late:
                raise self.fault(table, number, f"{low} is not before {high}", row[low], f"less than {row[high]}")

    def known(self, table: str, number: int, column: str, name: str, places: Mapping[str, Place], *kinds: str) -> None:
        """Refuse a key that dangles: no place, or one of another kind."""
        if name not in places or places[name].kind not in kinds:
            allowed = f"the name of a place of kind {' or '.join(kinds)}"
            raise self.fault(table, number, f"dangling {column}", name, allowed)


def read_world(path: Path) -> World:
    """Return the world in the file; InputError with table and row where anything cannot be right."""
    return world_of(document_of(path), path)


def world_of(document: object, path: Path) -> World:
    """Return the world that the document spells; InputError, naming the file, for what cannot be right."""
    file = _File(path, document)
    places = _by_name(file, "places", lambda row: Place(row["name"], row["kind"], row["city"], row["x"], row["y"]))
    hotels = _by_name(file, "hotels", _hotel, places)
    attractions = _by_name(file, "attractions", _attraction, places)
    restaurants = _by_name(file, "restaurants", _restaurant, places)
    for number, row in file.rows("restaurants"):
        file.known("restaurants", number, "near", row["near"], places, "attraction")
    for number, row in file.rows("places"):
        tables = {"hotel": hotels, "attraction": attractions, "restaurant": restaurants}
        if row["kind"] in tables and row["name"] not in tables[row["kind"]]:
            raise file.fault("places", number, f"no row in {row['kind']}s", row["name"], "a place with its row")
    return World(file.cities, places, hotels, attractions, restaurants, _legs(file, places), _routes(file, places))


def document_of(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file; InputError with the line if there is none."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise InputError(f"cannot be read: {problem.strerror}", file=path) from None
    except UnicodeDecodeError:
        raise InputError("is not UTF-8 text", file=path) from None
    except json.JSONDecodeError as problem:
        raise InputError(json_fault(problem), file=path, line=problem.lineno) from None
    if not isinstance(document, dict):
        raise InputError("is no JSON object", file=path, found=type(document).__name__)
    return document


def _by_name(
    file: _File, table: str, make: Callable[[Row], Kind], places: Mapping[str, Place] | None = None
) -> Mapping[str, Kind]:
    found: dict[str, Kind] = {}
    for number, row in file.rows(table):
        name = row["name"]
        if name in found:
            raise file.fault(table, number, "duplicate name", name, "a name that no other row has")
        if places is not None:
            file.known(table, number, "name", name, places, table.removesuffix("s"))
            place = places[name]
            if (place.city, place.x, place.y) != (row["city"], row["x"], row["y"]):
                raise file.fault(table, number, "not where places has it", name, f"{place.city} {place.x},{place.y}")
        found[name] = make(row)
    return found


def _hotel(row: Row) -> Hotel:
    return Hotel(**{**row, "services": tuple(row["services"])})


def _attraction(row: Row) -> Attraction:
    kept = {column: value for column, value in row.items() if column not in ("min", "max")}
    return Attraction(**{**kept, "closed": tuple(row["closed"]), "least": row["min"], "most": row["max"]})


def _restaurant(row: Row) -> Restaurant:
    return Restaurant(**{**row, "tags": tuple(row["tags"])})


def _ends(row: Row) -> dict[str, Any]:
    kept = {column: value for column, value in row.items() if column not in ("from", "to")}
    return {**kept, "origin": row["from"], "destination": row["to"]}


def _legs(file: _File, places: Mapping[str, Place]) -> Mapping[tuple[str, str, str, str, str], Leg]:
    found: dict[tuple[str, str, str, str, str], Leg] = {}
    for table in ("trains", "flights"):
        for number, row in file.rows(table):
            for column in ("from", "to"):
                file.known(table, number, column, row[column], places, "station")
            leg = Leg(mode=table.removesuffix("s"), **_ends(row))
            if leg.key in found:
                raise file.fault(table, number, "duplicate leg", leg.number, "a number once per date and stations")
            found[leg.key] = leg
    return found


def _routes(file: _File, places: Mapping[str, Place]) -> Mapping[tuple[str, str], Route]:
    found: dict[tuple[str, str], Route] = {}
    for number, row in file.rows("routes"):
        for column in ("from", "to"):
            file.known("routes", number, column, row[column], places, *KINDS)
        route = Route(**_ends(row))
        pair = (route.origin, route.destination)
        if places[pair[0]].city != places[pair[1]].city:
            raise file.fault("routes", number, "leads out of the city", " -> ".join(pair), "two places of one city")
        if pair in found:
            raise file.fault("routes", number, "duplicate route", " -> ".join(pair), "a pair once")
        found[pair] = route
    return found
