"""Changes to a world: traps that look better than the optimum and cannot be had, and repairs that part near ties."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planclaims.suites.longhorizon.travel.generate.packing import Choice
from planclaims.suites.longhorizon.travel.generate.solving import Draft, Solved
from planclaims.suites.longhorizon.travel.generate.worlds import DINNER_ONLY, Document, Row
from planclaims.suites.longhorizon.travel.parameters import MEAL_MINUTES, MEAL_STARTS
from planclaims.suites.longhorizon.travel.task import Task

TOO_EARLY = MEAL_STARTS["dinner"].least + MEAL_MINUTES.least - 1
"""Closing then, a restaurant serves no dinner."""


@dataclass(frozen=True, slots=True)
class Change:
    """New values of some cells of one row: of the row with that name or number in that table."""

    table: str
    row: str
    values: Mapping[str, Any]

    def apply(self, document: Document) -> None:
        """Write the values into the document."""
        self.find(document).update(self.values)

    def find(self, document: Document) -> Row:
        """Return the row."""
        key = "number" if self.table in ("trains", "flights") else "name"
        return next(row for row in document[self.table] if row[key] == self.row)

    def as_data(self) -> dict[str, Any]:
        """Return the change as plain data."""
        return {"table": self.table, "row": self.row, "values": dict(self.values)}


def changed(draft: Draft, changes: Sequence[Change]) -> Draft:
    """Return the draft with a changed world."""
    copy = draft.copied()
    for change in changes:
        change.apply(copy.document)
    return copy


@dataclass(frozen=True, slots=True)
class Trap:
    """A change that makes a rival look better, and the change that would let the rival be had."""

    kind: str
    bait: Change
    relaxed: Change


def draw_traps(chance: random.Random, solved: Solved) -> list[Trap]:
    """Return up to three traps: a closed sight, hours that fit no meal, and a cheap leg without seats enough."""
    drawn = (_closed_sight(chance, solved), _odd_hours(chance, solved), _sold_out(chance, solved))
    return [trap for trap in drawn if trap is not None]


def _unused(solved: Solved, rows: Sequence[Row]) -> list[Row]:
    used = {item for column in solved.choice for item in column.items}
    city = solved.draft.task.destinations[0]
    return [row for row in rows if row["city"] == city and row["name"] not in used]


def _closed_sight(chance: random.Random, solved: Solved) -> Trap | None:
    """Let an attraction that is shut on all days of the trip have the best rating and no price."""
    task = solved.draft.task
    trip = {task.weekday(day) for day in range(1, task.days + 1)}
    rows = [row for row in _unused(solved, solved.draft.document["attractions"]) if trip <= set(row["closed"])]
    rows = [row for row in rows if not _asked_for(task, row["type"])]
    if not rows:
        return None
    row = chance.choice(rows)
    bait = {"rating": 49 + chance.randint(0, 1), "ticket": 0, "open": 480, "close": 1260}
    open_days = [day for day in row["closed"] if day not in trip]
    return Trap("closing day", *_pair("attractions", row["name"], bait, {"closed": open_days}))


def _odd_hours(chance: random.Random, solved: Solved) -> Trap | None:
    """Let a restaurant near a visited sight, whose hours fit no meal, have the best rating and a small price."""
    seen = {name for column in solved.choice for name in column.sights}
    rows = [
        row
        for row in _unused(solved, solved.draft.document["restaurants"])
        if row["near"] in seen
        and not _asked_for(solved.draft.task, row["near"])
        and (row["close"] <= MEAL_STARTS["lunch"].least or row["open"] > MEAL_STARTS["dinner"].most)
    ]
    if not rows:
        return None
    row = chance.choice(rows)
    bait = {"rating": 49 + chance.randint(0, 1), "price": 900}
    return Trap("hours", *_pair("restaurants", row["name"], bait, {"open": DINNER_ONLY[0], "close": DINNER_ONLY[1]}))


def _sold_out(chance: random.Random, solved: Solved) -> Trap | None:
    """Let a leg that fulfils the same wishes as the optimum's be cheaper and have a seat too few."""
    task, document = solved.draft.task, solved.draft.document
    if any(wish.family == "leg_superlative" for wish in task.constraints) or task.people < 2:
        return None
    way, date = chance.choice([(solved.choice[0].begin, task.day(1)), (solved.choice[-1].end, task.day(task.days))])
    table = "trains" if way.startswith("T") else "flights"
    used = next(row for row in document[table] if row["number"] == way)
    rows = [
        row
        for row in document[table]
        if row["number"] != way and row["date"] == date and (row["from"], row["to"]) == (used["from"], used["to"])
    ]
    if not rows:
        return None
    row = chance.choice(rows)
    same = {"dep": used["dep"], "arr": used["arr"], "seat_class": used["seat_class"]}
    price = used["price"] * 80 // 100 // 50 * 50
    bait = {**same, "price": price, "seats": task.people - 1}
    return Trap("seats", *_pair(table, row["number"], bait, {"seats": None}))


