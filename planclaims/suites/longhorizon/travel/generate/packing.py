"""Steps 4 and 6: one column per day, chosen by CP-SAT: most points, then least cost; and the proof that it is unique.

One worker and a fixed seed, so the same model gives the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ortools.sat.python import cp_model

from planclaims.suites.longhorizon.travel.generate.columns import Column

WEIGHT = 10**7
"""A point is worth more than any cost: plans cost less than this many cents."""
SECONDS = 120.0
Choice = tuple[Column, ...]


class Undecided(Exception):
    """The solver found no proof in its time."""


@dataclass(frozen=True)
class Model:
    """What a choice must satisfy: a column per day, one item at least of every wanted set, the most it may cost."""

    days: Sequence[Sequence[Column]]
    wanted: Sequence[frozenset[str]] = field(default=())
    most: int | None = None


def value(choice: Iterable[Column]) -> tuple[int, int]:
    """Return points and cost of a choice."""
    listed = list(choice)
    return sum(column.points for column in listed), sum(column.cost for column in listed)


def worth(points: int, cost: int) -> int:
    """Return both in one number: more is better."""
    return points * WEIGHT - cost


def best(model: Model, *, without: Sequence[Choice] = (), least: int | None = None) -> Choice | None:
    """Return the best choice, or None if it is proved that there is none; raises Undecided without a proof.

    `without` excludes choices; `least` asks for one that is worth at least so much.
    """
    if not all(model.days):
        return None
    program = cp_model.CpModel()
    picks = [[program.new_bool_var("") for _ in columns] for columns in model.days]
    flat = [
        (pick, column)
        for day, columns in zip(picks, model.days, strict=True)
        for pick, column in zip(day, columns, strict=True)
    ]
    for day in picks:
        program.add_exactly_one(day)
    _link_nights(program, model, picks)
    _once_each(program, flat)
    for items in model.wanted:
        program.add_bool_or([pick for pick, column in flat if column.items & items])
    cost = sum(column.cost * pick for pick, column in flat)
    total = sum(worth(column.points, column.cost) * pick for pick, column in flat)
    if model.most is not None:
        program.add(cost <= model.most)
    if least is not None:
        program.add(total >= least)
    for choice in without:
        chosen = set(map(id, choice))
        program.add(sum(pick for pick, column in flat if id(column) in chosen) <= len(choice) - 1)
    program.maximize(total)
    return _solved(program, flat)


def _solved(program: cp_model.CpModel, flat: Sequence[tuple[cp_model.IntVar, Column]]) -> Choice | None:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.linearization_level = 2
    solver.parameters.max_time_in_seconds = SECONDS
    status = solver.solve(program)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise Undecided(solver.status_name(status))
    return tuple(column for pick, column in flat if solver.boolean_value(pick))


def _link_nights(program: cp_model.CpModel, model: Model, picks: Sequence[Sequence[cp_model.IntVar]]) -> None:
    """A day begins in the hotel where the one before ended."""
    for number in range(len(model.days) - 1):
        ends = list(zip(picks[number], model.days[number], strict=True))
        begins = list(zip(picks[number + 1], model.days[number + 1], strict=True))
        for hotel in sorted({column.end for _, column in ends} | {column.begin for _, column in begins}):
            ended = [pick for pick, column in ends if column.end == hotel]
            begun = [pick for pick, column in begins if column.begin == hotel]
            program.add(sum(ended) == sum(begun))


def _once_each(program: cp_model.CpModel, flat: Sequence[tuple[cp_model.IntVar, Column]]) -> None:
    """No item on two days."""
    users: dict[str, list[cp_model.IntVar]] = {}
    for pick, column in flat:
        for item in column.items:
            users.setdefault(item, []).append(pick)
    for item in sorted(users):
        program.add_at_most_one(users[item])
