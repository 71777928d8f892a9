"""Which cells of the tables a plan rests on: read by a failed check, stated, or relevant to the optimum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from planclaims.suites.longhorizon.measures import Cell, Fault, Level, Stated
from planclaims.suites.longhorizon.travel.grammar import Step
from planclaims.suites.longhorizon.travel.rules.checks import level_of
from planclaims.suites.longhorizon.travel.rules.constraints import FAMILIES, cells_read
from planclaims.suites.longhorizon.travel.rules.scores import Scored
from planclaims.suites.longhorizon.travel.rules.trip import Trip
from planclaims.suites.longhorizon.travel.rules.verdicts import At
from planclaims.suites.longhorizon.travel.task import Task
from planclaims.suites.longhorizon.travel.world import Attraction, Hotel, Leg, Restaurant, World, cells

PRICES = {"visit": "ticket", "meal": "price", "hotel": "price", "move": "fare", "train": "price", "flight": "price"}
READ = {
    "validated_transportation": ("dep", "arr", "seats", "price", "minutes", "fare"),
    "validated_attractions": ("city", "ticket"),
    "validated_meals": ("city", "price"),
    "validated_accommodation": ("city", "price"),
    "attraction_visit_within_opening_hours": ("open", "close"),
    "dining_within_service_hours": ("open", "close"),
    "avoidance_of_closure_days": ("closed",),
    "reasonable_duration_at_attractions": ("least", "most"),
}
"""The columns that a check reads of the rows of the steps that fail it."""
LEG = ("dep", "arr", "seats", "price")
VISIT = ("rating", "open", "close", "closed", "least", "most", "ticket")
MEAL = ("rating", "open", "close", "price")


def faults(scored: Scored, world: World) -> Iterator[Fault]:
    """Yield what a plan fails, in order, each with the cells that its failure rests on."""
    if scored.trip is None:
        yield from (Fault(check, Level.FORM, False) for check in scored.failed)
        return
    families = {wish.id: wish for wish in scored.task.constraints}
    for check in scored.failed:
        if check in families:
            wish = families[check]
            decisive = cells_read(world, scored.task, wish)
            if wish.family == "budget":
                decisive = _prices(scored.trip)
            yield Fault(check, FAMILIES[wish.family].level, True, decisive)
        elif check == "cost_calculation_correctness":
            yield Fault(check, level_of(check), False, _prices(scored.trip))
        else:
            read = _cells_at(scored.trip, scored.found[check] or (), READ.get(check, ()))
            yield Fault(check, level_of(check), False, read)


def _cells_at(trip: Trip, found: Sequence[At], columns: Iterable[str]) -> frozenset[Cell]:
    wanted = set(columns)
    read: set[Cell] = set()
    for day, step in found:
        if step is not None:
            read |= {cell for cell in _cells_of(trip, day, step) if cell.column in wanted}
    return frozenset(read)


def _cells_of(trip: Trip, day: int, step: Step) -> frozenset[Cell]:
    """Return the cells of a step's row, if there is one."""
    if step.leg:
        leg = trip.leg_row(day, step)
        return cells(leg, LEG) if leg else frozenset()
    if step.kind == "move":
        route = trip.route(step)
        return cells(route, ("minutes", "fare")) if route else frozenset()
    tables: Mapping[str, tuple[Mapping[str, Hotel | Attraction | Restaurant], tuple[str, ...]]] = {
        "visit": (trip.world.attractions, VISIT),
        "meal": (trip.world.restaurants, MEAL),
        "hotel": (trip.world.hotels, ("price",)),
    }
    table, columns = tables.get(step.kind, ({}, ()))
    row = table.get(step.place)
    return cells(row, ("city", *columns)) if row is not None else frozenset()


def _prices(trip: Trip) -> frozenset[Cell]:
    found: set[Cell] = set()
    for day, step, _ in trip.steps:
        found |= {cell for cell in _cells_of(trip, day, step) if cell.column == PRICES.get(step.kind)}
    return frozenset(found)


def stated(trip: Trip) -> Iterator[Stated]:
    """Yield the values that a plan states for cells of the tables, and whether they are the tables'."""
    for day, step, _ in trip.steps:
        read = {cell.column: cell for cell in _cells_of(trip, day, step)}
        for column, said, value in _statements(trip, day, step):
            yield Stated(read[column], said == value)


def _statements(trip: Trip, day: int, step: Step) -> Iterator[tuple[str, int, int]]:
    leg, route = trip.leg_row(day, step) if step.leg else None, trip.route(step) if step.kind == "move" else None
    if leg:
        yield from (("dep", step.start, leg.dep), ("arr", step.stop, leg.arr), ("price", step.price, leg.price))
    if route:
        yield from (("minutes", step.minutes, route.minutes), ("fare", step.price, route.fare))
    if step.kind == "visit" and step.place in trip.world.attractions:
        yield "ticket", step.price, trip.world.attractions[step.place].ticket
    if step.kind == "meal" and step.place in trip.world.restaurants:
        yield "price", step.price, trip.world.restaurants[step.place].price


def relevant_cells(trip: Trip) -> frozenset[Cell]:
    """Return the relevant facts of a task whose optimum the trip is.

    All cells of its rows that a check uses; of every rival for its legs, nights, visits and meals, the cells that
    decide between them; and whatever the constraints read.
    """
    world, task = trip.world, trip.task
    found: set[Cell] = set()
    for day, step, _ in trip.steps:
        found |= {cell for cell in _cells_of(trip, day, step) if cell.column != "city"}
    for leg in rival_legs(world, task):
        found |= cells(leg, LEG)
    for hotel in world.hotels.values():
        found |= cells(hotel, ["price"]) if hotel.city in task.destinations else frozenset()
    for sight in world.attractions.values():
        found |= cells(sight, ["rating"]) if sight.city in task.destinations else frozenset()
    for table in world.restaurants.values():
        found |= cells(table, ["rating", "price"]) if table.city in task.destinations else frozenset()
    for wish in task.constraints:
        found |= cells_read(world, task, wish)
    return frozenset(found)


def rival_legs(world: World, task: Task) -> Sequence[Leg]:
    """Return the legs of the first and the last day between the task's cities."""
    cities = {task.origin, *task.destinations}
    dates = {task.day(1), task.day(task.days)}
    return [
        leg
        for leg in world.legs.values()
        if leg.date in dates and {world.city_of(leg.origin), world.city_of(leg.destination)} <= cities
    ]
