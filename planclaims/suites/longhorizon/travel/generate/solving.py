"""A draft of a task and its best choice: what the constraints leave of the world, enumerated and solved."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from planclaims.suites.longhorizon.travel.generate.columns import Column, Enumerator, Scope
from planclaims.suites.longhorizon.travel.generate.packing import Choice, Model, best
from planclaims.suites.longhorizon.travel.generate.planning import legs_of, plan_of
from planclaims.suites.longhorizon.travel.generate.worlds import Document
from planclaims.suites.longhorizon.travel.grammar import Plan
from planclaims.suites.longhorizon.travel.loading import world_of
from planclaims.suites.longhorizon.travel.rules import constraints as rules
from planclaims.suites.longhorizon.travel.task import Constraint, Task
from planclaims.suites.longhorizon.travel.world import Hotel, Leg, World

HERE = Path("world.json")
HOTEL = ("hotel_star", "hotel_service", "hotel_superlative")
LEG = ("leg_superlative", "leg_window", "seat_class")
VISITS_AT_MOST = 2
"""Visits a day in generated tasks; without the constraint the search for a better plan allows one more."""


@dataclass(frozen=True)
class Draft:
    """A task in the making: the world as a document, and the task with its constraints so far."""

    document: Document
    task: Task

    @property
    def world(self) -> World:
        """Return the world that the document spells."""
        return world_of(self.document, HERE)

    @property
    def wishes(self) -> tuple[Constraint, ...]:
        """Return the constraints."""
        return self.task.constraints

    def having(self, wishes: Iterable[Constraint]) -> Draft:
        """Return the same draft with other constraints."""
        return replace(self, task=replace(self.task, constraints=tuple(wishes)))

    def without(self, wish: Constraint) -> Draft:
        """Return the same draft without a constraint."""
        return self.having(other for other in self.wishes if other != wish)

    def copied(self) -> Draft:
        """Return the draft with a document of its own, to be changed."""
        return replace(self, document=json.loads(json.dumps(self.document)))


@dataclass(frozen=True)
class Solved:
    """A draft with its world, its model and the best choice."""

    draft: Draft
    world: World
    model: Model
    choice: Choice

    @property
    def plan(self) -> Plan:
        """Return the best choice as a plan."""
        return planned(self.draft, self.world, self.choice)


def planned(draft: Draft, world: World, choice: Choice) -> Plan:
    """Return a choice as a plan."""
    return plan_of(choice, world, draft.task, legs_of(world, draft.task))


def scope_of(world: World, task: Task) -> Scope:
    """Return what hotels and legs the constraints leave, and the rules of the day."""
    params = {wish.family: wish.params for wish in task.constraints}
    hotels = [
        row for row in world.hotels.values() if row.city == task.destinations[0] and _hotel_fits(world, task, row)
    ]
    legs = [leg for leg in legs_of(world, task).values() if leg.seats is None or leg.seats >= task.people]
    fitting = [leg for leg in legs if _leg_fits(world, task, leg)]
    return Scope(
        hotels=tuple(row.name for row in hotels),
        out=tuple(leg for leg in fitting if leg.date == task.day(1)),
        back=tuple(leg for leg in fitting if leg.date == task.day(task.days)),
        visits=params["visits_per_day"]["most"] if "visits_per_day" in params else VISITS_AT_MOST + 1,
        near="meals_near_sights" in params,
    )


def _hotel_fits(world: World, task: Task, row: Hotel) -> bool:
    for wish in task.constraints:
        params = wish.params
        if wish.family == "hotel_star" and row.star != params["star"]:
            return False
        if wish.family == "hotel_service" and params["service"] not in row.services:
            return False
        if wish.family == "hotel_superlative":
            names = rules.best(rules.hotels_among(world, task, params), params["field"], params["direction"])
            if row.name not in names:
                return False
    return True


def _leg_fits(world: World, task: Task, leg: Leg) -> bool:
    way = "out" if leg.date == task.day(1) else "back"
    for wish in task.constraints:
        params = wish.params
        if wish.family == "seat_class" and leg.seat_class != params["seat_class"]:
            return False
        if wish.family not in LEG or params.get("way") != way:
            continue
        if leg.mode != params["mode"]:
            return False
        if wish.family == "leg_window" and not params["from"] <= getattr(leg, params["event"]) <= params["to"]:
            return False
        among = rules.legs_among(world, task, params)
        if wish.family == "leg_superlative" and leg.number not in rules.best(
            among, params["field"], params["direction"]
        ):
            return False
    return True


def wanted(world: World, task: Task) -> list[frozenset[str]]:
    """Return sets of attractions and restaurants of which a plan must have at least one each."""
    found: list[frozenset[str]] = []
    for wish in task.constraints:
        params = wish.params
        sights = rules.attractions_of(world, task, params.get("type", ""))
        near = [row for row in world.restaurants.values() if row.near == params.get("near")]
        if wish.family == "must_visit":
            found += [frozenset({name}) for name in params["names"]]
        elif wish.family == "type_superlative":
            found.append(rules.best(sights, params["field"], params["direction"]))
        elif wish.family == "all_of_type":
            found += [frozenset({row.name}) for row in sights]
        elif wish.family == "meal_tag_near":
            found.append(frozenset(row.name for row in near if params["tag"] in row.tags))
        elif wish.family == "meal_superlative_near":
            found.append(rules.best(near, params["field"], params["direction"]))
    return found


def model_of(draft: Draft, world: World, scope: Scope | None = None) -> Model:
    """Return the draft as a model; with a scope, its hotels and legs are narrowed to it."""
    days = Enumerator(world, draft.task, scope or scope_of(world, draft.task)).days()
    most = next((wish.params["max"] for wish in draft.wishes if wish.family == "budget"), None)
    return Model(days, wanted(world, draft.task), most)


def solve(draft: Draft, scope: Scope | None = None) -> Solved | None:
    """Return the draft with its best choice, or None if nothing is feasible."""
    world = draft.world
    model = model_of(draft, world, scope)
    choice = best(model)
    return None if choice is None else Solved(draft, world, model, choice)


def greedy(solved: Solved) -> tuple[Column, ...] | None:
    """Return the greedy choice: cheapest legs and hotel, then day by day the most points; None if it is stuck."""
    scope, world = scope_of(solved.world, solved.draft.task), solved.world
    hotel = min(scope.hotels, key=lambda name: (world.hotels[name].price, name))
    ends = [
        min(scope.out, key=lambda leg: (leg.price, leg.number)).number,
        *[hotel] * (solved.draft.task.days - 1),
        min(scope.back, key=lambda leg: (leg.price, leg.number)).number,
    ]
    used: set[str] = set()
    chosen: list[Column] = []
    for number, columns in enumerate(solved.model.days):
        fitting = [
            column
            for column in columns
            if (column.begin, column.end) == (ends[number], ends[number + 1]) and not column.items & used
        ]
        if not fitting:
            return None
        chosen.append(min(fitting, key=lambda column: (-column.points, column.cost, sorted(column.items))))
        used |= chosen[-1].items
    return tuple(chosen)


def narrowed(solved: Solved, choice: Sequence[Column]) -> Scope:
    """Return the scope in which hotels and legs are those of a choice."""
    full = scope_of(solved.world, solved.draft.task)
    legs = {choice[0].begin, choice[-1].end}
    return replace(
        full,
        hotels=tuple(sorted({column.end for column in choice[:-1]})),
        out=tuple(leg for leg in full.out if leg.number in legs),
        back=tuple(leg for leg in full.back if leg.number in legs),
    )
