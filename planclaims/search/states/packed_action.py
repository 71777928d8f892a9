"""Ground actions on packed states: a condition, bits to clear and set, and what depends on the state."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from planclaims.search.states.conditions import ALWAYS, Condition
from planclaims.search.states.layout import Field
from planclaims.search.states.lookup import Lookup
from planclaims.search.states.words import Column, View, Words, chosen, count
from planclaims.semantics.action import GroundAction

ALL_ONES = (1 << 64) - 1


@dataclass(frozen=True)
class FactUpdate:
    """A field whose new contents depend on the state: deletes first, then adds."""

    field: Field
    deletes: tuple[tuple[int, Condition], ...]
    adds: tuple[tuple[int, Condition], ...]

    def contents(self, before: View) -> Column:
        """Return the new contents of the field."""
        old = before.column(self.field)
        new = old.copy()
        for code, condition in self.deletes:
            new[(old == code) & condition.holds(before)] = 0
        for code, condition in self.adds:
            new[condition.holds(before)] = code
        return new


@dataclass(frozen=True)
class NumberUpdate:
    """A numeric field whose new contents are looked up."""

    field: Field
    lookup: Lookup
    conditions: tuple[Condition, ...]

    def contents(self, before: View) -> Column:
        """Return the new contents of the field."""
        codes = self.lookup.codes(before, [condition.holds(before) for condition in self.conditions])
        return codes.astype(np.uint64)


@dataclass(frozen=True)
class PackedAction:
    """A ground action on packed states."""

    action: GroundAction
    condition: Condition
    fixed: tuple[tuple[int, np.uint64, np.uint64], ...]
    """A word that always changes, the bits it keeps, the bits it gains."""
    updates: tuple[FactUpdate | NumberUpdate, ...]

    def successors(self, view: View) -> Words | None:
        """Return the states after the action, of those states where it is applicable; None if there are none."""
        states = view.states
        if self.condition is not ALWAYS:
            states = chosen(states, self.condition.holds(view))
        return self.effects(states) if count(states) else None

    def effects(self, states: Words) -> Words:
        """Return the states after the action, given states where it is applicable."""
        after = list(states)
        for word, keep, put in self.fixed:
            after[word] = (after[word] & keep) | put
        if self.updates:
            before = View(states)
            for update in self.updates:
                field = update.field
                contents = update.contents(before).astype(np.uint64) << np.uint64(field.shift)
                after[field.word] = (after[field.word] & np.uint64(ALL_ONES ^ field.ones)) | contents
        return tuple(after)
