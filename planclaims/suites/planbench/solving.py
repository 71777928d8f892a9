"""Optimal plans of instances, found by the exact search and remembered while the process lives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from planclaims.errors import LimitExceeded
from planclaims.search import Limits, solve
from planclaims.semantics.action import GroundAction
from planclaims.semantics.formula import Atom
from planclaims.semantics.grounding import ground_actions
from planclaims.semantics.model import TOTAL_COST
from planclaims.semantics.state import State
from planclaims.semantics.task import Step
from planclaims.semantics.validation import Report, validate
from planclaims.suites.planbench.instance import Instance, step_of, step_text
from planclaims.suites.planbench.world import World, world

LIMITS = Limits(states=300_000, memory_bytes=2**30)
"""What one search may use; an instance that needs more is not drawn."""


@dataclass(frozen=True)
class Solved:
    """An instance with an optimal plan."""

    instance: Instance
    plan: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exhausted:
    """There is no plan: all reachable states were searched, so many of them."""

    states: int


@lru_cache(maxsize=20_000)
def _solution(name: str, instance: Instance, by_cost: bool = False) -> tuple[str, ...] | Exhausted | None:
    place = world(name)
    try:
        found = solve(instance.task(place.domain), LIMITS, costs=place.minutes if by_cost else None)
    except LimitExceeded:
        return None
    if found.plan is None:
        return Exhausted(found.reachable_states)
    return tuple(step_text(Step(action.name, action.arguments)) for action in found.plan)


def optimal_plan(world_: World, instance: Instance) -> tuple[str, ...] | None:
    """Return an optimal plan, or None if there is none or the search would take too much."""
    found = _solution(world_.name, instance)
    return None if isinstance(found, Exhausted) else found


def cheapest_plan(world_: World, instance: Instance) -> tuple[str, ...] | None:
    """Return a plan that takes the fewest minutes, or None if there is none or the search would take too much."""
    found = _solution(world_.name, instance, by_cost=len(set(world_.minutes.values())) > 1)
    return None if isinstance(found, Exhausted) else found


def minutes(world_: World, plan: Sequence[str]) -> int:
    """Return how many minutes the steps take together."""
    return sum(world_.minutes[step_of(text).name] for text in plan)


def exhausted(world_: World, instance: Instance) -> int | None:
    """Return how many states were searched if there is no plan, else None."""
    found = _solution(world_.name, instance)
    return found.states if isinstance(found, Exhausted) else None


def report(world_: World, instance: Instance, plan: Sequence[str]) -> Report:
    """Return what happens when the steps are executed."""
    return validate(instance.task(world_.domain), [step_of(text) for text in plan])


def solves(world_: World, instance: Instance, plan: Sequence[str]) -> bool:
    """Return whether the steps are a valid plan."""
    return report(world_, instance, plan).goal_reached is True


def states_along(world_: World, instance: Instance, plan: Sequence[str]) -> tuple[frozenset[Atom], ...]:
    """Return the states that executable steps visit, the initial one first."""
    return tuple(state.facts for state in report(world_, instance, plan).trace)


@lru_cache(maxsize=256)
def _actions(name: str, objects: tuple[tuple[str, str], ...], fixed: frozenset[Atom]) -> tuple[GroundAction, ...]:
    return tuple(ground_actions(Instance(objects, fixed, ()).task(world(name).domain)))


def actions_of(world_: World, instance: Instance) -> tuple[GroundAction, ...]:
    """Return the ground actions of the instance."""
    fixed = frozenset(atom for atom in instance.init if atom[0] in world_.static)
    return _actions(world_.name, instance.objects, fixed)


def applicable_steps(world_: World, instance: Instance, facts: frozenset[Atom]) -> list[str]:
    """Return the steps that can be carried out in a state, those that change nothing left out."""
    state = State(facts, {TOTAL_COST: Fraction(0)} if TOTAL_COST[0] in world_.domain.functions else {})
    return [
        step_text(Step(action.name, action.arguments))
        for action in actions_of(world_, instance)
        if action.applicable(state) and action.successor(state).facts != facts
    ]