def _asked_for(task: Task, value: str) -> bool:
    """Return whether a constraint speaks of that type or place, so that a bait would become what is asked for."""
    return any(value in (wish.params.get("type"), wish.params.get("near")) for wish in task.constraints)


def _pair(table: str, row: str, bait: Mapping[str, Any], relaxed: Mapping[str, Any]) -> tuple[Change, Change]:
    return Change(table, row, bait), Change(table, row, relaxed)


def draw_repair(chance: random.Random, solved: Solved, rival: Choice) -> Change | None:
    """Return a change that takes a near tie away and leaves the optimum as it is; None if there is none."""
    options = [*_closings(solved, rival), *_hours(solved, rival)] or _prices(chance, solved, rival)
    return chance.choice(options) if options else None


def _closings(solved: Solved, rival: Choice) -> list[Change]:
    """Return closing days on which the rival sees something that the optimum does not see on that day."""
    found = []
    for ours, theirs in zip(solved.choice, rival, strict=True):
        weekday = solved.draft.task.weekday(theirs.day)
        for name in sorted(theirs.sights - ours.sights):
            row = Change("attractions", name, {}).find(solved.draft.document)
            if weekday not in row["closed"]:
                found.append(Change("attractions", name, {"closed": [*row["closed"], weekday]}))
    return found


def _hours(solved: Solved, rival: Choice) -> list[Change]:
    """Return hours that take a meal from the rival which the optimum does not take there."""
    used = {(column.meal(kind), kind) for column in solved.choice for kind in ("lunch", "dinner")}
    ends = {
        timed.stop.name: timed.end for column in solved.choice for timed in column.stops if timed.stop.kind == "lunch"
    }
    found = []
    for column in rival:
        lunch, dinner = column.meal("lunch"), column.meal("dinner")
        if lunch and (lunch, "lunch") not in used:
            found.append(Change("restaurants", lunch, {"open": DINNER_ONLY[0], "close": DINNER_ONLY[1]}))
        if dinner and (dinner, "dinner") not in used and ends.get(dinner, 0) <= TOO_EARLY:
            row = Change("restaurants", dinner, {}).find(solved.draft.document)
            if row["open"] < TOO_EARLY - MEAL_MINUTES.least:
                found.append(Change("restaurants", dinner, {"close": TOO_EARLY}))
    return found


def _prices(chance: random.Random, solved: Solved, rival: Choice) -> list[Change]:
    """Return a dearer hotel or leg, by 1 to 3 percent, that only the rival uses."""
    ours = {solved.choice[0].begin, *(column.end for column in solved.choice)}
    theirs = sorted({rival[0].begin, *(column.end for column in rival)} - ours)
    found = []
    for name in theirs:
        for table in ("hotels", "trains", "flights"):
            rows = solved.draft.document[table]
            row = next((row for row in rows if name in (row.get("number"), row.get("name"))), None)
            if row is not None:
                percent = chance.randint(101, 103)
                found.append(Change(table, name, {"price": row["price"] * percent // 100}))
    return found
