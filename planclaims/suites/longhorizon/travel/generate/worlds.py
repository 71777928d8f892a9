"""Step 1: a world drawn from a seed, as the document that is written to world.json. All names are made up here."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from planclaims.suites.longhorizon.travel.generate import names
from planclaims.suites.longhorizon.travel.parameters import WEEKDAYS, route_of

Row = dict[str, Any]
Document = dict[str, Any]
LUNCH_ONLY, DINNER_ONLY, ALL_DAY = (660, 900), (990, 1380), (660, 1320)
NEVER = ((360, 600), (1320, 1440))
"""Hours that fit no meal: a breakfast house and a night bar."""


@dataclass(frozen=True)
class Size:
    """How large a world is: what can be chosen, what cannot (`shut_`), and misleading cities (`decoys`)."""

    hotels: int
    sights: int
    restaurants: int
    shut_sights: int
    shut_restaurants: int
    trains: int
    flights: int
    decoys: int


def size_of(size: str, days: int) -> Size:
    """Return the size of a world of that name for a trip of so many days."""
    if size == "tiny":
        return Size(2, 5, 6, 1, 1, 3, 1, 0)
    sights = 2 * days + 1
    if size == "small":
        shut = max(2, 24 - 3 * sights)
        return Size(4, sights, 2 * sights, shut // 2, shut - shut // 2, 4, 1, 6)
    return Size(6, sights, 2 * sights, 20, 59 - 3 * sights if days < 4 else 14, 8, 3, 12)


class Drawer:
    """Draws one world; every table has a stream of its own, so that one more row changes no other table."""

    def __init__(self, seed: str, size: Size, days: int, start: date) -> None:
        self.seed, self.size, self.days, self.start = seed, size, days, start
        self.taken: set[str] = set()
        self.places: list[Row] = []

    def stream(self, step: str) -> random.Random:
        """Return the stream of a step."""
        return random.Random(f"{self.seed}/{step}")

    def document(self) -> Document:
        """Return the world: the origin, the destination and a third city that only misleads."""
        cities = self._cities()
        tables: Document = {"cities": cities, "places": self.places}
        for name in ("trains", "flights", "hotels", "attractions", "restaurants", "routes"):
            tables[name] = []
        for number, city in enumerate(cities):
            self._stations(city, number * 200_000)
        self._city(tables, cities[1], 200_000, self.size)
        decoy = Size(1, 2, 2, 0, 0, 0, 0, 0) if self.size.decoys else None
        if decoy:
            self._city(tables, cities[2], 400_000, decoy)
        self._legs(tables, cities)
        tables["routes"] = list(self._routes())
        return tables

    def name(self, chance: random.Random, *parts: tuple[str, ...] | list[str]) -> str:
        """Return a name that no other place has, a word of each part."""
        while True:
            name = " ".join(chance.choice(part) for part in parts)
            if name not in self.taken:
                self.taken.add(name)
                return name

    def _cities(self) -> list[str]:
        chance = self.stream("cities")
        starts = chance.sample(names.STARTS.split(), 3 if self.size.decoys else 2)
        return [start + chance.choice(names.ENDS.split()) for start in starts]

    def _at(self, name: str, kind: str, city: str, x: int, y: int) -> Row:
        used = {(place["x"], place["y"]) for place in self.places}
        while (x, y) in used:
            x += 10
        self.places.append({"name": name, "kind": kind, "city": city, "x": x, "y": y})
        return {"name": name, "city": city, "x": x, "y": y}

    def _stations(self, city: str, base: int) -> None:
        chance = self.stream(f"stations/{city}")
        self._at(f"{city} {chance.choice(('Central', 'South', 'North', 'Junction'))}", "station", city, base, 0)
        self._at(f"{city} Airfield", "station", city, base + 9000, 4000 + 10 * chance.randrange(100))

    def _city(self, tables: Document, city: str, base: int, size: Size) -> None:
        chance = self.stream(f"places/{city}")
        corners = [(base + 600, 900), (base + 3600, 300), (base + 900, 4200), (base + 4300, 3900)]
        tables["hotels"] += [self._hotel(chance, city, corners[place % 3]) for place in range(size.hotels)]
        for number in range(size.sights + size.shut_sights):
            tables["attractions"].append(self._sight(chance, city, corners[number % 4], shut=number >= size.sights))
        sights = [row for row in tables["attractions"] if row["city"] == city]
        for number in range(size.restaurants + size.shut_restaurants):
            shut = number >= size.restaurants
            near = chance.choice(sights) if shut else sights[number % size.sights]
            tables["restaurants"].append(self._restaurant(chance, city, near, number // size.sights, shut=shut))

    def _around(self, chance: random.Random, x: int, y: int, reach: int) -> tuple[int, int]:
        return x + 10 * chance.randint(-reach, reach), y + 10 * chance.randint(-reach, reach)

    def _hotel(self, chance: random.Random, city: str, corner: tuple[int, int]) -> Row:
        brand = chance.choice(names.BRANDS)
        name = self.name(chance, ["Hotel", "Inn", "House"], [brand], ["Garden", "Court", "Park", "Square", "Gate"])
        star = chance.randint(2, 5)
        return {
            **self._at(name, "hotel", city, *self._around(chance, *corner, 60)),
            "star": star,
            "price": 2500 * star + 100 * chance.randint(0, 45),
            "rating": 30 + chance.randint(2, 19),
            "brand": brand,
            "decorated": chance.randint(1995, 2025),
            "services": sorted(chance.sample(names.SERVICES, chance.randint(2, 4))),
        }

    def _sight(self, chance: random.Random, city: str, corner: tuple[int, int], *, shut: bool) -> Row:
        kind = chance.choice(sorted(names.SIGHTS))
        name = self.name(chance, names.ADJECTIVES.split(), names.SIGHTS[kind])
        least = 15 * chance.randint(3, 8)
        trip = [WEEKDAYS[(self.start.weekday() + day) % 7] for day in range(self.days)]
        closed = trip if shut else [day for day in trip if chance.random() < 0.3]
        if len(closed) == len(trip) and not shut:
            closed = closed[1:]
        spare = [day for day in WEEKDAYS if day not in trip and chance.random() < 0.2]
        return {
            **self._at(name, "attraction", city, *self._around(chance, *corner, 60)),
            "type": kind,
            "rating": 36 + chance.randint(0, 12),
            "open": 30 * chance.randint(16, 20),
            "close": 30 * chance.randint(34, 42),
            "closed": [day for day in WEEKDAYS if day in {*closed, *spare}],
            "min": least,
            "max": least + 15 * chance.randint(2, 6),
            "ticket": 50 * chance.randint(0, 50) if chance.random() < 0.8 else 0,
        }

    def _restaurant(self, chance: random.Random, city: str, near: Row, which: int, *, shut: bool) -> Row:
        name = self.name(chance, names.ADJECTIVES.split(), names.KITCHENS)
        hours = (LUNCH_ONLY, DINNER_ONLY) if chance.random() < 0.75 else (ALL_DAY, ALL_DAY)
        open_, close = chance.choice(NEVER) if shut else hours[which % 2]
        return {
            **self._at(name, "restaurant", city, *self._around(chance, near["x"], near["y"], 40)),
            "cuisine": chance.choice(names.CUISINES),
            "price": 50 * chance.randint(18, 90),
            "open": open_,
            "close": close,
            "rating": 34 + chance.randint(0, 14),
            "tags": sorted(chance.sample(names.TAGS, chance.randint(1, 3))),
            "near": near["name"],
        }

    def _legs(self, tables: Document, cities: list[str]) -> None:
        """Add legs out on the first day and back on the last, and legs on other days that cannot be used.

        Out of the origin nothing runs on the last day, back into it nothing before that, so no plan can go to and fro.
        """
        chance = self.stream("legs")
        numbers = iter(chance.sample(range(10, 99), 80))
        home, there = cities[:2]
        out = [self._date(day) for day in range(-1, self.days - 1)]
        back = [self._date(day) for day in range(self.days - 1, self.days + 1)]
        for begin, end, days in ((home, there, out), (there, home, back)):
            for day in days:
                real = day in (self._date(0), self._date(self.days - 1))
                for table, count in (("trains", self.size.trains), ("flights", self.size.flights)):
                    for _ in range(count if real else min(count, 2)):
                        tables[table].append(self._leg(chance, table, next(numbers, 0), day, (begin, end)))
        if self.size.decoys:
            for _ in range(2):
                tables["trains"].append(self._leg(chance, "trains", next(numbers, 0), self._date(0), (home, cities[2])))

    def _date(self, day: int) -> str:
        return (self.start + timedelta(days=day)).isoformat()

    def _leg(self, chance: random.Random, table: str, number: int, day: str, way: tuple[str, str]) -> Row:
        air = table == "flights"
        stations = [place for place in self.places if place["kind"] == "station"]
        ends = [
            next(place["name"] for place in stations if place["city"] == city and ("Airfield" in place["name"]) == air)
            for city in way
        ]
        out = way[0] == stations[0]["city"]
        dep = 5 * (chance.randint(72, 132) if out else chance.randint(150, 246))
        minutes = 5 * (chance.randint(8, 12) if air else chance.randint(16, 26))
        return {
            "number": f"{'F' if air else 'T'}{number}",
            "date": day,
            "from": ends[0],
            "to": ends[1],
            "dep": dep,
            "arr": dep + minutes,
            "seat_class": chance.choice(["economy", "business"] if air else ["second", "second", "first"]),
            "seats": None if chance.random() < 0.6 else chance.randint(4, 30),
            "price": 50 * (chance.randint(130, 220) if air else chance.randint(50, 120)),
        }

    def _routes(self) -> Iterator[Row]:
        for begin in self.places:
            for end in self.places:
                if begin["city"] == end["city"] and begin["name"] != end["name"]:
                    metres = abs(begin["x"] - end["x"]) + abs(begin["y"] - end["y"])
                    mode, minutes, fare = route_of(metres)
                    yield {
                        "from": begin["name"],
                        "to": end["name"],
                        "metres": metres,
                        "minutes": minutes,
                        "fare": fare,
                        "mode": mode,
                    }


def draw_world(seed: str, size: str, days: int, start: date) -> Document:
    """Return the world of a seed: plain data, the same for the same arguments."""
    return Drawer(seed, size_of(size, days), days, start).document()
