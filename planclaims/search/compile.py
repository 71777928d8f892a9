"""Ground actions on packed states: a condition, bits to clear and set, and what depends on the state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from planclaims.search.conditions import ALWAYS, NEVER, Condition, compile_condition, every, some
from planclaims.search.encoding import Encoding
from planclaims.search.layout import Field
from planclaims.search.lookup import Lookup
from planclaims.search.packed import Bits, Column, View, Words, chosen, count
from planclaims.semantics.action import GroundAction, GroundEffect
from planclaims.semantics.formula import TRUTH, Compare, Expression, Fluent, Holds, Read, conjuncts, leaves, reads
from planclaims.semantics.model import Change

_ALL_ONES = (1 << 64) - 1


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
    keep: tuple[int, ...]
    put: tuple[int, ...]
    updates: tuple[FactUpdate | NumberUpdate, ...]

    def successors(self, view: View) -> Words | None:
        """Return the states after the action, of those states where it is applicable; None if there are none."""
        states = view.states
        if self.condition is not ALWAYS:
            states = chosen(states, self.condition.holds(view))
        return self.effects(states) if count(states) else None

    def effects(self, states: Words) -> Words:
        """Return the states after the action, given states where it is applicable."""
        after = [self._fixed_effects(number, word) for number, word in enumerate(states)]
        if self.updates:
            before = View(states)
            for update in self.updates:
                field = update.field
                contents = update.contents(before).astype(np.uint64) << np.uint64(field.shift)
                after[field.word] = (after[field.word] & np.uint64(_ALL_ONES ^ field.ones)) | contents
        return tuple(after)

    def _fixed_effects(self, number: int, word: Bits) -> Bits:
        if self.keep[number] == _ALL_ONES:
            return word
        kept = word & np.uint64(self.keep[number])
        if self.put[number]:
            kept |= np.uint64(self.put[number])
        return kept


def compile_action(action: GroundAction, encoding: Encoding) -> PackedAction | None:
    """Return the packed form of the action, or None if it is applicable in no reachable state."""
    compiled = [(effect, compile_condition(effect.condition, encoding)) for effect in action.effects]
    condition = every([compile_condition(action.precondition, encoding), *_guards(compiled, encoding)])
    facts = _fact_changes(action, compiled, encoding)
    if condition is NEVER or facts is None:
        return None
    fixed, updates = facts
    words = encoding.layout.words
    keep, put = [_ALL_ONES] * words, [0] * words
    for field, code in fixed.items():
        keep[field.word] &= _ALL_ONES ^ field.ones
        put[field.word] |= code << field.shift
    numbers = _number_updates(compiled, encoding)
    return PackedAction(action, condition, tuple(keep), tuple(put), (*updates, *numbers))


_Compiled = Sequence[tuple[GroundEffect, Condition]]


def _guards(compiled: _Compiled, encoding: Encoding) -> Iterator[Condition]:
    """Yield what must hold besides the precondition for every effect to have a defined result."""
    changed: dict[Fluent, list[tuple[Condition, str]]] = defaultdict(list)
    for effect, active in compiled:
        idle = compile_condition(effect.condition, encoding, wanted=False)
        if active is not ALWAYS:
            yield from _decided(effect, active, idle)
        for change in effect.changes:
            yield some([idle, _defined(change, encoding)])
            changed[change.fluent].append((idle, change.kind))
    for changes in changed.values():
        for (one_idle, one), (other_idle, other) in combinations(changes, 2):
            if "assign" in (one, other):
                yield some([one_idle, other_idle])


def _decided(effect: GroundEffect, active: Condition, idle: Condition) -> Iterator[Condition]:
    """Yield that the effect's condition is true or false, if it could be undefined."""
    if any(isinstance(leaf, Compare) for leaf in leaves(effect.condition)):
        yield some([active, idle])


def _defined(change: Change, encoding: Encoding) -> Condition:
    """Return the condition that the change has a defined result."""
    numbers = encoding.ground.numbers
    needed: list[Expression] = [change.expression]
    if change.kind != "assign":
        needed.append(Read(change.fluent))
    doubtful = (part for part in needed if not numbers.always_defined(part))
    return every(compile_condition(Compare("=", part, part), encoding) for part in doubtful)


def _fact_changes(
    action: GroundAction, compiled: _Compiled, encoding: Encoding
) -> tuple[dict[Field, int], list[FactUpdate]] | None:
    """Return new contents of fields, fixed and dependent; None if two facts of a mutex group would be added."""
    deletes: dict[Field, list[tuple[int, Condition]]] = defaultdict(list)
    adds: dict[Field, list[tuple[int, Condition]]] = defaultdict(list)
    for effect, active in compiled:
        for changes, atoms in ((deletes, effect.delete), (adds, effect.add)):
            for atom in sorted(atoms):
                place = encoding.place(atom)
                if not isinstance(place, bool) and active is not NEVER:
                    changes[place[0]].append((place[1], active))
    known = _known_contents(action, encoding)
    fixed: dict[Field, int] = {}
    updates = []
    for field in sorted({*deletes, *adds}, key=lambda field: (field.word, field.shift)):
        added, deleted = adds[field], deletes[field] if field in encoding.empty else []
        sure = {code for code, active in added if active is ALWAYS}
        if len(sure) > 1:
            return None
        if sure and all(code in sure for code, _ in added):
            fixed[field] = sure.pop()
        elif not added and (field.width == 1 or field in known) and all(active is ALWAYS for _, active in deleted):
            if field.width == 1 or known[field] in {code for code, _ in deleted}:
                fixed[field] = 0
        elif added or deleted:
            updates.append(FactUpdate(field, tuple(deleted), tuple(added)))
    return fixed, updates


def _known_contents(action: GroundAction, encoding: Encoding) -> dict[Field, int]:
    """Return the contents of fields that the precondition fixes."""
    places = (encoding.place(part.atom) for part in conjuncts(action.precondition) if isinstance(part, Holds))
    return dict(place for place in places if not isinstance(place, bool))


def _number_updates(compiled: _Compiled, encoding: Encoding) -> Iterator[NumberUpdate]:
    changes: dict[Fluent, list[tuple[Change, Condition]]] = defaultdict(list)
    for effect, active in compiled:
        for change in effect.changes:
            if active is not NEVER:
                changes[change.fluent].append((change, active))
    for fluent, changing in changes.items():
        field = encoding.number(fluent)
        if field is not None:
            yield _number_update(fluent, field, changing, encoding)


def _number_update(
    fluent: Fluent, field: Field, changing: Sequence[tuple[Change, Condition]], encoding: Encoding
) -> NumberUpdate:
    certain = [change for change, active in changing if active is ALWAYS]
    uncertain = [(change, active) for change, active in changing if active is not ALWAYS]
    own = [] if certain and all(change.kind == "assign" for change in certain) else [fluent]
    sources = encoding.sources([*own, *(source for change, _ in changing for source in reads(change.expression))])

    def compute(contents: Sequence[int]) -> int:
        flags = contents[len(sources) :]
        active = [change for (change, _), flag in zip(uncertain, flags, strict=True) if flag]
        before = encoding.numbers(sources, contents)
        effect = GroundEffect(TRUTH, frozenset(), frozenset(), (*certain, *active))
        after = GroundAction("", (), TRUTH, (effect,)).successor(before)
        return encoding.code(fluent, after.values.get(fluent))

    lookup = Lookup(encoding.fields(sources), len(uncertain), compute)
    return NumberUpdate(field, lookup, tuple(active for _, active in uncertain))
