"""Ground actions: applicability, unmet preconditions, successor."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from planclaims.semantics.formula import Atom, Compare, Fluent, Formula, Not, Read, conjuncts, prefix_form
from planclaims.semantics.model import Change
from planclaims.semantics.state import State, bounded, evaluate, truth


class Shortfall(StrEnum):
    """Why a condition is unmet."""

    FALSE = "false"
    UNDEFINED = "undefined"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class Unmet:
    """A part of a precondition or goal that does not hold in a state; both values for a comparison."""

    condition: Formula
    shortfall: Shortfall = Shortfall.FALSE
    left: Fraction | None = None
    right: Fraction | None = None

    def __str__(self) -> str:
        text = str(self.condition)
        if self.left is not None and self.right is not None:
            text += f" [{self.left} against {self.right}]"
        if self.shortfall is not Shortfall.FALSE:
            text += f" [{self.shortfall}]"
        return text


@dataclass(frozen=True, slots=True)
class GroundEffect:
    """What a ground action does if the condition holds in the state before."""

    condition: Formula
    add: frozenset[Atom]
    delete: frozenset[Atom]
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class GroundAction:
    """An action schema with every parameter bound to an object."""

    name: str
    arguments: tuple[str, ...]
    precondition: Formula
    effects: tuple[GroundEffect, ...]

    def __str__(self) -> str:
        return prefix_form(self.name, *self.arguments)

    def applicable(self, state: State) -> bool:
        """Return whether the successor of the state is defined."""
        return truth(self.precondition, state) is True and not any(self._broken_changes(state))

    def unmet(self, state: State) -> tuple[Unmet, ...]:
        """Return what keeps the action from being applicable in the state; empty if nothing does."""
        return unmet_parts(self.precondition, state) or tuple(self._broken_changes(state))

    def successor(self, state: State) -> State:
        """Return the state after an applicable action: deletes, then adds; numbers read the state before."""
        active = self._active(state)
        deleted = frozenset[Atom]().union(*(effect.delete for effect in active))
        added = frozenset[Atom]().union(*(effect.add for effect in active))
        values = state.values
        changes = [change for effect in active for change in effect.changes]
        if changes:
            values = {**values, **_changed(changes, state)}
        return State((state.facts - deleted) | added, values)

    def _active(self, state: State) -> list[GroundEffect]:
        return [effect for effect in self.effects if truth(effect.condition, state)]

    def _broken_changes(self, state: State) -> Iterator[Unmet]:
        """Yield numeric effects that have no defined result in the state."""
        for effect in self.effects:
            if truth(effect.condition, state) is None:
                yield Unmet(effect.condition, Shortfall.UNDEFINED)
        if not any(effect.changes for effect in self.effects):
            return
        changes = [change for effect in self._active(state) for change in effect.changes]
        kinds: dict[Fluent, list[str]] = defaultdict(list)
        for change in changes:
            kinds[change.fluent].append(change.kind)
            own = state.values.get(change.fluent)
            lost = evaluate(change.expression, state) is None or (change.kind != "assign" and own is None)
            if lost:
                yield Unmet(Compare("=", Read(change.fluent), change.expression), Shortfall.UNDEFINED)
        for fluent, used in kinds.items():
            if "assign" in used and len(used) > 1:
                yield Unmet(Compare("=", Read(fluent), Read(fluent)), Shortfall.CONFLICT)


def _changed(changes: list[Change], state: State) -> dict[Fluent, Fraction]:
    changed: dict[Fluent, Fraction] = {}
    for change in changes:
        amount = evaluate(change.expression, state)
        if amount is None:
            raise ValueError(f"the action is not applicable: {change.expression} is undefined")
        if change.kind == "assign":
            changed[change.fluent] = amount
        else:
            before = changed.get(change.fluent, state.values[change.fluent])
            changed[change.fluent] = bounded(before + (amount if change.kind == "increase" else -amount))
    return changed


def unmet_parts(condition: Formula, state: State) -> tuple[Unmet, ...]:
    """Return the conjuncts of a ground condition that do not hold in the state."""
    return tuple(_explain(part, state) for part in conjuncts(condition) if truth(part, state) is not True)


def _explain(part: Formula, state: State) -> Unmet:
    shortfall = Shortfall.FALSE if truth(part, state) is False else Shortfall.UNDEFINED
    inner = part.part if isinstance(part, Not) else part
    if isinstance(inner, Compare):
        return Unmet(part, shortfall, evaluate(inner.left, state), evaluate(inner.right, state))
    return Unmet(part, shortfall)
