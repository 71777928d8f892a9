"""From ground actions to packed ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from planclaims.search.states.conditions import ALWAYS, NEVER, Condition, Conditions, every, some
from planclaims.search.states.encoding import Encoding
from planclaims.search.states.layout import Field
from planclaims.search.states.lookup import Lookup
from planclaims.search.states.packed_action import ALL_ONES, FactUpdate, NumberUpdate, PackedAction
from planclaims.semantics.action import GroundAction, GroundEffect
from planclaims.semantics.formula import TRUTH, Compare, Expression, Fluent, Holds, Read, conjuncts, leaves, reads
from planclaims.semantics.model import Change

_Compiled = Sequence[tuple[GroundEffect, Condition]]
"""Effects, each with the condition under which it happens."""


class Compiler:
    """Packs the actions of one task."""

    def __init__(self, encoding: Encoding, conditions: Conditions) -> None:
        self._encoding = encoding
        self._conditions = conditions

    def compile(self, action: GroundAction) -> PackedAction | None:
        """Return the packed form of the action, or None if it is applicable in no reachable state."""
        effects = [(effect, self._conditions.compile(effect.condition)) for effect in action.effects]
        condition = every([self._conditions.compile(action.precondition), *self._guards(effects)])
        facts = self._fact_changes(action, effects)
        if condition is NEVER or facts is None:
            return None
        fixed, updates = facts
        return PackedAction(action, condition, _word_changes(fixed), (*updates, *self._number_updates(effects)))

    def _guards(self, effects: _Compiled) -> Iterator[Condition]:
        """Yield what must hold besides the precondition for every effect to have a defined result."""
        changed: dict[Fluent, list[tuple[Condition, str]]] = defaultdict(list)
        for effect, active in effects:
            idle = self._conditions.compile(effect.condition, wanted=False)
            if any(isinstance(leaf, Compare) for leaf in leaves(effect.condition)):
                yield some([active, idle])
            for change in effect.changes:
                yield some([idle, self._defined(change)])
                changed[change.fluent].append((idle, change.kind))
        for changes in changed.values():
            for (one_idle, one), (other_idle, other) in combinations(changes, 2):
                if "assign" in (one, other):
                    yield some([one_idle, other_idle])

    def _defined(self, change: Change) -> Condition:
        """Return the condition that the change has a defined result."""
        numbers = self._encoding.ground.numbers
        needed: list[Expression] = [change.expression]
        if change.kind != "assign":
            needed.append(Read(change.fluent))
        doubtful = (part for part in needed if not numbers.always_defined(part))
        return every(self._conditions.compile(Compare("=", part, part)) for part in doubtful)

    def _fact_changes(
        self, action: GroundAction, effects: _Compiled
    ) -> tuple[dict[Field, int], list[FactUpdate]] | None:
        """Return new contents of fields, fixed and dependent; None if two facts of a mutex group would be added."""
        deletes: dict[Field, list[tuple[int, Condition]]] = defaultdict(list)
        adds: dict[Field, list[tuple[int, Condition]]] = defaultdict(list)
        for effect, active in effects:
            for changes, atoms in ((deletes, effect.delete), (adds, effect.add)):
                for atom in sorted(atoms):
                    place = self._encoding.place(atom)
                    if not isinstance(place, bool) and active is not NEVER:
                        changes[place[0]].append((place[1], active))
        known = self._known_contents(action)
        fixed: dict[Field, int] = {}
        updates = []
        for field in sorted({*deletes, *adds}, key=lambda field: (field.word, field.shift)):
            added, deleted = adds[field], deletes[field] if field in self._encoding.empty else []
            sure = {code for code, active in added if active is ALWAYS}
            if len(sure) > 1:
                return None
            if sure and all(code in sure for code, _ in added):
                fixed[field] = sure.pop()
            elif not added and (field.width == 1 or field in known) and all(active is ALWAYS for _, active in deleted):
                if deleted and (field.width == 1 or known[field] in {code for code, _ in deleted}):
                    fixed[field] = 0
            elif added or deleted:
                updates.append(FactUpdate(field, tuple(deleted), tuple(added)))
        return fixed, updates

    def _known_contents(self, action: GroundAction) -> dict[Field, int]:
        """Return the contents of fields that the precondition fixes."""
        atoms = (part.atom for part in conjuncts(action.precondition) if isinstance(part, Holds))
        return dict(place for place in map(self._encoding.place, atoms) if not isinstance(place, bool))

    def _number_updates(self, effects: _Compiled) -> Iterator[NumberUpdate]:
        changes: dict[Fluent, list[tuple[Change, Condition]]] = defaultdict(list)
        for effect, active in effects:
            for change in effect.changes:
                if active is not NEVER:
                    changes[change.fluent].append((change, active))
        for fluent, changing in changes.items():
            field = self._encoding.number(fluent)
            if field is not None:
                yield self._number_update(fluent, field, changing)

    def _number_update(
        self, fluent: Fluent, field: Field, changing: Sequence[tuple[Change, Condition]]
    ) -> NumberUpdate:
        encoding = self._encoding
        certain = [change for change, active in changing if active is ALWAYS]
        uncertain = [(change, active) for change, active in changing if active is not ALWAYS]
        own = [] if certain and all(change.kind == "assign" for change in certain) else [fluent]
        sources = encoding.sources([*own, *(source for change, _ in changing for source in reads(change.expression))])

        def compute(contents: Sequence[int]) -> int:
            flags = contents[len(sources) :]
            active = [change for (change, _), flag in zip(uncertain, flags, strict=True) if flag]
            effect = GroundEffect(TRUTH, frozenset(), frozenset(), (*certain, *active))
            after = GroundAction("", (), TRUTH, (effect,)).successor(encoding.numbers(sources, contents))
            return encoding.code(fluent, after.values.get(fluent))

        lookup = Lookup(encoding.fields(sources), len(uncertain), compute)
        return NumberUpdate(field, lookup, tuple(active for _, active in uncertain))


def _word_changes(fixed: dict[Field, int]) -> tuple[tuple[int, np.uint64, np.uint64], ...]:
    """Return for each word that changes the bits it keeps and the bits it gains."""
    keep: dict[int, int] = defaultdict(lambda: ALL_ONES)
    put: dict[int, int] = defaultdict(int)
    for field, code in fixed.items():
        keep[field.word] &= ALL_ONES ^ field.ones
        put[field.word] |= code << field.shift
    return tuple((word, np.uint64(keep[word]), np.uint64(put[word])) for word in sorted(keep))
