"""States as numbered clauses: every clause of a task is written once, a state is the list of its numbers."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from planclaims.language.hidden_task import HiddenTask
from planclaims.language.prose.describe import opposed, ordered_facts, ordered_values
from planclaims.semantics.formula import Atom, Fluent
from planclaims.semantics.state import State

Move = dict[str, list[int] | list[list[int]]]
"""What a step changes: clauses lost and gained, and pairs of clauses that give a number before and after."""


class ClauseTable:
    """The clauses of some states of one task, numbered in the order in which the environment would list them.

    So a complete state in prose is its sorted numbers looked up, and the state after a step is the one before
    it with some numbers exchanged.
    """

    def __init__(self, hidden: HiddenTask, states: Iterable[State]) -> None:
        facts: set[Atom] = set()
        values: set[tuple[Fluent, Fraction]] = set()
        for state in states:
            facts |= state.facts
            values |= {(fluent, state.values[fluent]) for fluent in ordered_values(hidden.task, state)}
        self.texts: list[str] = []
        self._places: dict[object, int] = {}
        self._opposed = frozenset(opposed(hidden.task, hidden.phrases))
        for atom in ordered_facts(hidden.task, facts | self._opposed):
            if atom in facts:
                self._add(atom, hidden.phrases.fact(atom))
            if atom in self._opposed:
                self._add((atom, False), hidden.phrases.fact(atom, holds=False))
        known = State(frozenset(), dict(sorted(values)))
        for fluent in ordered_values(hidden.task, known):
            for amount in sorted(amount for other, amount in values if other == fluent):
                self._add((fluent, amount), hidden.phrases.value(fluent, amount))

    def state(self, state: State) -> list[int]:
        """Return the numbers of the clauses of a state, in order."""
        keys = (*state.facts, *self._denied(self._opposed - state.facts), *state.values.items())
        return sorted(self._places[key] for key in keys if key in self._places)

    def move(self, before: State, after: State) -> Move:
        """Return what is different after a step."""
        changed = [
            (fluent, amount)
            for fluent, amount in after.values.items()
            if before.values.get(fluent) != amount and (fluent, amount) in self._places
        ]
        pairs = [
            [self._places[fluent, before.values[fluent]], self._places[fluent, amount]]
            for fluent, amount in changed
            if fluent in before.values
        ]
        new = [(fluent, amount) for fluent, amount in changed if fluent not in before.values]
        ended, begun = before.facts - after.facts, after.facts - before.facts
        return {
            "lost": sorted(self._places[key] for key in (*ended, *self._denied(begun & self._opposed))),
            "gained": sorted(self._places[key] for key in (*begun, *self._denied(ended & self._opposed), *new)),
            "changed": sorted(pairs),
        }

    @staticmethod
    def _denied(atoms: Iterable[Atom]) -> Iterable[tuple[Atom, bool]]:
        return ((atom, False) for atom in atoms)

    def _add(self, key: object, text: str) -> None:
        self._places[key] = len(self.texts)
        self.texts.append(text)
