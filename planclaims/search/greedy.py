"""Greedy search for any plan, guided by relaxed plans: for tasks too large to be explored; it proves nothing else."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from itertools import count

from planclaims.search.relaxation import Relaxation, Way
from planclaims.semantics.formula import And, Atom, Formula

Alternatives = Sequence[tuple[int, int]]
"""Conditions that each suffice: facts that must hold, and facts that must not, as bits."""


class GreedySearch:
    """Looks for plans of a task without numbers and conditional effects, on states that are sets of bits."""

    def __init__(self, relaxation: Relaxation) -> None:
        self.relaxation = relaxation
        self._ways = relaxation.ways

    @property
    def possible(self) -> bool:
        """Return whether the task is one that can be searched so."""
        effects = (effect for action in self.relaxation.actions for effect in action.effects)
        return not self.relaxation.numeric and all(effect.condition == And() for effect in effects)

    def plan(
        self, facts: Iterable[Atom], goal: Formula, expansions: int, *, avoiding: Atom | None = None
    ) -> tuple[int, ...] | None:
        """Return the places of the actions of some plan for the goal, or None if none was found in so many expansions.

        With `avoiding`, the plan never makes that fact true.
        """
        banned = self.relaxation.bits([avoiding]) if avoiding is not None else 0
        ways = [way for way in self._ways if not way.adds & banned]
        wanted = self.relaxation.alternatives(goal)
        start = self.relaxation.bits(facts)
        parents: dict[int, tuple[int, int] | None] = {start: None}
        order = count()
        queue = [(0, next(order), start)]
        for _ in range(expansions):
            if not queue:
                return None
            _, _, state = heapq.heappop(queue)
            if _met(state, wanted):
                return _way_to(state, parents)
            for way in ways:
                if way.needs & ~state or way.forbids & state:
                    continue
                after = (state & ~way.deletes) | way.adds
                if after in parents:
                    continue
                parents[after] = (state, way.action)
                if _met(after, wanted):
                    return _way_to(after, parents)
                distance = _relaxed_length(after, wanted, ways)
                if distance is not None:
                    heapq.heappush(queue, (distance, next(order), after))
        return None


def _met(state: int, wanted: Alternatives) -> bool:
    return any(needs & ~state == 0 and not forbids & state for needs, forbids in wanted)


def _way_to(state: int, parents: dict[int, tuple[int, int] | None]) -> tuple[int, ...]:
    actions = []
    origin = parents[state]
    while origin is not None:
        actions.append(origin[1])
        origin = parents[origin[0]]
    return tuple(reversed(actions))


def _relaxed_length(state: int, wanted: Alternatives, ways: Sequence[Way]) -> int | None:
    """Return how many actions a relaxed plan has, or None if there is none."""
    known = state
    achiever: dict[int, int] = {}
    waiting = list(range(len(ways)))
    while not any(needs & ~known == 0 for needs, _ in wanted):
        still, fresh = [], 0
        for number in waiting:
            way = ways[number]
            if way.needs & ~known:
                still.append(number)
                continue
            new = way.adds & ~known & ~fresh
            fresh |= new
            while new:
                low = new & -new
                achiever[low] = number
                new ^= low
        if not fresh:
            return None
        known |= fresh
        waiting = still
    goal = next(needs for needs, _ in wanted if needs & ~known == 0)
    return _extracted(goal & ~state, state, achiever, ways)


def _extracted(open_: int, state: int, achiever: dict[int, int], ways: Sequence[Way]) -> int:
    """Return how many actions achieve the open facts, each by the first that did."""
    chosen: set[int] = set()
    done = state
    while open_:
        low = open_ & -open_
        open_ ^= low
        done |= low
        number = achiever[low]
        if number not in chosen:
            chosen.add(number)
            open_ |= ways[number].needs & ~done
    return len(chosen)
