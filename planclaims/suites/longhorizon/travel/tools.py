"""The query tools over a world: what each returns, and which cells of the tables that is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date

from planclaims.interfaces import IllFormedCall, Tool
from planclaims.suites.longhorizon.travel.parameters import NEARBY
from planclaims.suites.longhorizon.travel.telling import (
    AT,
    ATTRACTION_COLUMNS,
    HOTEL_COLUMNS,
    LEG_COLUMNS,
    RESTAURANT_COLUMNS,
    ROUTE_COLUMNS,
    Result,
    Row,
    listed,
    one,
    plain,
)
from planclaims.suites.longhorizon.travel.world import Place, Restaurant, World

SUBMIT = "submit_plan"
_POINT = re.compile(r"\s*(-?[0-9]{1,8})\s*,\s*(-?[0-9]{1,8})\s*")
_NUMBER = re.compile(r"\s*(-?[0-9]{1,8})\s*")
Arguments = Mapping[str, str]

_WAY = {
    "origin": "the city of departure",
    "destination": "the city of arrival",
    "depDate": "the date, as YYYY-MM-DD",
    "seatClassName": "only this seat class (may be left out)",
}
TOOLS = (
    Tool(
        "query_train_info",
        "Lists the trains between two cities on a date: stations, times, seat class, seats left, price per person.",
        _WAY,
        optional=frozenset({"seatClassName"}),
    ),
    Tool(
        "query_flight_info",
        "Lists the flights between two cities on a date, as query_train_info does for trains.",
        _WAY,
        optional=frozenset({"seatClassName"}),
    ),
    Tool(
        "query_hotel_info",
        "Lists the hotels of a city: position, stars, price per room and night, rating, brand, year, services.",
        {
            "destination": "the city",
            "checkinDate": "the date of arrival, as YYYY-MM-DD",
            "checkoutDate": "the date of departure, as YYYY-MM-DD",
            "hotelStar": "only hotels of so many stars, 1 to 5 (may be left out)",
            "hotelBrands": "only these brands, with commas between them (may be left out)",
        },
        optional=frozenset({"hotelStar", "hotelBrands"}),
    ),
    Tool(
        "recommend_attractions",
        "Lists the attractions of a city by name and type.",
        {"city": "the city", "attraction_type": "only this type (may be left out)"},
        optional=frozenset({"attraction_type"}),
    ),
    Tool(
        "query_attraction_details",
        "Tells everything about one attraction: position, type, rating, opening hours, closing days, minutes, ticket.",
        {"attraction_name": "its name"},
    ),
    Tool(
        "recommend_restaurants",
        f"Lists the restaurants within {NEARBY} metres of a point, the nearest first, with everything about them.",
        {"latitude": "the first coordinate of the point, in metres", "longitude": "the second one"},
    ),
    Tool(
        "query_restaurant_details",
        "Tells everything about one restaurant: position, cuisine, price per person, hours, rating, tags.",
        {"restaurant_name": "its name"},
    ),
    Tool("search_location", "Tells where a place is, by its exact name.", {"place_name": "its name"}),
    Tool(
        "query_road_route_info",
        "Tells distance, minutes, mode and fare per car between two places of a city.",
        {"origin": "the point of departure, as x,y", "destination": "the point of arrival, as x,y"},
    ),
    Tool(
        SUBMIT,
        "Hands in the whole plan, in the form that is asked for. This ends the episode.",
        {"plan": "the text of the plan"},
        reviewed=True,
    ),
)


class Queries:
    """The query tools of one world."""

    def __init__(self, world: World, dates: Sequence[str]) -> None:
        self.world = world
        self.dates = world.dates | set(dates)
        self._answers: Mapping[str, Callable[[Arguments], Result]] = {
            "query_train_info": lambda given: self._legs("train", given),
            "query_flight_info": lambda given: self._legs("flight", given),
            "query_hotel_info": self._hotels,
            "recommend_attractions": self._attractions,
            "query_attraction_details": lambda given: one(
                self._known(self.world.attractions, given["attraction_name"], "attraction"), ATTRACTION_COLUMNS
            ),
            "recommend_restaurants": self._restaurants,
            "query_restaurant_details": lambda given: one(
                self._known(self.world.restaurants, given["restaurant_name"], "restaurant"), RESTAURANT_COLUMNS
            ),
            "search_location": lambda given: one(
                self._known(self.world.places, given["place_name"], "place"), {**AT, "kind": plain}
            ),
            "query_road_route_info": self._route,
        }

    def answer(self, tool: str, arguments: Mapping[str, object]) -> Result:
        """Return the result of a query; raises IllFormedCall for values that this world does not have."""
        return self._answers[tool]({name: _text(name, value) for name, value in arguments.items() if value is not None})

    def _legs(self, mode: str, given: Arguments) -> Result:
        origin, destination = self._city(given["origin"]), self._city(given["destination"])
        if given["depDate"] not in self.dates:
            raise IllFormedCall(f"there is no timetable for the date {given['depDate'][:40]!r}")
        wanted = self._value("seat_class", given.get("seatClassName"), "seat class")
        legs = self.world.legs_between.get((mode, origin, destination, given["depDate"]), ())
        return listed((leg for leg in legs if wanted in (None, leg.seat_class)), LEG_COLUMNS)

    def _hotels(self, given: Arguments) -> Result:
        city = self._city(given["destination"])
        begin, end = _date(given["checkinDate"]), _date(given["checkoutDate"])
        if end <= begin:
            raise IllFormedCall("checkoutDate must be after checkinDate")
        star, brands = given.get("hotelStar"), None
        if star is not None and star not in ("1", "2", "3", "4", "5"):
            raise IllFormedCall(f"hotelStar is 1, 2, 3, 4 or 5, and not {star[:40]!r}")
        if given.get("hotelBrands") is not None:
            wanted = [brand.strip() for brand in given["hotelBrands"].replace(";", ",").split(",")]
            brands = {self._value("brand", brand, "hotel brand") for brand in wanted}
        rows = (
            row
            for row in self.world.hotels.values()
            if row.city == city and star in (None, str(row.star)) and (brands is None or row.brand in brands)
        )
        return listed(rows, HOTEL_COLUMNS)

    def _attractions(self, given: Arguments) -> Result:
        city = self._city(given["city"])
        wanted = self._value("type", given.get("attraction_type"), "type of attraction")
        rows = (row for row in self.world.attractions.values() if row.city == city and wanted in (None, row.type))
        return listed(rows, {"name": plain, "type": plain})

    def _restaurants(self, given: Arguments) -> Result:
        x, y = (self._coordinate(given[name], name) for name in ("latitude", "longitude"))
        if (x, y) not in self.world.at:
            raise IllFormedCall(f"there is no place at {x},{y}; coordinates must match a place exactly")
        rows = [(abs(row.x - x) + abs(row.y - y), row.name, row) for row in self.world.restaurants.values()]
        return listed((row for metres, _, row in sorted(rows, key=_nearest) if metres <= NEARBY), RESTAURANT_COLUMNS)

    def _route(self, given: Arguments) -> Result:
        begins, ends = self._places(given["origin"]), self._places(given["destination"])
        pairs = ((begin.name, end.name) for begin in begins for end in ends)
        found = [self.world.routes[pair] for pair in pairs if pair in self.world.routes]
        return listed(found, ROUTE_COLUMNS)

    def _places(self, text: str) -> Sequence[Place]:
        match = _POINT.fullmatch(text.strip("()[] "))
        places = self.world.at.get((int(match[1]), int(match[2])), ()) if match else ()
        if not places:
            raise IllFormedCall(f"{text[:40]!r} is not where any place is; a point is written x,y")
        return places

    def _coordinate(self, text: str, name: str) -> int:
        match = _NUMBER.fullmatch(text)
        if match is None:
            raise IllFormedCall(f"{name} is a whole number of metres, and not {text[:40]!r}")
        return int(match[1])

    def _city(self, name: str) -> str:
        if name not in self.world.cities:
            raise IllFormedCall(f"there is no city {name[:40]!r}; the cities are {', '.join(self.world.cities)}")
        return name

    def _value(self, vocabulary: str, value: str | None, what: str) -> str | None:
        known = self.world.values[vocabulary]
        if value is not None and value not in known:
            raise IllFormedCall(f"there is no {what} {value[:40]!r}; there are {', '.join(sorted(known))}")
        return value

    def _known(self, table: Mapping[str, Row], name: str, what: str) -> Row:
        if name not in table:
            raise IllFormedCall(f"there is no {what} {name[:60]!r}")
        return table[name]


def _nearest(found: tuple[int, str, Restaurant]) -> tuple[int, str]:
    return found[:2]


def _text(name: str, value: object) -> str:
    """Return an argument as text; numbers are taken as they are written, lists as texts with commas."""
    if isinstance(value, bool) or not isinstance(value, str | int | list):
        raise IllFormedCall(f"{name} is a text")
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value).strip()


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise IllFormedCall(f"{text[:40]!r} is no date; dates are written YYYY-MM-DD") from None
