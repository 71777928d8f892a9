"""A travel task as a question: everything relevant about the world is shown, and there are no tools."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planclaims.prompts import fill_text, read_wording
from planclaims.seam import MALFORMED, Answer
from planclaims.suites.longhorizon.amounts import money_text
from planclaims.suites.longhorizon.travel.grammar import NoPlan, plan_text, read_answer
from planclaims.suites.longhorizon.travel.prose import RULES, TEXTS, facts, travel_rules
from planclaims.suites.longhorizon.travel.task import Task
from planclaims.suites.longhorizon.travel.tools import Queries
from planclaims.suites.longhorizon.travel.world import Route, World

ASKED, ENTERED = read_wording(TEXTS / "question.toml"), read_wording(TEXTS / "environment.toml")


def entered_wording(task: Task, brief: str) -> Mapping[str, str]:
    """Return the words of the task as a world behind tools."""
    mission = fill_text(
        ENTERED["mission"], brief=brief.strip(), travel=travel_rules(task.origin), form=f"THE FORM\n\n{RULES['form']}"
    )
    return {**ENTERED, "mission": mission}


@dataclass(frozen=True)
class TravelQuestion:
    """The task with all facts of the tables that its travellers can use."""

    world: World
    task: Task
    brief: str

    @property
    def wording(self) -> Mapping[str, str]:
        """Return the words of the question."""
        context = fill_text(
            ASKED["context"],
            brief=self.brief.strip(),
            travel=travel_rules(self.task.origin),
            facts=facts(self.task, usable_tables(self.world, self.task)),
        )
        return {**ASKED, "context": context, "contract": fill_text(ASKED["contract"], form=RULES["form"])}

    def read(self, text: str) -> Answer:
        """Return the plan that the output spells, in its only spelling; or malformed."""
        try:
            plan = read_answer(text)
        except NoPlan as fault:
            return Answer(MALFORMED, reason=str(fault))
        return Answer("itinerary", tuple(plan_text(plan).splitlines()))


Rows = Sequence[Mapping[str, object]]


def usable_tables(world: World, task: Task) -> Mapping[str, Rows]:
    """Return every row that the travellers can use: legs of their days, and all of the destinations."""
    queries = Queries(world, [])
    cities = [task.origin, *task.destinations]
    dates = sorted({task.day(number) for number in range(1, task.days + 1)} & world.dates)
    ways = [
        {"origin": begin, "destination": end, "depDate": day}
        for day in dates
        for begin in cities
        for end in cities
        if begin != end
    ]
    span = {"checkinDate": task.date, "checkoutDate": task.day(task.days)}
    tables: dict[str, list[Mapping[str, object]]] = {name: [] for name in ("trains", "flights", "hotels")}
    for way in ways:
        tables["trains"] += json.loads(queries.answer("query_train_info", way).text)
        tables["flights"] += json.loads(queries.answer("query_flight_info", way).text)
    for city in task.destinations:
        tables["hotels"] += json.loads(queries.answer("query_hotel_info", {"destination": city, **span}).text)
    tables["attractions"] = [
        json.loads(queries.answer("query_attraction_details", {"attraction_name": row.name}).text)
        for row in world.attractions.values()
        if row.city in task.destinations
    ]
    tables["restaurants"] = [
        json.loads(queries.answer("query_restaurant_details", {"restaurant_name": row.name}).text)
        for row in world.restaurants.values()
        if row.city in task.destinations
    ]
    return {**tables, "ways within the cities": _ways(world, task)}


def _ways(world: World, task: Task) -> Rows:
    """Return the routes of the destinations; a pair that is the same both ways stands once."""
    told: list[Mapping[str, object]] = []
    for (begin, end), route in world.routes.items():
        if world.city_of(begin) not in task.destinations:
            continue
        back = world.routes.get((end, begin))
        same = back is not None and (back.minutes, back.fare) == (route.minutes, route.fare)
        if not same or begin < end:
            told.append(_way(route, both=same))
    return told


def _way(route: Route, *, both: bool) -> Mapping[str, object]:
    arrow = "<->" if both else "->"
    return {
        "from and to": f"{route.origin} {arrow} {route.destination}",
        "minutes": route.minutes,
        "fare": money_text(route.fare),
    }
