"""Domains and problems as read: types, objects, schemas, before anything is ground."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from planclaims.semantics.formula import TRUTH, Atom, Expression, Fluent, Formula, Parameter

ROOT_TYPE = "object"
TOTAL_COST: Fluent = ("total-cost",)
"""The bookkeeping fluent of action costs; never shown to a system (protocol 1)."""


@dataclass(frozen=True, slots=True)
class Change:
    """A numeric effect: `assign`, `increase` or `decrease` a fluent by an expression of the state before."""

    kind: str
    fluent: Fluent
    expression: Expression


@dataclass(frozen=True, slots=True)
class Effect:
    """What an action does for every binding of the variables under which the condition holds."""

    add: tuple[Atom, ...] = ()
    delete: tuple[Atom, ...] = ()
    changes: tuple[Change, ...] = ()
    condition: Formula = TRUTH
    variables: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionSchema:
    """An action with parameters still to be bound."""

    name: str
    parameters: tuple[Parameter, ...]
    precondition: Formula
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Domain:
    """The types, predicates, functions and action schemas shared by a family of tasks.

    `types` maps a type to its direct supertypes, `constants` an object to its types; names are lower case.
    """

    name: str
    types: Mapping[str, tuple[str, ...]]
    constants: Mapping[str, tuple[str, ...]]
    predicates: Mapping[str, tuple[Parameter, ...]]
    functions: Mapping[str, tuple[Parameter, ...]]
    actions: Mapping[str, ActionSchema]

    def supertypes(self, kind: str) -> frozenset[str]:
        """Return the type itself and every type above it, the root included."""
        found, waiting = {kind, ROOT_TYPE}, [kind]
        while waiting:
            for parent in self.types.get(waiting.pop(), ()):
                if parent not in found:
                    found.add(parent)
                    waiting.append(parent)
        return frozenset(found)


@dataclass(frozen=True)
class Problem:
    """The objects, the initial state and the goal of one task; `objects` leaves out the domain's constants."""

    name: str
    domain_name: str
    objects: Mapping[str, tuple[str, ...]]
    facts: frozenset[Atom]
    values: Mapping[Fluent, Fraction]
    goal: Formula
    metric: str | None = None
    notes: tuple[str, ...] = field(default=())
    """Oddities the reader let pass and a user should know, one line each."""
