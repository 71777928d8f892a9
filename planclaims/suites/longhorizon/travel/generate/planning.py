"""From a choice of days to a plan in the grammar, with its times and its costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from planclaims.suites.longhorizon.amounts import DAY
from planclaims.suites.longhorizon.travel import parameters as limits
from planclaims.suites.longhorizon.travel.generate.columns import Column
from planclaims.suites.longhorizon.travel.grammar import NO_STAY, Day, Plan, Step
from planclaims.suites.longhorizon.travel.rules.trip import Trip
from planclaims.suites.longhorizon.travel.task import Task
from planclaims.suites.longhorizon.travel.world import Leg, World

REST = 60
"""Minutes that the hotel step at the end of a day is given, where the day has them left."""


def plan_of(choice: Sequence[Column], world: World, task: Task, legs: Mapping[str, Leg]) -> Plan:
    """Return the plan of a choice; its amounts are the sums from the tables."""
    days = tuple(_day(column, world, task, legs) for column in choice)
    drafted = Plan(days, (0, 0, 0, 0, 0))
    costs = Trip(drafted, world, task).costs
    assert costs is not None
    return Plan(days, costs.amounts)


def _day(column: Column, world: World, task: Task, legs: Mapping[str, Leg]) -> Day:
    first, last = column.day == 1, column.day == task.days
    city = task.destinations[0]
    steps = tuple(_steps(column, world, legs, first=first, last=last))
    begin = task.origin if first else city
    to = city if first else task.origin if last else ""
    return Day(column.day, begin, to, NO_STAY if last else column.end, steps)


def _steps(column: Column, world: World, legs: Mapping[str, Leg], *, first: bool, last: bool) -> Iterator[Step]:
    here, now = column.begin, None
    if first:
        leg = legs[column.begin]
        yield _leg(leg)
        here, now = leg.destination, leg.arr + limits.AFTER[leg.mode]
    for timed in column.stops:
        stop = timed.stop
        route = world.routes[here, stop.name]
        begin = timed.begin - route.minutes if now is None else now
        yield Step("move", begin, begin + route.minutes, here, stop.name, price=route.fare)
        if stop.kind == "visit":
            price = world.attractions[stop.name].ticket
            yield Step("visit", timed.begin, timed.end, stop.name, stop.name, price=price)
        else:
            price = world.restaurants[stop.name].price
            yield Step("meal", timed.begin, timed.end, stop.name, stop.name, meal=stop.kind, price=price)
        here, now = stop.name, timed.end
    yield from _end(column, world, legs, here, now, last=last)


def _end(
    column: Column, world: World, legs: Mapping[str, Leg], here: str, now: int | None, *, last: bool
) -> Iterator[Step]:
    there = legs[column.end].origin if last else column.end
    if here != there:
        route = world.routes[here, there]
        if now is None:
            now = legs[column.end].dep - limits.BEFORE[legs[column.end].mode] - route.minutes if last else DAY // 2
        yield Step("move", now, now + route.minutes, here, there, price=route.fare)
        now += route.minutes
    if last:
        yield _leg(legs[column.end])
        return
    now = DAY // 2 if now is None else now
    yield Step("hotel", now, min(now + REST, DAY), there, there)


def _leg(leg: Leg) -> Step:
    return Step(leg.mode, leg.dep, leg.arr, leg.origin, leg.destination, number=leg.number, price=leg.price)


def legs_of(world: World, task: Task) -> Mapping[str, Leg]:
    """Return the legs that the task can use, by number: out on the first day, back on the last."""
    city = task.destinations[0]
    ways = ((task.origin, city, task.day(1)), (city, task.origin, task.day(task.days)))
    return {
        leg.number: leg
        for begin, end, date in ways
        for mode in ("train", "flight")
        for leg in world.legs_between.get((mode, begin, end, date), ())
    }
