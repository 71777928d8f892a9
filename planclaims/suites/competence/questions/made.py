"""What the making of a question hands on, before it is put into words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from planclaims.search.explore import Exploration, Place
from planclaims.search.limits import Limits
from planclaims.semantics.state import State
from planclaims.suites.competence.questions.world import World

KINDS = ("app", "prog", "reach", "areach", "val", "just", "land", "nexta")
"""The kinds of questions, by their short names."""

STATIC, RELAXED, PAIRED, EXHAUSTED, WITNESS = "static", "relaxed", "h2", "exhausted", "witness"
"""The certificates: a false static precondition, the delete relaxation, the same on pairs, all states, a plan."""


@dataclass(frozen=True)
class Made:
    """A question about a state: what is asked, what is true, and what describes it.

    `none` tells whether None is the right answer, `feature` is the kind's own measure of difficulty, and `sort` a class
    within the kind that is to be balanced.
    """

    kind: str
    world: World
    state: State
    asked: Mapping[str, Any]
    truth: Mapping[str, Any]
    feature: float
    none: bool = False
    sort: str = ""
    features: Mapping[str, float | int | bool | str] = field(default_factory=dict)


@dataclass(frozen=True)
class Effort:
    """How many states a question may cost: to explore all that is reachable, and to look for a goal.

    `greedy` is how many states a greedy search may expand for what stays open; its witnesses need not be shortest.
    """

    reach: int = 1_500_000
    goal: int = 300_000
    greedy: int = 0

    @property
    def whole(self) -> Limits:
        """Return the limits of exploring everything."""
        return Limits(states=self.reach, memory_bytes=2**30)

    @property
    def goalward(self) -> Limits:
        """Return the limits of a search for a goal."""
        return Limits(states=self.goal, memory_bytes=2**30)


class Witnesses:
    """Ways from one state to others, kept as a tree: each entry is the entry before it, and an action."""

    def __init__(self, names: list[str]) -> None:
        self._names = names
        self.nodes: list[tuple[int, str]] = [(-1, "")]
        self._known: dict[tuple[int, str], int] = {}

    def add(self, exploration: Exploration, place: Place) -> int:
        """Return the entry of the state, after adding the way to it."""
        return self.add_way(self._names[number] for number in exploration.way_to(place))

    def add_way(self, actions: Iterable[str]) -> int:
        """Return the entry that the actions lead to."""
        node = 0
        for action in actions:
            step = (node, action)
            if step not in self._known:
                self._known[step] = len(self.nodes)
                self.nodes.append(step)
            node = self._known[step]
        return node


def way(nodes: Sequence[Sequence[Any]], node: int) -> list[str]:
    """Return the actions that lead to an entry of a tree of ways."""
    actions = []
    while node:
        node, action = nodes[node]
        actions.append(action)
    return actions[::-1]
