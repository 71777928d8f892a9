"""The reference reader: the calls that return all relevant facts of a task, as few as it knows how."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from planclaims.suites.longhorizon.measures import Cell
from planclaims.suites.longhorizon.travel.task import Task
from planclaims.suites.longhorizon.travel.tools import Queries
from planclaims.suites.longhorizon.travel.world import World

Call = tuple[str, dict[str, str]]


def reading(world: World, task: Task, relevant: frozenset[Cell]) -> list[Call]:
    """Return the calls: timetables, hotels, the list of attractions, then the fewest that cover what is left."""
    queries = Queries(world, [task.day(1)])
    calls: list[Call] = []
    left = set(relevant)
    for tool, arguments in _openers(task):
        seen = queries.answer(tool, arguments).cells
        if seen & left or tool == "recommend_attractions":
            calls.append((tool, arguments))
            left -= seen
    for tool, arguments in _details(world, task, left):
        calls.append((tool, arguments))
        left -= queries.answer(tool, arguments).cells
    if left:
        raise ValueError(f"no tool returns {sorted(left)[0]}")
    return calls


def _openers(task: Task) -> Iterable[Call]:
    for city in task.destinations:
        for begin, end, date in ((task.origin, city, task.day(1)), (city, task.origin, task.day(task.days))):
            for tool in ("query_train_info", "query_flight_info"):
                yield tool, {"origin": begin, "destination": end, "depDate": date}
        span = {"checkinDate": task.date, "checkoutDate": task.day(task.days)}
        yield "query_hotel_info", {"destination": city, **span}
        yield "recommend_attractions", {"city": city}


def _details(world: World, task: Task, left: set[Cell]) -> Iterable[Call]:
    for name in world.attractions:
        if any(cell.table == "attractions" and cell.row == name for cell in left):
            yield "query_attraction_details", {"attraction_name": name}
    kitchens = {cell.row for cell in left if cell.table == "restaurants"}
    yield from _points(world, task, kitchens)
    for cell in sorted(cell for cell in left if cell.table == "routes" and cell.column == "minutes"):
        begin, end = (world.places[name] for name in cell.row.split(" -> "))
        yield "query_road_route_info", {"origin": f"{begin.x},{begin.y}", "destination": f"{end.x},{end.y}"}


def _points(world: World, task: Task, kitchens: set[str]) -> Sequence[Call]:
    """Return points from which all these restaurants are recommended, each time the one that adds most."""
    queries = Queries(world, [])
    calls: list[Call] = [
        ("recommend_restaurants", {"latitude": str(place.x), "longitude": str(place.y)})
        for place in world.places.values()
        if place.city in task.destinations
    ]
    covers = [{cell.row for cell in queries.answer(*call).cells} for call in calls]
    found: list[Call] = []
    while kitchens:
        best = max(range(len(calls)), key=lambda number: len(covers[number] & kitchens))
        found.append(calls[best])
        kitchens = kitchens - covers[best]
    return found
