"""The generator: a draft is drawn, repaired until its optimum stands alone, and kept if everything in it binds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from planclaims.suites.longhorizon.travel.generate.binding import trap_witness, witness
from planclaims.suites.longhorizon.travel.generate.changes import Change, Trap, changed, draw_repair, draw_traps
from planclaims.suites.longhorizon.travel.generate.packing import Choice, Model, Undecided, best, value, worth
from planclaims.suites.longhorizon.travel.generate.solving import Draft, Solved, greedy, model_of, planned, solve
from planclaims.suites.longhorizon.travel.generate.wishes import (
    choose,
    draw_budget,
    hotel_options,
    item_options,
    leg_options,
    rules_of_the_day,
)
from planclaims.suites.longhorizon.travel.generate.worlds import draw_world
from planclaims.suites.longhorizon.travel.grammar import Plan
from planclaims.suites.longhorizon.travel.parameters import ceiling
from planclaims.suites.longhorizon.travel.rules.scores import score_plan
from planclaims.suites.longhorizon.travel.task import Constraint, Task

VERSION = 1
ATTEMPTS = 12
"""How often constraints are drawn for one world."""
REPAIRS = 10
MARGIN = 200
"""The runner-up must have a point less, or cost more by this part of the optimum: 1/200 is 0.5%."""
LEAST_WISHES = 3
"""What travellers ask for, at least, beside the rules of the day."""
NOISE = 25
FIRST_DAY = date(2026, 3, 2)


class Rejected(Exception):
    """The draft is no good task; the message says why."""


@dataclass(frozen=True)
class Made:
    """An accepted task with everything that its certificate says."""

    name: str
    seed: str
    size: str
    solved: Solved
    runner_up: Choice
    greedy: Choice
    witnesses: dict[str, Plan]
    traps: list[tuple[Trap, Draft, Plan]]
    repairs: list[Change]


def make_task(name: str, seed: int, size: str, days: int) -> Made:
    """Return the task of a seed; raises Rejected, with the reasons of all attempts, if none is accepted."""
    reasons: list[str] = []
    for attempt in range(ATTEMPTS):
        stream = f"{VERSION}/{seed}/{size}/{days}"
        try:
            return _attempt(name, stream, attempt, size, days)
        except (Rejected, Undecided) as reason:
            reasons.append(str(reason))
    raise Rejected("; ".join(reasons))


def _attempt(name: str, stream: str, attempt: int, size: str, days: int) -> Made:
    chance = random.Random(f"{stream}/task/{attempt}")
    draft = _first_draft(name, stream, size, days)
    rules = rules_of_the_day(size)
    solved = _asked(chance, draft.having(rules), rules)
    solved, traps = _trapped(chance, solved)
    solved, runner_up, repairs = _repaired(chance, solved)
    witnesses = {wish.id: _binds(solved, wish) for wish in solved.draft.wishes}
    sprung = []
    for trap in traps:
        found = trap_witness(solved, trap)
        if found is None:
            raise Rejected(f"the trap {trap.kind} does not bind")
        sprung.append((trap, *found))
    naive = greedy(solved)
    if naive is None or value(naive) == value(solved.choice):
        raise Rejected("the greedy answer is optimal, or there is none")
    return Made(name, f"{stream}/{attempt}", size, solved, runner_up, naive, witnesses, sprung, repairs)


def _first_draft(name: str, stream: str, size: str, days: int) -> Draft:
    chance = random.Random(f"{stream}/frame")
    start = FIRST_DAY + timedelta(days=chance.randrange(200))
    people = chance.choice((1, 2, 2, 3, 4, 5))
    document = draw_world(stream, size, days, start)
    home, there = document["cities"][:2]
    rooms = ceiling(people, 2)
    return Draft(document, Task(name, home, (there,), False, days, start.isoformat(), people, rooms, (), 0, 0))


def _asked(chance: random.Random, draft: Draft, rules: Sequence[Constraint]) -> Solved:
    """Return the draft with constraints that the drawn solution fulfils, each violated by the best choice before it."""
    solved = _must(solve(draft))
    drawn = _drawn(chance, solved)
    asked: list[Constraint] = []
    world, task = solved.world, draft.task
    kinds = {
        "leg": leg_options(world, task, drawn),
        "hotel": hotel_options(world, task, drawn),
        "item": item_options(world, task, drawn),
        "other": item_options(world, task, drawn),
    }
    for kind, options in kinds.items():
        wish = choose(chance, options, solved, drawn, kind)
        if wish is not None:
            asked.append(wish)
            solved = _must(solve(draft.having([*asked, *rules])))
    limit = draw_budget(chance, solved)
    richer = solve(draft.having([*asked, limit, *rules]))
    if richer is not None:
        asked.append(limit)
        solved = richer
    if len(asked) < LEAST_WISHES:
        raise Rejected("too few constraints bind")
    return solved


def _must(solved: Solved | None) -> Solved:
    if solved is None:
        raise Rejected("nothing is feasible")
    return solved


def _drawn(chance: random.Random, solved: Solved) -> Choice:
    """Return a drawn solution: a choice that is good by ratings with noise, in one hotel."""
    hotel = chance.choice(sorted({column.begin for column in solved.model.days[-1]}))
    days = []
    for number, columns in enumerate(solved.model.days):
        kept = [column for column in columns if number == len(solved.model.days) - 1 or column.end == hotel]
        kept = [column for column in kept if number == 0 or column.begin == hotel]
        days.append([replace(column, points=column.points + chance.randint(0, NOISE), cost=0) for column in kept])
    found = best(Model(days))
    if found is None:
        raise Rejected("nothing is feasible in one hotel")
    return found


def _trapped(chance: random.Random, solved: Solved) -> tuple[Solved, list[Trap]]:
    """Return the draft with traps; a trap that changes the optimum is left out."""
    traps: list[Trap] = []
    for trap in draw_traps(chance, solved):
        tried = solve(changed(solved.draft, [trap.bait]))
        if tried is not None and value(tried.choice) == value(solved.choice):
            solved = tried
            traps.append(trap)
    if not traps:
        raise Rejected("there is no trap")
    return solved, traps


def _repaired(chance: random.Random, solved: Solved) -> tuple[Solved, Choice, list[Change]]:
    """Return the draft with a world in which the runner-up is far enough behind, and what was changed for it."""
    repairs: list[Change] = []
    while True:
        rival = best(solved.model, without=[solved.choice])
        if rival is None:
            raise Rejected("there is no second plan")
        points, cost = value(solved.choice)
        other_points, other_cost = value(rival)
        if other_points < points or (other_cost - cost) * MARGIN >= cost:
            _prove_unique(solved)
            return solved, rival, repairs
        repair = draw_repair(chance, solved, rival) if len(repairs) < REPAIRS else None
        if repair is None:
            raise Rejected("near ties remain")
        repairs.append(repair)
        again = _must(solve(changed(solved.draft, [repair])))
        if worth(*value(again.choice)) < worth(points, cost):
            raise Rejected("a repair spoilt the optimum")
        solved = again


def _prove_unique(solved: Solved) -> None:
    """Raise Rejected unless it is proved that no other choice is worth as much."""
    if best(solved.model, without=[solved.choice], least=worth(*value(solved.choice))) is not None:
        raise Rejected("the optimum is not unique")


def _binds(solved: Solved, wish: Constraint) -> Plan:
    plan = witness(solved, wish)
    if plan is None:
        raise Rejected(f"{wish.family} does not bind")
    return plan


def checked(made: Made) -> None:
    """Raise AssertionError unless the scorer agrees with the solver on every plan of a task."""
    solved = made.solved
    points, cost = value(solved.choice)
    task = replace(solved.draft.task, points=points, cost=cost)
    for choice in (solved.choice, made.runner_up):
        scored = score_plan(planned(solved.draft, solved.world, choice), solved.world, task)
        if not scored.valid or (scored.points, scored.cost) != value(choice):
            raise AssertionError(f"{made.name}: solver and scorer disagree: {scored.failed} {scored.cost}")


def tasks(size: str, days: Sequence[int], first: int, most_seeds: int) -> Iterator[tuple[str, Made | str]]:
    """Yield a task for each of the lengths, trying seeds in their order; a text where a seed was rejected."""
    seed = first
    for number, length in enumerate(days, start=1):
        for _ in range(most_seeds):
            seed += 1
            name = f"{size}-{length}-{number:02}"
            try:
                made = make_task(name, seed, size, length)
            except Rejected as reason:
                yield name, f"seed {seed}: {reason}"
                continue
            checked(made)
            yield name, made
            break


__all__ = ["Made", "Rejected", "make_task", "model_of", "tasks"]
