"""Fluents that no decision hangs on, such as the cost so far: they need no place in a searched state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from planclaims.semantics.action import GroundAction
from planclaims.semantics.formula import Arithmetic, Compare, Constant, Expression, Fluent, Formula, Read, leaves, reads
from planclaims.semantics.model import Change
from planclaims.semantics.state import State, evaluate


def fluents_read(formula: Formula) -> Iterator[Fluent]:
    """Yield every fluent that a condition reads."""
    for leaf in leaves(formula):
        if isinstance(leaf, Compare):
            yield from reads(leaf.left)
            yield from reads(leaf.right)


@dataclass(frozen=True)
class Numbers:
    """The numeric side of a task: initial values, fluents defined from the start, and every possible change."""

    initial: Mapping[Fluent, Fraction]
    defined: frozenset[Fluent]
    changes: Mapping[Fluent, Sequence[Change]]

    def always_defined(self, expression: Expression) -> bool:
        """Return whether the expression has a value in every reachable state; what is defined once stays so."""
        match expression:
            case Constant():
                return True
            case Read(fluent):
                return fluent in self.defined
            case Arithmetic("/", left, right):
                fixed = not any(fluent in self.changes for fluent in reads(right))
                return self.always_defined(left) and fixed and bool(evaluate(right, State(frozenset(), self.initial)))
            case Arithmetic(_, left, right):
                return self.always_defined(left) and self.always_defined(right)

    def hangs_on_itself(self, fluent: Fluent) -> bool:
        """Return whether a change of the fluent may be undefined because the fluent itself is."""
        return fluent not in self.defined and any(change.kind != "assign" for change in self.changes[fluent])

    def doubtful_sources(self, fluent: Fluent) -> Iterator[Fluent]:
        """Yield what decides whether the changes of the fluent are defined."""
        for change in self.changes[fluent]:
            if not self.always_defined(change.expression):
                yield from reads(change.expression)


def numbers_of(
    actions: Iterable[GroundAction], initial: Mapping[Fluent, Fraction], defined: Iterable[Fluent]
) -> Numbers:
    """Return what the actions may do to numbers."""
    changes: dict[Fluent, list[Change]] = {}
    for action in actions:
        for change in _changes(action):
            changes.setdefault(change.fluent, []).append(change)
    return Numbers(initial, frozenset(defined), changes)


def bookkeeping_fluents(actions: Sequence[GroundAction], goal: Formula, numbers: Numbers) -> frozenset[Fluent]:
    """Return the changing fluents whose value decides nothing: neither the goal nor what is applicable."""
    changes = numbers.changes
    waiting = {*filter(numbers.hangs_on_itself, changes), *_clashing(actions), *fluents_read(goal)}
    for fluent in changes:
        waiting.update(numbers.doubtful_sources(fluent))
    for action in actions:
        waiting.update(fluents_read(action.precondition))
        waiting.update(fluent for effect in action.effects for fluent in fluents_read(effect.condition))
    needed: set[Fluent] = set()
    while waiting:
        fluent = waiting.pop()
        needed.add(fluent)
        waiting.update(source for change in changes.get(fluent, ()) for source in reads(change.expression))
        waiting -= needed
    return frozenset(changes) - needed


def _changes(action: GroundAction) -> Iterator[Change]:
    return (change for effect in action.effects for change in effect.changes)


def _clashing(actions: Iterable[GroundAction]) -> Iterator[Fluent]:
    """Yield fluents that some action both assigns and changes a second time."""
    for action in actions:
        kinds: dict[Fluent, list[str]] = {}
        for change in _changes(action):
            kinds.setdefault(change.fluent, []).append(change.kind)
        yield from (fluent for fluent, used in kinds.items() if len(used) > 1 and "assign" in used)
