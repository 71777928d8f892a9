"""Uniform-cost search on packed states: a cheapest plan where actions have whole costs above zero."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from planclaims.search.breadth_first import PackedTask, chunks
from planclaims.search.limits import Watch
from planclaims.search.plan import SearchDefect, check_plan, forward, predecessor
from planclaims.search.states.packed_action import PackedAction
from planclaims.search.states.tables import Visited
from planclaims.search.states.words import View, Words, chosen, count, joined
from planclaims.semantics.action import GroundAction
from planclaims.semantics.task import Task

Costs = Mapping[str, int]
"""What an action of each name costs."""


@dataclass(frozen=True)
class CostLayers:
    """What a search met: the states by their distance in cost, and a cheapest goal state with its distance."""

    layers: Mapping[int, Words]
    goal_state: Words | None
    cost: int
    states: int


def check_costs(task: Task, costs: Costs) -> None:
    """Raise ValueError unless every action costs a whole number above zero."""
    wrong = next((name for name in task.domain.actions if costs.get(name, 0) < 1), None)
    if wrong is not None:
        raise ValueError(f"the cost of {wrong} must be a whole number above zero")


def search_by_cost(task: PackedTask, costs: Costs, watch: Watch) -> CostLayers:
    """Return the states up to the cheapest goal state, or all states if there is none.

    A state is settled when its bucket's turn comes, which is the least cost at which it was met (Dijkstra).
    """
    visited = Visited(len(task.initial), task.ranking, watch.limits)
    groups = _by_cost(task, costs)
    waiting: dict[int, list[Words]] = defaultdict(list)
    waiting[0].append(task.canonicaliser.canonical(task.initial))
    layers: dict[int, Words] = {}
    while waiting:
        cost = min(waiting)
        layer = visited.insert(joined(waiting.pop(cost)))
        reached = np.flatnonzero(task.goal.holds(View(layer)))
        if len(reached):
            return CostLayers(layers, chosen(layer, reached[:1]), cost, len(visited))
        if not count(layer):
            continue
        layers[cost] = layer
        for view in chunks(layer, task.chunk(watch.limits)):
            watch.tick()
            for price, actions in groups.items():
                found = [after for action in actions if (after := action.successors(view)) is not None]
                if found:
                    waiting[cost + price].append(task.canonicaliser.canonical(joined(found)))
        visited.check_memory(sum(count(part) for parts in waiting.values() for part in parts))
    return CostLayers(layers, None, 0, len(visited))


def cheapest_plan(
    task: Task, packed: PackedTask, found: CostLayers, costs: Costs, watch: Watch
) -> tuple[GroundAction, ...] | None:
    """Return a plan that costs as much as the goal state's distance, validated by the semantic core; None without."""
    if found.goal_state is None:
        return None
    groups, cost, waypoints = _by_cost(packed, costs), found.cost, [found.goal_state]
    while cost > 0:
        for price, actions in groups.items():
            layer = found.layers.get(cost - price)
            before = None if layer is None else predecessor(layer, waypoints[-1], packed, actions, watch=watch)
            if before is not None:
                waypoints.append(before)
                cost -= price
                break
        else:
            raise SearchDefect("a state met by the search has no predecessor")
    cheapest_first = [action for price in sorted(groups) for action in groups[price]]
    ordered = PackedTask(packed.initial, cheapest_first, packed.goal, packed.canonicaliser, packed.ranking)
    plan = forward(ordered, waypoints[-2::-1])
    check_plan(task, plan, sound=sum(costs[action.name] for action in plan) == found.cost)
    return plan


def _by_cost(task: PackedTask, costs: Costs) -> Mapping[int, list[PackedAction]]:
    groups: dict[int, list[PackedAction]] = defaultdict(list)
    for action in task.actions:
        groups[costs[action.action.name]].append(action)
    return groups
