"""Objects that may trade places: renaming one into the other leaves the task as it is, bar its present state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product

from planclaims.semantics.formula import (
    And,
    Arithmetic,
    Compare,
    Constant,
    Exists,
    Expression,
    ForAll,
    Formula,
    Holds,
    Not,
    Or,
    Read,
    Same,
    leaves,
    reads,
)
from planclaims.semantics.grounding import static_predicates
from planclaims.semantics.task import Task

Terms = tuple[str, ...]
Classes = tuple[tuple[str, ...], ...]
"""Disjoint classes of interchangeable objects, each of two or more."""


def exchanged(terms: Terms, one: str, other: str) -> Terms:
    """Return the terms with two objects exchanged."""
    swap = {one: other, other: one}
    return tuple(swap.get(term, term) for term in terms)


@dataclass(frozen=True)
class Membership:
    """Which class each object belongs to."""

    classes: Classes

    @cached_property
    def homes(self) -> Mapping[str, tuple[str, ...]]:
        """Return the class of every object that has one."""
        return {name: home for home in self.classes for name in home}

    def mentioned(self, terms: Terms) -> frozenset[str]:
        """Return the members of any class among the terms."""
        return frozenset(term for term in terms if term in self.homes)

    def images(self, terms: Terms) -> Iterator[Terms]:
        """Yield the terms under every exchange of members."""
        present = [[name for name in home if name in terms] for home in self.classes]
        choices = (permutations(home, len(names)) for home, names in zip(self.classes, present, strict=True))
        flat = [name for names in present for name in names]
        for choice in product(*choices):
            renaming = dict(zip(flat, (name for chosen in choice for name in chosen), strict=True))
            yield tuple(renaming.get(term, term) for term in terms)


def candidate_classes(task: Task) -> Classes:
    """Return classes of objects of one type that no schema names and neither goal nor static facts tell apart."""
    named = _names_in_schemas(task)
    known = _statically_known(task)
    goal = _unordered(task.goal)
    classes: list[list[str]] = []
    for name, kinds in task.objects.items():
        if name in named or name in task.domain.constants:
            continue
        for members in classes:
            first = members[0]
            if (
                frozenset(task.objects[first]) == frozenset(kinds)
                and _alike(known, first, name)
                and _unordered(task.goal, (first, name)) == goal
            ):
                members.append(name)
                break
        else:
            classes.append([name])
    return tuple(tuple(members) for members in classes if len(members) > 1)


_Known = Mapping[str, frozenset[tuple[Terms, object]]]
"""The static facts and values that concern an object."""


def _statically_known(task: Task) -> _Known:
    static = static_predicates(task)
    changed = {c.fluent[0] for schema in task.domain.actions.values() for e in schema.effects for c in e.changes}
    known: dict[str, set[tuple[Terms, object]]] = defaultdict(set)
    facts = ((atom, True) for atom in task.problem.facts if atom[0] in static)
    values = (item for item in task.initial.values.items() if item[0][0] not in changed)
    for terms, value in (*facts, *values):
        for name in terms[1:]:
            known[name].add((terms, value))
    return {name: frozenset(about) for name, about in known.items()}


def _alike(known: _Known, one: str, other: str) -> bool:
    about = known.get(one, frozenset()) | known.get(other, frozenset())
    return frozenset((exchanged(terms, one, other), value) for terms, value in about) == about


def _names_in_schemas(task: Task) -> frozenset[str]:
    """Return every term that an action schema mentions."""
    found: set[str] = set()
    for schema in task.domain.actions.values():
        found.update(_terms(schema.precondition))
        for effect in schema.effects:
            found.update(_terms(effect.condition))
            found.update(term for atom in (*effect.add, *effect.delete) for term in atom[1:])
            for change in effect.changes:
                found.update(change.fluent[1:])
                found.update(term for fluent in reads(change.expression) for term in fluent[1:])
    return frozenset(found)


def _terms(formula: Formula) -> Iterable[str]:
    for leaf in leaves(formula):
        match leaf:
            case Holds(atom):
                yield from atom[1:]
            case Same(left, right):
                yield from (left, right)
            case Compare(_, left_side, right_side):
                yield from (term for side in (left_side, right_side) for fluent in reads(side) for term in fluent[1:])


def _unordered(formula: Formula, swap: tuple[str, str] | None = None) -> object:
    """Return a ground formula as nested sets, so that the order of parts does not count, after an exchange."""
    match formula:
        case Holds(atom):
            return ("fact", exchanged(atom, *swap) if swap else atom)
        case Same(left, right):
            terms = (left, right)
            return ("same", frozenset(exchanged(terms, *swap) if swap else terms))
        case Compare(symbol, left_side, right_side):
            return (symbol, _renamed(left_side, swap), _renamed(right_side, swap))
        case Not(part):
            return ("not", _unordered(part, swap))
        case And(parts):
            return ("and", frozenset(_unordered(part, swap) for part in parts))
        case Or(parts):
            return ("or", frozenset(_unordered(part, swap) for part in parts))
        case ForAll() | Exists():
            raise TypeError("a quantifier must be expanded before formulas are compared")


def _renamed(expression: Expression, swap: tuple[str, str] | None) -> object:
    match expression:
        case Constant(value):
            return value
        case Read(fluent):
            return exchanged(fluent, *swap) if swap else fluent
        case Arithmetic(symbol, left, right):
            return (symbol, _renamed(left, swap), _renamed(right, swap))
