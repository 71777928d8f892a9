"""An optimal plan out of what a search met."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from planclaims.search.breadth_first import Layers, PackedTask, chunks
from planclaims.search.limits import Watch
from planclaims.search.states.packed_action import PackedAction
from planclaims.search.states.words import View, Words, chosen, count, equal
from planclaims.semantics.action import GroundAction
from planclaims.semantics.task import Step, Task
from planclaims.semantics.validation import validate


class SearchDefect(RuntimeError):
    """The search contradicts the semantic core: an error of ours, never of the task."""


def optimal_plan(task: Task, packed: PackedTask, found: Layers, watch: Watch) -> tuple[GroundAction, ...]:
    """Return a plan as long as there are layers, validated by the semantic core."""
    if found.goal_state is None:
        raise ValueError("the search found no goal state")
    waypoints = [found.goal_state]
    for layer in reversed(found.layers):
        before = predecessor(layer, waypoints[-1], packed, packed.actions, watch=watch)
        if before is None:
            raise SearchDefect("a state met by the search has no predecessor")
        waypoints.append(before)
    plan = forward(packed, waypoints[-2::-1])
    check_plan(task, plan, sound=len(plan) == len(found.layers))
    return plan


def check_plan(task: Task, plan: Sequence[GroundAction], *, sound: bool) -> None:
    """Raise SearchDefect unless the semantic core finds the plan valid and it is sound otherwise."""
    report = validate(task, [Step(action.name, action.arguments) for action in plan])
    if not report.goal_reached or not sound:
        raise SearchDefect(f"the plan found for {task.problem.name} is not valid: {report.status}")


def predecessor(
    layer: Words, target: Words, packed: PackedTask, actions: Sequence[PackedAction], *, watch: Watch
) -> Words | None:
    """Return a state of the layer from which one of the actions leads to the canonical target, if there is one."""
    canonicaliser = packed.canonicaliser
    for view in chunks(layer, packed.chunk(watch.limits)):
        for action in actions:
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
    return None


def forward(packed: PackedTask, waypoints: Sequence[Words]) -> tuple[GroundAction, ...]:
    """Return actions that lead from the initial state through the canonical waypoints; the first that does is taken."""
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
