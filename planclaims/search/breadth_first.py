"""Breadth-first search on packed states, a layer at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from planclaims.search.canonical import Canonicaliser
from planclaims.search.conditions import Condition
from planclaims.search.packed import View, Words, chosen, count, joined
from planclaims.search.packed_action import PackedAction
from planclaims.search.ranking import Ranking
from planclaims.search.solution import Limits
from planclaims.search.visited import Visited

CHUNK = 1 << 16
BATCH = 1 << 18


@dataclass(frozen=True)
class PackedTask:
    """A task in packed form."""

    initial: Words
    actions: Sequence[PackedAction]
    goal: Condition
    canonicaliser: Canonicaliser
    ranking: Ranking | None


@dataclass(frozen=True)
class Layers:
    """What a search met: the states at each distance, and a goal state at the next distance, if there is one."""

    layers: tuple[Words, ...]
    goal_state: Words | None
    states: int


def chunks(states: Words) -> Iterator[View]:
    """Yield views of the states, some at a time."""
    for start in range(0, count(states), CHUNK):
        yield View(chosen(states, slice(start, start + CHUNK)))


def search(task: PackedTask, limits: Limits) -> Layers:
    """Return the layers up to the first goal state, or all layers if there is none."""
    visited = Visited(len(task.initial), task.ranking, limits)
    layer = visited.insert(task.canonicaliser.canonical(task.initial))
    layers: list[Words] = []
    if task.goal.holds(View(layer)).any():
        return Layers((), layer, len(visited))
    while count(layer):
        layers.append(layer)
        parts: list[Words] = []
        for successors in _batches(layer, task.actions):
            fresh = visited.insert(task.canonicaliser.canonical(successors))
            parts.append(fresh)
            reached = np.flatnonzero(task.goal.holds(View(fresh)))
            if len(reached):
                return Layers(tuple(layers), chosen(fresh, reached[:1]), len(visited))
        visited.check_memory(sum(map(count, parts)))
        layer = joined(parts) if parts else chosen(layer, slice(0, 0))
    return Layers(tuple(layers), None, len(visited))


def _batches(layer: Words, actions: Sequence[PackedAction]) -> Iterator[Words]:
    """Yield the successors of the states in the layer, many at a time, with repetitions."""
    waiting: list[Words] = []
    size = 0
    for view in chunks(layer):
        for action in actions:
            successors = action.successors(view)
            if successors is None:
                continue
            waiting.append(successors)
            size += count(successors)
            if size >= BATCH:
                yield joined(waiting)
                waiting, size = [], 0
    if waiting:
        yield joined(waiting)
