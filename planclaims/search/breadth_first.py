"""Breadth-first search on packed states, a layer at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from planclaims.search.limits import Limits, Watch
from planclaims.search.states.canonical import Canonicaliser
from planclaims.search.states.conditions import Condition
from planclaims.search.states.packed_action import PackedAction
from planclaims.search.states.ranking import Ranking
from planclaims.search.states.tables import Visited
from planclaims.search.states.words import View, Words, chosen, count, joined

CHUNK = 1 << 16
BATCH = 1 << 18
PIECES = 1 << 18
BYTES_PER_PIECE = 128
"""What a small array takes besides its contents."""
BYTES_PER_ACTION = 4
"""What columns and tests computed for an action's condition take of a state, roughly."""


@dataclass(frozen=True)
class PackedTask:
    """A task in packed form."""

    initial: Words
    actions: Sequence[PackedAction]
    goal: Condition
    canonicaliser: Canonicaliser
    ranking: Ranking | None

    def chunk(self, limits: Limits) -> int:
        """Return how many states to look at together, so that what is computed about them fits in the memory."""
        per_state = 8 * len(self.initial) + BYTES_PER_ACTION * len(self.actions)
        return max(1, min(CHUNK, limits.memory_bytes // (8 * per_state)))


@dataclass(frozen=True)
class Layers:
    """What a search met: the states at each distance, and a goal state at the next distance, if there is one."""

    layers: tuple[Words, ...]
    goal_state: Words | None
    states: int


def chunks(states: Words, size: int) -> Iterator[View]:
    """Yield views of the states, so many at a time."""
    for start in range(0, count(states), size):
        yield View(chosen(states, slice(start, start + size)))


def search(task: PackedTask, watch: Watch) -> Layers:
    """Return the layers up to the first goal state, or all layers if there is none.

    The states counted are those nearer than the goal, and the goal state found.
    """
    visited = Visited(len(task.initial), task.ranking, watch.limits)
    layer = visited.insert(task.canonicaliser.canonical(task.initial))
    layers: list[Words] = []
    if task.goal.holds(View(layer)).any():
        return Layers((), layer, 1)
    while count(layer):
        layers.append(layer)
        nearer = len(visited)
        parts: list[Words] = []
        for successors in _batches(layer, task, watch):
            fresh = visited.insert(task.canonicaliser.canonical(successors))
            parts.append(fresh)
            reached = np.flatnonzero(task.goal.holds(View(fresh)))
            if len(reached):
                return Layers(tuple(layers), chosen(fresh, reached[:1]), nearer + 1)
        visited.check_memory(sum(map(count, parts)))
        layer = joined(parts) if parts else chosen(layer, slice(0, 0))
    return Layers(tuple(layers), None, len(visited))


def _batches(layer: Words, task: PackedTask, watch: Watch) -> Iterator[Words]:
    """Yield the successors of the states in the layer, many at a time, with repetitions."""
    waiting: list[Words] = []
    size = pieces = 0
    most = max(1, min(PIECES, watch.limits.memory_bytes // (16 * BYTES_PER_PIECE)))
    for view in chunks(layer, task.chunk(watch.limits)):
        for action in task.actions:
            watch.tick(action.action.name)
            successors = action.successors(view)
            if successors is None:
                continue
            waiting.append(successors)
            size += count(successors)
            pieces += len(successors)
            if size >= BATCH or pieces >= most:
                yield joined(waiting)
                waiting, size, pieces = [], 0, 0
    if waiting:
        yield joined(waiting)
