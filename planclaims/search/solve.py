"""From a task to its solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from planclaims.search.breadth_first import Layers, PackedTask, chunks, search
from planclaims.search.limits import Limits, Watch
from planclaims.search.plain import solve_plainly
from planclaims.search.solution import Solution
from planclaims.search.states.canonical import Canonicaliser
from planclaims.search.states.compile import Compiler
from planclaims.search.states.conditions import Conditions
from planclaims.search.states.encoding import Encoding
from planclaims.search.states.lookup import TooManyFields
from planclaims.search.states.numbers import NarrowField, ValueTable
from planclaims.search.states.packed_action import PackedAction
from planclaims.search.states.ranking import ranking
from planclaims.search.states.words import View, Words, chosen, count, equal
from planclaims.search.task.classes import ReducedTask, reduced_task
from planclaims.semantics.action import GroundAction
from planclaims.semantics.task import Step, Task
from planclaims.semantics.validation import validate

_BYTES_PER_RANK = 8
"""A table by rank takes four bytes a rank, and at most half the memory."""

_CHEAP = 200_000
"""So many states are searched once more for the sake of their number."""


def solve(task: Task, limits: Limits | None = None, *, symmetry: bool = True, tell_apart: bool = False) -> Solution:
    """Return an optimal plan of the task, or the statement that its reachable states hold no goal state.

    Raises LimitExceeded if it would take more states, memory or time. Without `symmetry`, interchangeable objects
    are told apart: the same answer from more states. With `tell_apart`, those states are counted too where all
    reachable ones were searched and the count is cheap.
    """
    watch = Watch(limits)
    reduced = reduced_task(task, symmetry=symmetry, watch=watch)
    tables: dict[str, ValueTable] = {}
    while True:
        try:
            solution, most = _solve_packed(reduced, tables, watch)
        except NarrowField:
            continue
        except TooManyFields:
            return solve_plainly(task, watch.limits, watch)
        return replace(solution, told_apart=_told_apart(task, solution, most)) if tell_apart else solution


@dataclass(frozen=True)
class _Most:
    """How many states there are at most if interchangeable objects are told apart, and whether exactly so many."""

    states: int
    exact: bool


def _told_apart(task: Task, solution: Solution, most: _Most | None) -> int | None:
    """Return how many states are reachable with objects told apart; None where it is not cheap to find."""
    if not solution.canonical or most is None:
        return None
    if most.exact:
        return most.states
    return solve(task, symmetry=False).reachable_states if most.states <= _CHEAP else None


def _solve_packed(reduced: ReducedTask, tables: dict[str, ValueTable], watch: Watch) -> tuple[Solution, _Most | None]:
    ground, limits = reduced.ground, watch.limits
    watch.phase = watch.COMPILING
    encoding = Encoding(ground, reduced.variables, tables)
    layout = encoding.layout
    conditions = Conditions(encoding)
    packed = PackedTask(
        encoding.initial(),
        list(_compiled(Compiler(encoding, conditions), ground.actions, watch)),
        conditions.compile(ground.task.goal),
        Canonicaliser([[block.whole for block in blocks] for blocks in layout.classes], layout.words),
        ranking(layout.common, layout.classes, limits.memory_bytes // _BYTES_PER_RANK),
    )
    watch.phase = watch.SEARCHING
    found = search(packed, watch)
    canonical = bool(layout.classes)
    if found.goal_state is None:
        return Solution(False, None, found.states, True, canonical), _most(packed, found)
    return Solution(True, optimal_plan(ground.task, packed, found, watch), found.states, False, canonical), None


def _most(packed: PackedTask, found: Layers) -> _Most | None:
    """Return how many states the canonical ones stand for.

    Each stands for as many as there are ways to arrange what differs among interchangeable objects. All of them are
    reachable if no exchange changes the initial state; otherwise some may not be.
    """
    sizes = [packed.canonicaliser.orbit_sizes(layer) for layer in found.layers]
    counted = [int(size.sum()) for size in sizes if size is not None]
    return _Most(sum(counted), packed.canonicaliser.unmoved(packed.initial)) if len(counted) == len(sizes) else None


def _compiled(compiler: Compiler, actions: Iterable[GroundAction], watch: Watch) -> Iterator[PackedAction]:
    for action in actions:
        watch.tick(action.name)
        compiled = compiler.compile(action)
        if compiled is not None:
            yield compiled


class SearchDefect(RuntimeError):
    """The search contradicts the semantic core: an error of ours, never of the task."""


def optimal_plan(task: Task, packed: PackedTask, found: Layers, watch: Watch) -> tuple[GroundAction, ...]:
    """Return a plan as long as there are layers, validated by the semantic core."""
    if found.goal_state is None:
        raise ValueError("the search found no goal state")
    waypoints = [found.goal_state]
    for layer in reversed(found.layers):
        waypoints.append(_predecessor(layer, waypoints[-1], packed, watch))
    plan = _forward(packed, waypoints[-2::-1])
    report = validate(task, [Step(action.name, action.arguments) for action in plan])
    if not report.goal_reached or len(plan) != len(found.layers):
        raise SearchDefect(f"the plan found for {task.problem.name} is not valid: {report.status}")
    return plan


def _predecessor(layer: Words, target: Words, packed: PackedTask, watch: Watch) -> Words:
    """Return a state of the layer with the canonical target among its successors."""
    canonicaliser = packed.canonicaliser
    for view in chunks(layer, packed.chunk(watch.limits)):
        for action in packed.actions:
            watch.tick(action.action.name)
            at = np.flatnonzero(action.condition.holds(view))
            states = chosen(view.states, at)
            after = action.effects(states) if count(states) else None
            if after is None:
                continue
            near = np.flatnonzero(canonicaliser.alike(after, target))
            if not len(near):
                continue
            hits = near[equal(canonicaliser.canonical(chosen(after, near)), target)]
            if len(hits):
                return chosen(states, hits[:1])
    raise SearchDefect("a state met by the search has no predecessor")


def _forward(packed: PackedTask, waypoints: Sequence[Words]) -> tuple[GroundAction, ...]:
    """Return actions that lead from the initial state through the canonical waypoints."""
    state, plan = packed.initial, []
    for waypoint in waypoints:
        for action in packed.actions:
            after = action.successors(View(state))
            if after is not None and equal(packed.canonicaliser.canonical(after), waypoint).all():
                state = after
                plan.append(action.action)
                break
        else:
            raise SearchDefect("no action leads to the next state on the way to the goal")
    return tuple(plan)
