"""The scores of a plan, from its checks and constraints; exact, in eighths and sixteenths."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from planclaims.suites.longhorizon.travel.grammar import NoPlan, Plan, read_answer
from planclaims.suites.longhorizon.travel.rules.checks import CHECKS, DIMENSIONS
from planclaims.suites.longhorizon.travel.rules.constraints import holds
from planclaims.suites.longhorizon.travel.rules.trip import Trip
from planclaims.suites.longhorizon.travel.rules.verdicts import Found, Verdict, verdict_of
from planclaims.suites.longhorizon.travel.task import Task
from planclaims.suites.longhorizon.travel.world import World


@dataclass(frozen=True)
class Scored:
    """A plan with its verdicts; without a trip it is malformed, and everything fails."""

    task: Task
    trip: Trip | None
    problem: str = ""

    @cached_property
    def found(self) -> Mapping[str, Found]:
        """Return the faults of every check of a plan that could be read."""
        return {} if self.trip is None else {name: check(self.trip) for name, check in CHECKS.items()}

    @cached_property
    def checks(self) -> Mapping[str, Verdict]:
        """Return the verdicts of the 21 checks, in their order."""
        if self.trip is None:
            return dict.fromkeys(CHECKS, Verdict.FAIL)
        return {name: verdict_of(found) for name, found in self.found.items()}

    @cached_property
    def constraints(self) -> Mapping[str, bool]:
        """Return which constraints hold, by their ids."""
        trip = self.trip
        return {wish.id: trip is not None and holds(trip, wish) for wish in self.task.constraints}

    @cached_property
    def dimensions(self) -> Mapping[str, bool]:
        """Return which dimensions pass: those of which every check passes; void is no pass."""
        return {
            name: all(self.checks[check.__name__] is Verdict.PASS for check in checks)
            for name, checks in DIMENSIONS.items()
        }

    @property
    def commonsense(self) -> int:
        """Return the dimensions that pass, in eighths."""
        return sum(self.dimensions.values())

    @property
    def personalised(self) -> int:
        """Return 1 if all constraints hold, else 0."""
        return int(self.trip is not None and all(self.constraints.values()))

    @property
    def composite(self) -> int:
        """Return the mean of the two, in sixteenths."""
        return self.commonsense + 8 * self.personalised

    @property
    def valid(self) -> bool:
        """Return whether everything holds: the case."""
        return self.commonsense == len(DIMENSIONS) and self.personalised == 1

    @property
    def points(self) -> int | None:
        """Return the points, whether the plan is valid or not."""
        return None if self.trip is None else self.trip.points

    @property
    def cost(self) -> int | None:
        """Return the total from the tables, or None if something in the plan is unknown."""
        return self.trip.costs.amounts[-1] if self.trip and self.trip.costs else None

    @property
    def share(self) -> tuple[int, int]:
        """Return the share of the optimum as points over points, not reduced; 0/1 for a plan that is not valid."""
        return (self.trip.points, self.task.points) if self.trip and self.valid else (0, 1)

    @property
    def optimal(self) -> bool:
        """Return whether the plan is valid and worth what the optimum is."""
        return self.valid and (self.points, self.cost) == (self.task.points, self.task.cost)

    @property
    def failed(self) -> list[str]:
        """Return what is not passed: checks in their order, then constraints in the task's."""
        checks = [name for name, verdict in self.checks.items() if verdict is not Verdict.PASS]
        return checks + [wish for wish, held in self.constraints.items() if not held]


def score(text: str, world: World, task: Task) -> Scored:
    """Return the scores of an answer; never raises, whatever the text."""
    try:
        plan = read_answer(text)
    except NoPlan as fault:
        return Scored(task, None, str(fault))
    return score_plan(plan, world, task)


def score_plan(plan: Plan, world: World, task: Task) -> Scored:
    """Return the scores of a plan."""
    return Scored(task, Trip(plan, world, task))
