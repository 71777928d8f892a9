"""Breadth-first search on the states of the semantic core: slow, obviously right."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from planclaims.search.limits import Limits, Watch
from planclaims.search.solution import Solution
from planclaims.search.task.reachability import reachable_actions
from planclaims.search.task.relevance import GroundTask, ground_task
from planclaims.semantics.action import GroundAction
from planclaims.semantics.state import State
from planclaims.semantics.task import Task

_BYTES_PER_ENTRY = 150
_Parents = dict[State, tuple[State, GroundAction] | None]


def solve_plainly(task: Task, limits: Limits | None = None, watch: Watch | None = None) -> Solution:
    """Return an optimal plan or exhaustion, found state by state; bookkeeping fluents are no part of a state.

    The states counted are those nearer than the goal, and the goal state found.
    """
    watch = watch or Watch(limits)
    ground = ground_task(task, reachable_actions(task, watch), watch=watch)
    watch.phase = watch.SEARCHING
    start = _without_bookkeeping(task.initial, ground)
    if task.goal_reached(start):
        return Solution(True, (), 1, False)
    parents: _Parents = {start: None}
    layer = [start]
    while layer:
        nearer = len(parents)
        following = []
        for state in layer:
            for action, after in _successors(state, ground, watch):
                if after in parents:
                    continue
                parents[after] = (state, action)
                if task.goal_reached(after):
                    return Solution(True, _plan_to(after, parents), nearer + 1, False)
                following.append(after)
            watch.limits.check_states(len(parents))
            watch.limits.check_memory(_BYTES_PER_ENTRY * (1 + len(start.facts)) * len(parents))
        layer = following
    return Solution(False, None, len(parents), True)


def _successors(state: State, ground: GroundTask, watch: Watch) -> Iterator[tuple[GroundAction, State]]:
    """Yield the applicable actions and the states after them, with the ignored fluents as at the start."""
    for action in ground.actions:
        watch.tick(action.name)
        if action.applicable(state):
            yield action, _without_bookkeeping(action.successor(state), ground)


def _without_bookkeeping(state: State, ground: GroundTask) -> State:
    """Return the state with those fluents that decide nothing as they were at the start."""
    values = {fluent: number for fluent, number in state.values.items() if fluent in ground.fluent_set}
    start = ground.task.initial.values
    kept = {fluent: number for fluent, number in start.items() if fluent not in ground.fluent_set}
    return State(state.facts, MappingProxyType({**kept, **values}))


def _plan_to(state: State, parents: _Parents) -> tuple[GroundAction, ...]:
    plan = []
    origin = parents[state]
    while origin is not None:
        plan.append(origin[1])
        origin = parents[origin[0]]
    return tuple(reversed(plan))
