"""The world of a travel task: frozen tables with their keys. Money in cents, times in minutes, ratings in tenths."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from planclaims.suites.longhorizon.measures import Cell


@dataclass(frozen=True, slots=True)
class Place:
    """A point that can be stood at; `kind` is station, hotel, attraction or restaurant."""

    name: str
    kind: str
    city: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Leg:
    """A train or a flight between two stations on a date; `seats` is None where there are plenty."""

    mode: str
    number: str
    date: str
    origin: str
    destination: str
    dep: int
    arr: int
    seat_class: str
    seats: int | None
    price: int

    @property
    def key(self) -> tuple[str, str, str, str, str]:
        """Return what tells the leg from all others."""
        return (self.mode, self.number, self.date, self.origin, self.destination)

    @property
    def minutes(self) -> int:
        """Return how long it takes."""
        return self.arr - self.dep


@dataclass(frozen=True, slots=True)
class Hotel:
    """A hotel; the price is per room and night."""

    name: str
    city: str
    x: int
    y: int
    star: int
    price: int
    rating: int
    brand: str
    decorated: int
    services: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Attraction:
    """A sight; the ticket is per person, `least` and `most` bound the minutes of a visit."""

    name: str
    city: str
    x: int
    y: int
    type: str
    rating: int
    open: int
    close: int
    closed: tuple[str, ...]
    least: int
    most: int
    ticket: int


@dataclass(frozen=True, slots=True)
class Restaurant:
    """A restaurant; the price is per person, `near` names an attraction."""

    name: str
    city: str
    x: int
    y: int
    cuisine: str
    price: int
    open: int
    close: int
    rating: int
    tags: tuple[str, ...]
    near: str


@dataclass(frozen=True, slots=True)
class Route:
    """A way within a city; the fare is per car."""

    origin: str
    destination: str
    metres: int
    minutes: int
    fare: int
    mode: str


Named = Hotel | Attraction | Restaurant
TABLES: Mapping[type, str] = {
    Place: "places",
    Hotel: "hotels",
    Attraction: "attractions",
    Restaurant: "restaurants",
    Route: "routes",
}


@dataclass(frozen=True)
class World:
    """All tables of a world, by key, in the order of the file."""

    cities: tuple[str, ...]
    places: Mapping[str, Place]
    hotels: Mapping[str, Hotel]
    attractions: Mapping[str, Attraction]
    restaurants: Mapping[str, Restaurant]
    legs: Mapping[tuple[str, str, str, str, str], Leg]
    routes: Mapping[tuple[str, str], Route]

    def city_of(self, place: str) -> str | None:
        """Return the city of a place, or None if there is no such place."""
        found = self.places.get(place)
        return found.city if found else None

    @cached_property
    def rows(self) -> int:
        """Return how many rows all tables have."""
        tables = (self.places, self.hotels, self.attractions, self.restaurants, self.legs, self.routes)
        return sum(len(table) for table in tables)

    @cached_property
    def legs_between(self) -> Mapping[tuple[str, str, str, str], Sequence[Leg]]:
        """Return the legs by mode, city of origin, city of destination and date."""

        def key(leg: Leg) -> tuple[str, str, str, str]:
            return (leg.mode, self.places[leg.origin].city, self.places[leg.destination].city, leg.date)

        ordered = sorted(self.legs.values(), key=lambda leg: (key(leg), leg.dep, leg.number))
        return {found: tuple(legs) for found, legs in groupby(ordered, key)}

    @cached_property
    def dates(self) -> frozenset[str]:
        """Return the dates on which anything runs."""
        return frozenset(leg.date for leg in self.legs.values())

    @cached_property
    def at(self) -> Mapping[tuple[int, int], Sequence[Place]]:
        """Return the places by their coordinates."""
        found: dict[tuple[int, int], list[Place]] = {}
        for place in self.places.values():
            found.setdefault((place.x, place.y), []).append(place)
        return found

    @cached_property
    def values(self) -> Mapping[str, frozenset[str]]:
        """Return the closed vocabularies: the types, brands and classes that occur."""
        return {
            "type": frozenset(row.type for row in self.attractions.values()),
            "brand": frozenset(row.brand for row in self.hotels.values()),
            "seat_class": frozenset(row.seat_class for row in self.legs.values()),
        }


def leg_row(leg: Leg) -> tuple[str, str]:
    """Return table and key of a leg, as cells name them."""
    return f"{leg.mode}s", f"{leg.number} {leg.date} {leg.origin} -> {leg.destination}"


def row_of(row: Place | Named | Route | Leg) -> tuple[str, str]:
    """Return table and key of a row, as cells name them."""
    if isinstance(row, Leg):
        return leg_row(row)
    key = f"{row.origin} -> {row.destination}" if isinstance(row, Route) else row.name
    return TABLES[type(row)], key


def cells(row: Place | Named | Route | Leg, columns: Iterable[str]) -> frozenset[Cell]:
    """Return the cells of a row in these columns."""
    table, key = row_of(row)
    return frozenset(Cell(table, key, column) for column in columns)
