"""Conditions on packed states, tested on a whole array at once; three-valued where the semantics is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from planclaims.search.states.encoding import Encoding
from planclaims.search.states.layout import Field
from planclaims.search.states.lookup import Lookup
from planclaims.search.states.words import Mask, View
from planclaims.semantics.formula import And, Atom, Compare, Exists, ForAll, Formula, Holds, Not, Or, Same


class Condition(Protocol):
    """Something that holds in a packed state or does not."""

    def holds(self, view: View) -> Mask:
        """Return where it holds; not to be written to."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class FieldTest:
    """A field has, or has not, some contents; one object for each test."""

    field: Field
    contents: int
    wanted: bool

    def holds(self, view: View) -> Mask:
        """Return where the field passes."""
        found = view.tests.get(self)
        if found is None:
            contents = view.column(self.field)
            found = contents == self.contents if self.wanted else contents != self.contents
            view.tests[self] = found
        return found


@dataclass(frozen=True, slots=True, eq=False)
class NumberTest:
    """A comparison has a wanted truth value; one object for each test."""

    lookup: Lookup
    wanted: int

    def holds(self, view: View) -> Mask:
        """Return where the comparison comes out as wanted."""
        found = view.tests.get(self)
        if found is None:
            found = view.tests[self] = self.lookup.codes(view) == self.wanted
        return found


@dataclass(frozen=True, eq=False)
class Constantly:
    """A condition that no state decides."""

    value: bool

    def holds(self, view: View) -> Mask:
        """Return the same for every state."""
        return np.full(len(view), self.value)


@dataclass(frozen=True, eq=False)
class Every:
    """All parts hold; there are two or more."""

    parts: tuple[Condition, ...]

    def holds(self, view: View) -> Mask:
        """Return where all parts hold."""
        first, second, *others = self.parts
        found = first.holds(view) & second.holds(view)
        for part in others:
            found &= part.holds(view)
        return found


@dataclass(frozen=True, eq=False)
class Some:
    """At least one part holds; there are two or more."""

    parts: tuple[Condition, ...]

    def holds(self, view: View) -> Mask:
        """Return where some part holds."""
        first, second, *others = self.parts
        found = first.holds(view) | second.holds(view)
        for part in others:
            found |= part.holds(view)
        return found


ALWAYS = Constantly(True)
NEVER = Constantly(False)


def every(parts: Iterable[Condition]) -> Condition:
    """Return the conjunction, simplified."""
    return _joined(parts, Every, neutral=True)


def some(parts: Iterable[Condition]) -> Condition:
    """Return the disjunction, simplified."""
    return _joined(parts, Some, neutral=False)


def _joined(parts: Iterable[Condition], kind: type[Every] | type[Some], *, neutral: bool) -> Condition:
    left: dict[Condition, None] = {}
    for part in parts:
        if isinstance(part, Constantly):
            if part.value is not neutral:
                return part
        elif isinstance(part, kind):
            left.update(dict.fromkeys(part.parts))
        else:
            left[part] = None
    if not left:
        return ALWAYS if neutral else NEVER
    return next(iter(left)) if len(left) == 1 else kind(tuple(left))


class Conditions:
    """Turns formulas into conditions on packed states; the same test is the same object, so views compute it once."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._tests: dict[tuple[Field | Lookup, int, bool], FieldTest | NumberTest] = {}

    def compile(self, formula: Formula, *, wanted: bool = True) -> Condition:
        """Return the condition that a ground formula has exactly the wanted truth value; undefined is neither."""
        match formula:
            case Holds(atom):
                return self._fact(atom, wanted=wanted)
            case Same(left, right):
                return Constantly((left == right) is wanted)
            case Compare():
                return self._comparison(formula, wanted=wanted)
            case Not(part):
                return self.compile(part, wanted=not wanted)
            case And(parts):
                compiled = [self.compile(part, wanted=wanted) for part in parts]
                return every(compiled) if wanted else some(compiled)
            case Or(parts):
                compiled = [self.compile(part, wanted=wanted) for part in parts]
                return some(compiled) if wanted else every(compiled)
            case ForAll() | Exists():
                raise TypeError("a quantifier must be expanded before it is compiled")

    def _fact(self, atom: Atom, *, wanted: bool) -> Condition:
        place = self._encoding.place(atom)
        if isinstance(place, bool):
            return Constantly(place is wanted)
        return self._tests.setdefault((*place, wanted), FieldTest(*place, wanted))

    def _comparison(self, formula: Compare, *, wanted: bool) -> Condition:
        lookup = self._encoding.comparison(formula)
        if not isinstance(lookup, Lookup):
            return Constantly(lookup is wanted)
        code = self._encoding.TRUE if wanted else self._encoding.FALSE
        return self._tests.setdefault((lookup, code, wanted), NumberTest(lookup, code))
