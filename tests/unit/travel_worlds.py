"""A small travel world made by hand, a three-day task in it and a valid plan, to be bent in one place at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from planclaims.suites.longhorizon.travel.grammar import Day, Plan, Step, plan_text
from planclaims.suites.longhorizon.travel.loading import world_of
from planclaims.suites.longhorizon.travel.parameters import route_of
from planclaims.suites.longhorizon.travel.rules.constraints import FAMILIES
from planclaims.suites.longhorizon.travel.rules.scores import Scored, score_plan
from planclaims.suites.longhorizon.travel.rules.trip import Trip
from planclaims.suites.longhorizon.travel.task import Task
from planclaims.suites.longhorizon.travel.task_file import task_of
from planclaims.suites.longhorizon.travel.world import World

Json = Any
HERE = Path("world.json")
PLACES = {
    "Home Central": ("station", "Home", 0, 0),
    "Away Central": ("station", "Away", 100_000, 0),
    "Inn": ("hotel", "Away", 100_500, 0),
    "Palace": ("hotel", "Away", 100_000, 800),
    "Museum": ("attraction", "Away", 100_300, 0),
    "Tower": ("attraction", "Away", 100_800, 0),
    "Park": ("attraction", "Away", 100_000, 1_000),
    "Gallery": ("attraction", "Away", 103_000, 0),
    "Soup": ("restaurant", "Away", 100_400, 100),
    "Grill": ("restaurant", "Away", 100_600, 100),
    "Bistro": ("restaurant", "Away", 100_900, 0),
    "Diner": ("restaurant", "Away", 100_100, 900),
}
RATINGS = {"Museum": 44, "Tower": 40, "Park": 41, "Gallery": 48, "Soup": 42, "Grill": 43, "Bistro": 39, "Diner": 40}
NEAR = {"Soup": "Museum", "Grill": "Tower", "Bistro": "Tower", "Diner": "Park"}


def train(number: str, day: int, dep: int, price: int, **changes: object) -> dict[str, Any]:
    """Return a train of an hour, out unless its number is above 4."""
    ends = ("Home Central", "Away Central") if int(number[1:]) < 5 else ("Away Central", "Home Central")
    row: dict[str, Any] = {
        "number": number,
        "date": f"2026-05-{day}",
        "from": ends[0],
        "to": ends[1],
        "dep": dep,
        "arr": dep + 60,
        "seat_class": "second",
        "seats": None,
        "price": price,
    }
    return {**row, **changes}


def hand_document() -> dict[str, Any]:
    """Return the world as plain data."""
    at = {name: {"name": name, "city": city, "x": x, "y": y} for name, (_, city, x, y) in PLACES.items()}
    hotel = {"star": 3, "rating": 40, "brand": "Linde", "decorated": 2010, "services": ["pool"]}
    sight = {"type": "art", "open": 540, "close": 1080, "closed": [], "min": 60, "max": 180, "ticket": 500}
    table = {"cuisine": "regional", "price": 2000, "open": 600, "close": 1320, "tags": ["terrace"]}
    named = {
        kind: [name for name, place in PLACES.items() if place[0] == kind] for kind in ("attraction", "restaurant")
    }
    document: dict[str, Any] = {
        "cities": ["Home", "Away"],
        "places": [{**at[name], "kind": kind} for name, (kind, *_) in PLACES.items()],
        "trains": [
            train("T1", 11, 480, 2000),
            train("T1", 12, 480, 1000),
            train("T2", 11, 500, 1500, seats=1),
            train("T8", 13, 720, 2500),
        ],
        "flights": [],
        "hotels": [{**at["Inn"], **hotel, "price": 8000}, {**at["Palace"], **hotel, "price": 15000, "star": 5}],
        "attractions": [{**at[name], **sight, "rating": RATINGS[name]} for name in named["attraction"]],
        "restaurants": [
            {**at[name], **table, "rating": RATINGS[name], "near": NEAR[name]} for name in named["restaurant"]
        ],
        "routes": [],
    }
    document["attractions"][3]["closed"] = ["Tuesday"]
    for begin, (_, city, x, y) in PLACES.items():
        for end, (_, other, x2, y2) in PLACES.items():
            if city == other and begin != end:
                metres = abs(x - x2) + abs(y - y2)
                mode, minutes, fare = route_of(metres)
                row = {"from": begin, "to": end, "metres": metres, "minutes": minutes, "fare": fare, "mode": mode}
                document["routes"].append(row)
    return document


def hand_world(change: Callable[[dict[str, Any]], object] | None = None) -> World:
    """Return the world, its document changed beforehand."""
    document = hand_document()
    if change is not None:
        change(document)
    return world_of(document, HERE)


def hand_task(*constraints: dict[str, Any], **changes: object) -> Task:
    """Return a three-day trip of two people from Monday, 11 May 2026."""
    document = {
        "id": "hand",
        "origin": "Home",
        "destinations": ["Away"],
        "days": 3,
        "date": "2026-05-11",
        "weekday": "Monday",
        "people": 2,
        "rooms": 1,
        "constraints": list(constraints),
        "optimum": {"points": 289, "cost": 44000},
        **changes,
    }
    return task_of(document, Path("task.json"), hand_world(), list(FAMILIES))


def day(world: World, place: str, start: int, stops: Sequence[tuple[str, int, int]]) -> list[Step]:
    """Return the moves and stops of a day that begins at a place: each stop with its begin and its minutes."""
    steps: list[Step] = []
    for name, begin, minutes in stops:
        route = world.routes[place, name]
        now = steps[-1].stop if steps else start
        steps.append(Step("move", now, now + route.minutes, place, name, price=route.fare))
        if name in world.attractions:
            steps.append(Step("visit", begin, begin + minutes, name, name, price=world.attractions[name].ticket))
        elif name in world.restaurants:
            meal = "lunch" if begin < 930 else "dinner"
            price = world.restaurants[name].price
            steps.append(Step("meal", begin, begin + minutes, name, name, meal=meal, price=price))
        elif name in world.hotels:
            steps.append(Step("hotel", begin, begin + minutes, name, name))
        place = name
    return steps


def hand_plan(world: World | None = None) -> Plan:
    """Return a valid plan: 289 points for 440.00."""
    world = world or hand_world()
    out = Step("train", 480, 540, "Home Central", "Away Central", number="T1", price=2000)
    back = Step("train", 720, 780, "Away Central", "Home Central", number="T8", price=2500)
    first = [("Museum", 600, 60), ("Soup", 700, 60), ("Grill", 1000, 60), ("Inn", 1100, 60)]
    second = [("Tower", 600, 60), ("Bistro", 690, 60), ("Park", 800, 60), ("Diner", 1000, 60), ("Inn", 1100, 60)]
    last = [("Away Central", 0, 0)]
    days = (
        Day(1, "Home", "Away", "Inn", (out, *day(world, "Away Central", 550, first))),
        Day(2, "Away", "", "Inn", tuple(day(world, "Inn", 580, second))),
        Day(3, "Away", "Home", "-", (*day(world, "Inn", 600, last), back)),
    )
    return summed(Plan(days, (0, 0, 0, 0, 0)), world)


def summed(plan: Plan, world: World | None = None, task: Task | None = None) -> Plan:
    """Return the plan with the right amounts, where there are any."""
    costs = Trip(plan, world or hand_world(), task or hand_task()).costs
    return plan if costs is None else replace(plan, costs=costs.amounts)


def with_step(plan: Plan, number: int, place: int, *steps: Step) -> Plan:
    """Return the plan with one step of a day replaced by others, or by none."""
    old = plan.days[number - 1]
    new = replace(old, steps=(*old.steps[:place], *steps, *old.steps[place + 1 :]))
    return replace(plan, days=(*plan.days[: number - 1], new, *plan.days[number:]))


def with_day(plan: Plan, place: int, /, **changes: Json) -> Plan:
    """Return the plan with another heading of a day."""
    new = replace(plan.days[place - 1], **changes)
    return replace(plan, days=(*plan.days[: place - 1], new, *plan.days[place:]))


def scored(plan: Plan, *constraints: dict[str, Any], world: World | None = None) -> Scored:
    """Return the scores of a plan in the hand-made world."""
    return score_plan(plan, world or hand_world(), hand_task(*constraints))


__all__ = [
    "hand_document",
    "hand_plan",
    "hand_task",
    "hand_world",
    "plan_text",
    "scored",
    "summed",
    "with_day",
    "with_step",
]
