"""Breadth-first search on the states of the semantic core: slow, obviously right."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from planclaims.search.bookkeeping import bookkeeping_fluents, numbers_of
from planclaims.search.solution import Limits, Solution
from planclaims.semantics.action import GroundAction
from planclaims.semantics.formula import Fluent
from planclaims.semantics.grounding import ground_actions
from planclaims.semantics.state import State
from planclaims.semantics.task import Task

_BYTES_PER_ENTRY = 150
_Parents = dict[State, tuple[State, GroundAction] | None]


def solve_plainly(task: Task, limits: Limits | None = None) -> Solution:
    """Return an optimal plan or exhaustion, found state by state; bookkeeping fluents are no part of a state."""
    limits = limits or Limits()
    actions = tuple(ground_actions(task))
    start = task.initial
    if task.goal_reached(start):
        return Solution(True, (), 1, False)
    ignored = bookkeeping_fluents(actions, task.goal, numbers_of(actions, start.values, start.values))
    parents: _Parents = {start: None}
    layer = [start]
    while layer:
        following = []
        for state in layer:
            for action, after in _successors(state, actions, start, ignored):
                if after in parents:
                    continue
                parents[after] = (state, action)
                if task.goal_reached(after):
                    return Solution(True, _plan_to(after, parents), len(parents), False)
                following.append(after)
            limits.check_states(len(parents))
        limits.check_memory(_BYTES_PER_ENTRY * (1 + len(start.facts)) * len(parents))
        layer = following
    return Solution(False, None, len(parents), True)


def _successors(
    state: State, actions: tuple[GroundAction, ...], start: State, ignored: frozenset[Fluent]
) -> Iterator[tuple[GroundAction, State]]:
    """Yield the applicable actions and the states after them, with the ignored fluents as at the start."""
    kept = {fluent: number for fluent, number in start.values.items() if fluent in ignored}
    for action in actions:
        if action.applicable(state):
            after = action.successor(state)
            values = {fluent: number for fluent, number in after.values.items() if fluent not in ignored}
            yield action, State(after.facts, MappingProxyType({**values, **kept}))


def _plan_to(state: State, parents: _Parents) -> tuple[GroundAction, ...]:
    plan = []
    origin = parents[state]
    while origin is not None:
        plan.append(origin[1])
        origin = parents[origin[0]]
    return tuple(reversed(plan))
