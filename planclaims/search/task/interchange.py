"""Objects that may trade places: renaming one into the other leaves the task as it is, bar its present state."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from math import perm, prod

from planclaims.search.limits import Watch
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
    conjuncts,
    leaves,
    reads,
)
from planclaims.semantics.grounding import static_predicates
from planclaims.semantics.task import Task

Terms = tuple[str, ...]
Classes = tuple[tuple[str, ...], ...]
"""Disjoint classes of interchangeable objects, each of two or more."""

_MOST_HOMES = 50
"""With so many classes an object is compared that differ in the goal alone."""


def exchanged(terms: Terms, one: str, other: str) -> Terms:
    """Return a name and the terms after it with two objects exchanged; a predicate may be called like an object."""
    swap = {one: other, other: one}
    return (terms[0], *[swap.get(term, term) for term in terms[1:]])


@dataclass(frozen=True)
class Membership:
    """Which class each object belongs to."""

    classes: Classes

    @cached_property
    def homes(self) -> Mapping[str, tuple[str, ...]]:
        """Return the class of every object that has one."""
        return {name: home for home in self.classes for name in home}

    def mentioned(self, terms: Terms) -> frozenset[str]:
        """Return the members of any class among the terms after the name."""
        return frozenset(term for term in terms[1:] if term in self.homes)

    def images(self, terms: Terms) -> Iterator[Terms]:
        """Yield the name and the terms after it under every exchange of members."""
        mentioned = self.mentioned(terms)
        homes = list(dict.fromkeys(home for home in map(self.homes.get, terms[1:]) if home is not None))
        present = [[name for name in home if name in mentioned] for home in homes]
        choices = (permutations(home, len(names)) for home, names in zip(homes, present, strict=True))
        flat = [name for names in present for name in names]
        for choice in product(*choices):
            renaming = dict(zip(flat, (name for chosen in choice for name in chosen), strict=True))
            yield (terms[0], *[renaming.get(term, term) for term in terms[1:]])


def count_images(terms: Terms, homes: Mapping[str, tuple[str, ...]]) -> int:
    """Return how many images the terms have under every exchange of members, given the class of every object."""
    present = Counter(home for home in map(homes.get, dict.fromkeys(terms[1:])) if home is not None)
    return prod(perm(len(home), number) for home, number in present.items())


def mentions(family: Iterable[Terms]) -> Mapping[str, frozenset[Terms]]:
    """Return for each term the members of the family that mention it after their name."""
    found: dict[str, set[Terms]] = defaultdict(set)
    for terms in family:
        for name in terms[1:]:
            found[name].add(terms)
    return {name: frozenset(about) for name, about in found.items()}


def candidate_classes(task: Task, watch: Watch | None = None) -> Classes:
    """Return classes of objects of one type that no schema names and neither goal nor static facts tell apart."""
    watch = watch or Watch()
    named = _names_in_schemas(task)
    known = _Known(task)
    classes: dict[str, list[str]] = {}
    for name in task.objects:
        if name in named or name in task.domain.constants:
            continue
        home = next((first for first in known.homes(name, classes, watch) if known.alike(first, name)), name)
        classes.setdefault(home, []).append(name)
        if home == name:
            known.by_role[known.role(name)].append(name)
    return tuple(tuple(members) for members in classes.values() if len(members) > 1)


class _Known:
    """What is said of each object for good: types, static facts and values, and conditions of the goal."""

    def __init__(self, task: Task) -> None:
        static = static_predicates(task)
        changed = {c.fluent[0] for schema in task.domain.actions.values() for e in schema.effects for c in e.changes}
        self._kinds = {name: frozenset(kinds) for name, kinds in task.objects.items()}
        self._about: dict[str, set[tuple[Terms, object]]] = defaultdict(set)
        self._note((atom, "static") for atom in task.problem.facts if atom[0] in static)
        self._note(item for item in task.initial.values.items() if item[0][0] not in changed)
        rest: list[Formula] = []
        for part in conjuncts(task.goal):
            if isinstance(part, Holds):
                self._note([(part.atom, "wanted")])
            elif isinstance(part, Not) and isinstance(part.part, Holds):
                self._note([(part.part.atom, "unwanted")])
            else:
                rest.append(part)
        self._goal = And(tuple(rest))
        self._in_goal = frozenset(_terms(self._goal))
        self.by_role: dict[object, list[str]] = defaultdict(list)

    def _note(self, items: Iterable[tuple[Terms, object]]) -> None:
        for terms, value in items:
            for name in terms[1:]:
                self._about[name].add((terms, value))

    def role(self, name: str) -> object:
        """Return what is said of the object, without its name: the same for objects that are alike."""
        about = self._about.get(name, ())
        said = frozenset((exchanged(terms, name, ""), value) for terms, value in about)
        return self._kinds[name], said

    def homes(self, name: str, firsts: Mapping[str, object], watch: Watch) -> Iterator[str]:
        """Yield those first members of classes that the object may be like: of its role, or named along with it."""
        about = self._about.get(name, set())
        for first in self.by_role[self.role(name)][:_MOST_HOMES]:
            watch.look()
            yield first
        others = dict.fromkeys(term for terms in sorted(terms for terms, _ in about) for term in terms[1:])
        for other in others:
            if other in firsts and len(self._about[other]) == len(about):
                watch.look()
                yield other

    def alike(self, one: str, other: str) -> bool:
        """Return whether exchanging the objects leaves what is said as it is."""
        if self._kinds[one] != self._kinds[other]:
            return False
        about = self._about.get(one, set()) | self._about.get(other, set())
        if any((exchanged(terms, one, other), value) not in about for terms, value in about):
            return False
        return not self._in_goal & {one, other} or _unordered(self._goal, (one, other)) == self._goal_unordered

    @cached_property
    def _goal_unordered(self) -> object:
        return _unordered(self._goal)


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
            terms = ("", left, right)
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
