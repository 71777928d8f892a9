"""What travellers ask for: each family is a predicate over a whole plan and a phrase for the prose.

A superlative is evaluated on the world: any of its best rows will do. Nothing to look at is no fulfilment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from planclaims.suites.longhorizon.measures import Cell, Level
from planclaims.suites.longhorizon.travel.rules.trip import Trip, placed
from planclaims.suites.longhorizon.travel.task import Constraint, Task
from planclaims.suites.longhorizon.travel.world import Attraction, Hotel, Leg, Restaurant, World, cells

Params = Mapping[str, Any]
Row = Hotel | Attraction | Restaurant | Leg
LEAST = "least"
"""The direction of a superlative; any other is the most."""


def best(rows: Iterable[Row], field: str, direction: str) -> frozenset[str]:
    """Return the names (or numbers) of the rows with the least or the most in a field."""
    listed = list(rows)
    values = [getattr(row, field) for row in listed]
    if not values:
        return frozenset()
    bound = min(values) if direction == LEAST else max(values)
    return frozenset(label(row) for row, value in zip(listed, values, strict=True) if value == bound)


def label(row: Row) -> str:
    """Return the name of a row, the number of a leg."""
    return row.number if isinstance(row, Leg) else row.name


def hotels_among(world: World, task: Task, params: Params) -> Sequence[Hotel]:
    """Return the hotels of the destinations of a star, a brand or with a service, where these are asked for."""
    return [
        row
        for row in world.hotels.values()
        if row.city in task.destinations
        and params.get("star", row.star) == row.star
        and params.get("brand", row.brand) == row.brand
        and ("service" not in params or params["service"] in row.services)
    ]


def legs_among(world: World, task: Task, params: Params) -> Sequence[Leg]:
    """Return the legs of the way out or back on its date, of a mode, with seats for all where that is asked."""
    out = params["way"] == "out"
    begin, date = (task.origin, task.day(1)) if out else (task.destinations[-1], task.day(task.days))
    end = task.destinations[0] if out else task.origin
    return world.legs_between.get((params["mode"], begin, end, date), ())


def hotel_star(trip: Trip, params: Params) -> bool:
    """Every night is in a hotel of that star."""
    return _every_night(trip, lambda hotel: hotel.star == params["star"])


def hotel_service(trip: Trip, params: Params) -> bool:
    """Every night is in a hotel with that service."""
    return _every_night(trip, lambda hotel: params["service"] in hotel.services)


def hotel_superlative(trip: Trip, params: Params) -> bool:
    """Every night is in the best of those hotels."""
    names = best(hotels_among(trip.world, trip.task, params), params["field"], params["direction"])
    return _every_night(trip, lambda hotel: hotel.name in names)


def _every_night(trip: Trip, fits: Callable[[Hotel], bool]) -> bool:
    return bool(trip.nights) and all(hotel is not None and fits(hotel) for hotel in trip.nights)


def _way(trip: Trip, params: Params) -> Leg | None:
    """Return the row of the first leg out or the last leg back, if it is in the table and of the mode."""
    if not trip.legs:
        return None
    number, step = trip.legs[0] if params["way"] == "out" else trip.legs[-1]
    return trip.leg_row(number, step) if step.kind == params["mode"] else None


def leg_superlative(trip: Trip, params: Params) -> bool:
    """The way out or back is the best of the trains or flights of that day."""
    row = _way(trip, params)
    return row is not None and row.number in best(
        legs_among(trip.world, trip.task, params), params["field"], params["direction"]
    )


def leg_window(trip: Trip, params: Params) -> bool:
    """The way out or back leaves or arrives within a window."""
    row = _way(trip, params)
    return row is not None and params["from"] <= getattr(row, params["event"]) <= params["to"]


def seat_class(trip: Trip, params: Params) -> bool:
    """Every leg is of that class."""
    rows = [trip.leg_row(number, step) for number, step in trip.legs]
    return bool(rows) and all(row is not None and row.seat_class == params["seat_class"] for row in rows)


def must_visit(trip: Trip, params: Params) -> bool:
    """All these attractions are visited."""
    return set(params["names"]) <= {row.name for _, _, row in trip.visits}


def type_superlative(trip: Trip, params: Params) -> bool:
    """One of the best attractions of a type is visited."""
    return bool(best(_of_type(trip, params), params["field"], params["direction"]) & _visited(trip))


def all_of_type(trip: Trip, params: Params) -> bool:
    """All attractions of a type in the destinations are visited."""
    names = {row.name for row in _of_type(trip, params)}
    return bool(names) and names <= _visited(trip)


def _of_type(trip: Trip, params: Params) -> Sequence[Attraction]:
    return attractions_of(trip.world, trip.task, params["type"])


def attractions_of(world: World, task: Task, kind: str) -> Sequence[Attraction]:
    """Return the attractions of a type in the destinations."""
    return [row for row in world.attractions.values() if row.type == kind and row.city in task.destinations]


def _visited(trip: Trip) -> set[str]:
    return {row.name for _, _, row in trip.visits}


def meal_tag_near(trip: Trip, params: Params) -> bool:
    """One meal is at a restaurant with a tag near an attraction."""
    return any(params["tag"] in row.tags and row.near == params["near"] for _, _, row in trip.meals)


def meal_superlative_near(trip: Trip, params: Params) -> bool:
    """One meal is at the best restaurant near an attraction."""
    near = [row for row in trip.world.restaurants.values() if row.near == params["near"]]
    names = best(near, params["field"], params["direction"])
    return any(row.name in names for _, _, row in trip.meals)


def visits_per_day(trip: Trip, params: Params) -> bool:
    """No day has more visits than that."""
    return all(sum(step.kind == "visit" for step in day.steps) <= params["most"] for day in trip.days)


def meals_near_sights(trip: Trip, params: Params) -> bool:
    """Every meal is near an attraction that is visited on the same day."""
    by_day = {(day, row.name) for day, _, row in trip.visits}
    meals = trip.of_kind("meal")
    return len(meals) == len(trip.meals) and all((day, row.near) in by_day for day, _, row in trip.meals)


def direct_ways(trip: Trip, params: Params) -> bool:
    """No move follows another one, and hotel steps are the first or the last of their day only."""
    for day in trip.days:
        kinds = [step.kind for step in placed(day.steps)]
        if "hotel" in kinds[1:-1] or any(pair == ("move", "move") for pair in pairwise(kinds)):
            return False
    return True


def budget(trip: Trip, params: Params) -> bool:
    """The total from the tables is within the budget."""
    return trip.costs is not None and trip.costs.amounts[-1] <= params["max"]


Reads = Callable[[World, Task, Params], Iterable[tuple[Row, str]]]


def _hotel_reads(*columns: str) -> Reads:
    return lambda world, task, params: [
        (row, params.get("field", column)) for row in hotels_among(world, task, {}) for column in columns
    ]


def _hotel_best_reads(world: World, task: Task, params: Params) -> Iterable[tuple[Row, str]]:
    narrowed = {"star": "star", "brand": "brand", "service": "services"}
    columns = [params["field"], *(column for key, column in narrowed.items() if key in params)]
    return [(row, column) for row in hotels_among(world, task, {}) for column in columns]


def _leg_reads(world: World, task: Task, params: Params) -> Iterable[tuple[Row, str]]:
    column = params.get("field", params.get("event", ""))
    columns = ("dep", "arr") if column == "minutes" else (column,)
    return [(row, name) for row in legs_among(world, task, params) for name in columns]


def _class_reads(world: World, task: Task, params: Params) -> Iterable[tuple[Row, str]]:
    ways = [{"way": way, "mode": mode} for way in ("out", "back") for mode in ("train", "flight")]
    return [(row, "seat_class") for way in ways for row in legs_among(world, task, way)]


def _type_reads(world: World, task: Task, params: Params) -> Iterable[tuple[Row, str]]:
    rows = attractions_of(world, task, params["type"])
    return [(row, column) for row in rows for column in {"type", params.get("field", "type")}]


def _near_reads(world: World, task: Task, params: Params) -> Iterable[tuple[Row, str]]:
    near = [row for row in world.restaurants.values() if row.near == params["near"]]
    return [(row, column) for row in near for column in ("near", params.get("field", "tags"))]


def _nothing(world: World, task: Task, params: Params) -> Iterable[tuple[Row, str]]:
    return ()


class Family(NamedTuple):
    """A family of constraints: its predicate, the level of a failure, and the rows and columns that decide it."""

    holds: Callable[[Trip, Params], bool]
    level: Level
    reads: Reads


FAMILIES: Mapping[str, Family] = {
    "hotel_star": Family(hotel_star, Level.LOCAL, _hotel_reads("star")),
    "hotel_service": Family(hotel_service, Level.LOCAL, _hotel_reads("services")),
    "hotel_superlative": Family(hotel_superlative, Level.LOCAL, _hotel_best_reads),
    "leg_superlative": Family(leg_superlative, Level.LOCAL, _leg_reads),
    "leg_window": Family(leg_window, Level.LOCAL, _leg_reads),
    "seat_class": Family(seat_class, Level.LOCAL, _class_reads),
    "must_visit": Family(must_visit, Level.LOCAL, _nothing),
    "type_superlative": Family(type_superlative, Level.LOCAL, _type_reads),
    "all_of_type": Family(all_of_type, Level.LOCAL, _type_reads),
    "meal_tag_near": Family(meal_tag_near, Level.LOCAL, _near_reads),
    "meal_superlative_near": Family(meal_superlative_near, Level.LOCAL, _near_reads),
    "visits_per_day": Family(visits_per_day, Level.GLOBAL, _nothing),
    "meals_near_sights": Family(meals_near_sights, Level.GLOBAL, _nothing),
    "direct_ways": Family(direct_ways, Level.GLOBAL, _nothing),
    "budget": Family(budget, Level.GLOBAL, _nothing),
}


def holds(trip: Trip, constraint: Constraint) -> bool:
    """Return whether the plan fulfils the constraint."""
    return FAMILIES[constraint.family].holds(trip, constraint.params)


def cells_read(world: World, task: Task, constraint: Constraint) -> frozenset[Cell]:
    """Return the cells of the world that decide whether a choice can fulfil the constraint."""
    pairs = FAMILIES[constraint.family].reads(world, task, constraint.params)
    return frozenset[Cell]().union(*(cells(row, [column]) for row, column in pairs))
