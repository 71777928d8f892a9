"""From a task to its solution."""

from __future__ import annotations

from planclaims.errors import LimitExceeded
from planclaims.search.breadth_first import PackedTask, search
from planclaims.search.canonical import Canonicaliser
from planclaims.search.classes import reduced_task
from planclaims.search.compile import Compiler
from planclaims.search.conditions import Conditions
from planclaims.search.encoding import Encoding
from planclaims.search.lookup import TooManyFields
from planclaims.search.numbers import NarrowField, ValueTable
from planclaims.search.plain import solve_plainly
from planclaims.search.plan import optimal_plan
from planclaims.search.ranking import ranking
from planclaims.search.relevance import GroundTask
from planclaims.search.solution import Limits, Solution
from planclaims.search.uniform_cost import Costs, cheapest_plan, check_costs, search_by_cost
from planclaims.search.variables import StateVariables
from planclaims.semantics.task import Task

_BYTES_PER_RANK = 8
"""A table by rank takes four bytes a rank, and at most half the memory."""


def solve(task: Task, limits: Limits | None = None, *, symmetry: bool = True, costs: Costs | None = None) -> Solution:
    """Return an optimal plan of the task, or the statement that its reachable states hold no goal state.

    Optimal is the shortest plan, or with `costs` the one whose actions cost least together. Raises LimitExceeded if
    it would take more states or memory. Without `symmetry`, interchangeable objects are told apart: the same answer
    from more states.
    """
    limits = limits or Limits()
    if costs is not None:
        check_costs(task, costs)
    reduced = reduced_task(task, symmetry=symmetry)
    tables: dict[str, ValueTable] = {}
    while True:
        try:
            return _solve_packed(reduced.ground, reduced.variables, tables, limits, costs)
        except NarrowField:
            continue
        except TooManyFields:
            if costs is not None:
                raise LimitExceeded("the task has too many numbers for a search by cost") from None
            return solve_plainly(task, limits)


def _solve_packed(
    ground: GroundTask,
    variables: StateVariables,
    tables: dict[str, ValueTable],
    limits: Limits,
    costs: Costs | None,
) -> Solution:
    encoding = Encoding(ground, variables, tables)
    layout = encoding.layout
    conditions = Conditions(encoding)
    compiled = map(Compiler(encoding, conditions).compile, ground.actions)
    packed = PackedTask(
        encoding.initial(),
        [action for action in compiled if action is not None],
        conditions.compile(ground.task.goal),
        Canonicaliser([[block.whole for block in blocks] for blocks in layout.classes], layout.words),
        ranking(layout.common, layout.classes, limits.memory_bytes // _BYTES_PER_RANK),
    )
    canonical = bool(layout.classes)
    if costs is not None:
        by_cost = search_by_cost(packed, costs, limits)
        cheapest = cheapest_plan(ground.task, packed, by_cost, costs)
        return Solution(cheapest is not None, cheapest, by_cost.states, cheapest is None, canonical)
    found = search(packed, limits)
    if found.goal_state is None:
        return Solution(False, None, found.states, True, canonical)
    return Solution(True, optimal_plan(ground.task, packed, found), found.states, False, canonical)
