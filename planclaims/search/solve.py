"""From a task to its solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from planclaims.errors import LimitExceeded
from planclaims.search.breadth_first import Layers, PackedTask, search
from planclaims.search.limits import Limits, Watch
from planclaims.search.plain import solve_plainly
from planclaims.search.plan import optimal_plan
from planclaims.search.solution import Solution
from planclaims.search.states.canonical import Canonicaliser
from planclaims.search.states.compile import Compiler
from planclaims.search.states.conditions import Conditions
from planclaims.search.states.encoding import Encoding
from planclaims.search.states.lookup import TooManyFields
from planclaims.search.states.numbers import NarrowField, ValueTable
from planclaims.search.states.packed_action import PackedAction
from planclaims.search.states.ranking import ranking
from planclaims.search.task.classes import ReducedTask, reduced_task
from planclaims.search.uniform_cost import Costs, cheapest_plan, check_costs, search_by_cost
from planclaims.semantics.action import GroundAction
from planclaims.semantics.task import Task

_BYTES_PER_RANK = 8
"""A table by rank takes four bytes a rank, and at most half the memory."""

_CHEAP = 200_000
"""So many states are searched once more for the sake of their number."""


def solve(
    task: Task,
    limits: Limits | None = None,
    *,
    symmetry: bool = True,
    tell_apart: bool = False,
    costs: Costs | None = None,
) -> Solution:
    """Return an optimal plan of the task, or the statement that its reachable states hold no goal state.

    Optimal is the shortest plan, or with `costs` the one whose actions cost least together. Raises LimitExceeded if
    it would take more states, memory or time. Without `symmetry`, interchangeable objects are told apart: the same
    answer from more states. With `tell_apart`, those states are counted too where all reachable ones were searched and
    the count is cheap.
    """
    watch = Watch(limits)
    if costs is not None:
        check_costs(task, costs)
    reduced = reduced_task(task, symmetry=symmetry, watch=watch)
    tables: dict[str, ValueTable] = {}
    while True:
        try:
            solution, most = _solve_packed(reduced, tables, watch, costs)
        except NarrowField:
            continue
        except TooManyFields:
            if costs is not None:
                raise LimitExceeded("the task has too many numbers for a search by cost") from None
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


def _solve_packed(
    reduced: ReducedTask, tables: dict[str, ValueTable], watch: Watch, costs: Costs | None
) -> tuple[Solution, _Most | None]:
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
    canonical = bool(layout.classes)
    if costs is not None:
        by_cost = search_by_cost(packed, costs, watch)
        cheapest = cheapest_plan(ground.task, packed, by_cost, costs, watch)
        return Solution(cheapest is not None, cheapest, by_cost.states, cheapest is None, canonical), None
    found = search(packed, watch)
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
