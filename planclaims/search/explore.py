"""All states reachable from a state, with a shortest way to each: what can hold, what can apply, and how."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from planclaims.errors import LimitExceeded
from planclaims.search.breadth_first import BATCH, CHUNK
from planclaims.search.limits import Limits
from planclaims.search.states.compile import Compiler
from planclaims.search.states.conditions import ALWAYS, Condition, Conditions
from planclaims.search.states.encoding import Encoding
from planclaims.search.states.lookup import TooManyFields
from planclaims.search.states.numbers import NarrowField, ValueTable
from planclaims.search.states.packed_action import PackedAction
from planclaims.search.states.ranking import ranking
from planclaims.search.states.tables import Visited
from planclaims.search.states.words import Mask, View, Words, chosen, column, count, joined
from planclaims.search.task.classes import reduced_task
from planclaims.semantics.formula import Atom
from planclaims.semantics.state import State
from planclaims.semantics.task import Task

Place = tuple[int, int]
"""A state of an exploration: its layer, and its place within it."""
_BYTES_PER_RANK = 8


@dataclass(frozen=True)
class _Origins:
    """For each state of a layer: which state of the layer before it comes from, and by which action."""

    states: npt.NDArray[np.int32]
    actions: npt.NDArray[np.int32]


@dataclass
class Exploration:
    """States by their distance from the first one; `exhausted` if there are no others.

    `goal` is the first goal state met, after which nothing is explored; `applied` tells of each action that applies
    in some explored state the nearest one.
    """

    encoding: Encoding
    actions: Sequence[PackedAction]
    layers: list[Words] = field(default_factory=list)
    origins: list[_Origins] = field(default_factory=list)
    applied: dict[int, Place] = field(default_factory=dict)
    exhausted: bool = False
    goal: Place | None = None

    @property
    def states(self) -> int:
        """Return how many states were met."""
        return sum(map(count, self.layers))

    def first(self, *atoms: Atom) -> Place | None:
        """Return a nearest explored state in which the facts hold together, or None."""
        for depth, layer in enumerate(self.layers):
            held = np.flatnonzero(_holding(self.encoding, layer, atoms))
            if len(held):
                return depth, int(held[0])
        return None

    def way_to(self, place: Place) -> tuple[int, ...]:
        """Return the numbers of the actions on a shortest way to the state."""
        depth, index = place
        way = []
        while depth:
            origin = self.origins[depth - 1]
            way.append(int(origin.actions[index]))
            depth, index = depth - 1, int(origin.states[index])
        return tuple(reversed(way))


def _holding(encoding: Encoding, states: Words, atoms: Sequence[Atom]) -> Mask:
    """Return where all the facts hold."""
    mask = np.ones(count(states), np.bool_)
    for atom in atoms:
        place = encoding.place(atom)
        if isinstance(place, bool):
            mask &= place
        else:
            mask &= column(states, place[0]) == place[1]
    return mask


@dataclass(frozen=True)
class _Wanted:
    """From where on is explored, up to which goal, without which fact, how deep."""

    state: State
    goal: Condition | None = None
    avoiding: Atom | None = None
    depth: int | None = None


class Explorer:
    """Explores one task from any of its reachable states; objects are told apart, so that no fact needs renaming."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._reduced = reduced_task(task, symmetry=False)
        self._tables: dict[str, ValueTable] = {}
        self._pack()

    def _pack(self) -> None:
        while True:
            try:
                self.encoding = Encoding(self._reduced.ground, self._reduced.variables, self._tables)
                conditions = Conditions(self.encoding)
                compiled = map(Compiler(self.encoding, conditions).compile, self._reduced.ground.actions)
                self.actions = [action for action in compiled if action is not None]
                self._goal = conditions.compile(self.task.goal)
                return
            except NarrowField:
                continue
            except TooManyFields:
                raise LimitExceeded(f"the states of {self.task.problem.name} are too wide to be explored") from None

    def names(self) -> list[str]:
        """Return the ground actions by their numbers."""
        return [str(action.action) for action in self.actions]

    def explore(
        self,
        state: State,
        limits: Limits,
        *,
        to_goal: bool = False,
        avoiding: Atom | None = None,
        depth: int | None = None,
    ) -> Exploration:
        """Return what is reachable from a reachable state of the task.

        With `to_goal`, up to the first goal state; with `avoiding`, by states without that fact only; with `depth`, by
        no more actions. Raises LimitExceeded if that takes more states or memory.
        """
        while True:
            try:
                return self._explore(_Wanted(state, self._goal if to_goal else None, avoiding, depth), limits)
            except NarrowField:
                self._pack()

    def reached_within(self, state: State, limits: Limits) -> Exploration:
        """Return what is reachable from a state, or as much of it as the limit on states allows."""
        partial = Exploration(self.encoding, self.actions)
        while True:
            try:
                return self._explore(_Wanted(state), limits, partial)
            except NarrowField:
                self._pack()
                partial = Exploration(self.encoding, self.actions)
            except LimitExceeded:
                del partial.layers[len(partial.origins) + 1 :]
                return partial

    def _explore(self, wanted: _Wanted, limits: Limits, found: Exploration | None = None) -> Exploration:
        encoding = self.encoding
        layout = encoding.layout
        visited = Visited(
            layout.words, ranking(layout.common, layout.classes, limits.memory_bytes // _BYTES_PER_RANK), limits
        )
        found = found or Exploration(encoding, self.actions)
        layer = visited.insert(encoding.pack(wanted.state))
        if wanted.avoiding is not None and _holding(encoding, layer, [wanted.avoiding]).any():
            raise ValueError(f"the fact to be avoided holds at the start: {wanted.avoiding}")
        while count(layer):
            found.layers.append(layer)
            if wanted.goal is not None:
                reached = np.flatnonzero(wanted.goal.holds(View(layer)))
                if len(reached):
                    found.goal = len(found.layers) - 1, int(reached[0])
                    return found
            if wanted.depth is not None and len(found.layers) > wanted.depth:
                return found
            layer, origins = self._next_layer(found, layer, visited, wanted.avoiding)
            if count(layer):
                found.origins.append(origins)
        found.exhausted = True
        return found

    def _next_layer(
        self, found: Exploration, layer: Words, visited: Visited, avoiding: Atom | None
    ) -> tuple[Words, _Origins]:
        parts: list[Words] = []
        states: list[npt.NDArray[np.int32]] = []
        actions: list[npt.NDArray[np.int32]] = []
        for successors, sources, numbers in self._successors(found, layer):
            clear = np.arange(count(successors))
            if avoiding is not None:
                clear = np.flatnonzero(~_holding(self.encoding, successors, [avoiding]))
            fresh = clear[visited.fresh(chosen(successors, clear))]
            parts.append(chosen(successors, fresh))
            states.append(sources[fresh])
            actions.append(numbers[fresh])
        visited.check_memory(sum(map(count, parts)))
        if not parts:
            return chosen(layer, slice(0, 0)), _Origins(np.zeros(0, np.int32), np.zeros(0, np.int32))
        return joined(parts), _Origins(np.concatenate(states), np.concatenate(actions))

    def _successors(
        self, found: Exploration, layer: Words
    ) -> Iterator[tuple[Words, npt.NDArray[np.int32], npt.NDArray[np.int32]]]:
        """Yield successors with the places they come from and the numbers of the actions, many at a time."""
        waiting: list[tuple[Words, npt.NDArray[np.int32], npt.NDArray[np.int32]]] = []
        size, depth = 0, len(found.layers) - 1
        for start in range(0, count(layer), CHUNK):
            view = View(chosen(layer, slice(start, start + CHUNK)))
            for number, action in enumerate(self.actions):
                at = (
                    np.arange(len(view)) if action.condition is ALWAYS else np.flatnonzero(action.condition.holds(view))
                )
                if not len(at):
                    continue
                found.applied.setdefault(number, (depth, start + int(at[0])))
                sources = (at + start).astype(np.int32)
                waiting.append((action.effects(chosen(view.states, at)), sources, np.full(len(at), number, np.int32)))
                size += len(at)
                if size >= BATCH:
                    yield _together(waiting)
                    waiting, size = [], 0
        if waiting:
            yield _together(waiting)


def _together(
    parts: Sequence[tuple[Words, npt.NDArray[np.int32], npt.NDArray[np.int32]]],
) -> tuple[Words, npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    return (
        joined([states for states, _, _ in parts]),
        np.concatenate([sources for _, sources, _ in parts]),
        np.concatenate([numbers for _, _, numbers in parts]),
    )
