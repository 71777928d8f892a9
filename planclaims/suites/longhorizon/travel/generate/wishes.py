"""Step 3: constraints that a drawn solution fulfils and the best choice so far does not, so that each changes it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from planclaims.suites.longhorizon.travel.generate.packing import Choice, value
from planclaims.suites.longhorizon.travel.generate.planning import legs_of
from planclaims.suites.longhorizon.travel.generate.solving import VISITS_AT_MOST, Solved, planned
from planclaims.suites.longhorizon.travel.rules import constraints as rules
from planclaims.suites.longhorizon.travel.rules.trip import Trip
from planclaims.suites.longhorizon.travel.task import Constraint, Task
from planclaims.suites.longhorizon.travel.world import World

Params = Mapping[str, Any]
Option = tuple[str, Params]
BUDGET_LEAST, BUDGET_MOST = 970, 995
"""A budget lies between these thousandths of what the best choice without it costs."""
STEP = 500
"""Budgets are multiples of this many cents."""


def rules_of_the_day(size: str) -> list[Constraint]:
    """Return the constraints that keep the enumeration small; all of them bind like any other."""
    near = [Constraint("meals", "meals_near_sights", {})] if size != "tiny" else []
    visits = Constraint("visits", "visits_per_day", {"most": VISITS_AT_MOST})
    return [visits, *near, Constraint("ways", "direct_ways", {})]


def leg_options(world: World, task: Task, drawn: Choice) -> Iterator[Option]:
    """Yield what can be asked of the legs of the drawn solution."""
    legs = legs_of(world, task)
    ends = {"out": legs[drawn[0].begin], "back": legs[drawn[-1].end]}
    for way, leg in ends.items():
        base = {"way": way, "mode": leg.mode}
        among = rules.legs_among(world, task, base)
        fields = {"price": ("least",), "minutes": ("least",), "dep": ("least", "most"), "arr": ("least", "most")}
        for field, directions in fields.items():
            for direction in directions:
                if len(among) > 1 and leg.number in rules.best(among, field, direction):
                    yield "leg_superlative", {**base, "field": field, "direction": direction}
        for event in ("dep", "arr"):
            time = getattr(leg, event)
            yield (
                "leg_window",
                {**base, "event": event, "from": (time - 20) // 15 * 15, "to": -(-(time + 20) // 15) * 15},
            )
    if ends["out"].seat_class == ends["back"].seat_class:
        yield "seat_class", {"seat_class": ends["out"].seat_class}


def hotel_options(world: World, task: Task, drawn: Choice) -> Iterator[Option]:
    """Yield what can be asked of the only hotel of the drawn solution."""
    hotel = world.hotels[drawn[0].end]
    yield "hotel_star", {"star": hotel.star}
    for service in hotel.services:
        yield "hotel_service", {"service": service}
    narrowings: Sequence[Params] = ({}, {"star": hotel.star}, {"brand": hotel.brand}, {"service": hotel.services[0]})
    for narrowing in narrowings:
        among = rules.hotels_among(world, task, narrowing)
        for field, direction in (("price", "least"), ("rating", "most"), ("decorated", "most"), ("star", "most")):
            if len(among) > 1 and {hotel.name} == set(rules.best(among, field, direction)):
                yield "hotel_superlative", {**narrowing, "field": field, "direction": direction}


def item_options(world: World, task: Task, drawn: Choice) -> Iterator[Option]:
    """Yield what can be asked of the visits and meals of the drawn solution."""
    sights = [world.attractions[name] for column in drawn for name in sorted(column.sights)]
    meals = [world.restaurants[name] for column in drawn for name in sorted(column.items - column.sights)]
    for sight in sights:
        yield "must_visit", {"names": [sight.name]}
        among = rules.attractions_of(world, task, sight.type)
        for field, direction in (("rating", "most"), ("ticket", "least")):
            if len(among) > 1 and sight.name in rules.best(among, field, direction):
                yield "type_superlative", {"type": sight.type, "field": field, "direction": direction}
        if len(among) > 1:
            yield "all_of_type", {"type": sight.type}
    for meal in meals:
        near = [row for row in world.restaurants.values() if row.near == meal.near]
        for tag in meal.tags:
            yield "meal_tag_near", {"tag": tag, "near": meal.near}
        for field, direction in (("rating", "most"), ("price", "least")):
            if len(near) > 1 and meal.name in rules.best(near, field, direction):
                yield "meal_superlative_near", {"near": meal.near, "field": field, "direction": direction}


def choose(
    chance: random.Random, options: Iterator[Option], solved: Solved, drawn: Choice, name: str
) -> Constraint | None:
    """Return one of the options that the drawn solution fulfils and the best choice does not, a family at a time."""
    draft, world = solved.draft, solved.world
    best, other = (Trip(planned(draft, world, choice), world, draft.task) for choice in (solved.choice, drawn))
    fitting: dict[str, list[Constraint]] = {}
    for family, params in options:
        wish = Constraint(name, family, params)
        if rules.holds(other, wish) and not rules.holds(best, wish):
            fitting.setdefault(family, []).append(wish)
    if not fitting:
        return None
    return chance.choice(fitting[chance.choice(sorted(fitting))])


def draw_budget(chance: random.Random, solved: Solved) -> Constraint:
    """Return a budget that the best choice does not keep."""
    _, cost = value(solved.choice)
    most = cost * chance.randint(BUDGET_LEAST, BUDGET_MOST) // 1000
    return Constraint("budget", "budget", {"max": most // STEP * STEP})
