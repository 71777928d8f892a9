"""Finite-domain variables: what a state is made of, once facts of which at most one holds share a variable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from planclaims.search.task.interchange import Classes, Membership, exchanged
from planclaims.search.task.mutex import MutexGroup
from planclaims.search.task.relevance import GroundTask
from planclaims.semantics.formula import Atom, Fluent


@dataclass(frozen=True, slots=True)
class FactVariable:
    """Which of some facts holds; None stands for none of them."""

    values: tuple[Atom | None, ...]

    def code(self, facts: frozenset[Atom]) -> int:
        """Return the value of the variable where the facts hold."""
        return next((code for code, atom in enumerate(self.values) if atom in facts), 0)


@dataclass(frozen=True, slots=True)
class NumberVariable:
    """The value of a fluent."""

    fluent: Fluent


Variable = FactVariable | NumberVariable


@dataclass(frozen=True, slots=True)
class Member:
    """The variables of one of several interchangeable objects."""

    name: str
    variables: tuple[Variable, ...]


@dataclass(frozen=True, slots=True)
class StateVariables:
    """The variables of a task, and for each class of interchangeable objects its members' variables.

    In a class, all members have as many variables, and value for value they mean the same of their own member.
    """

    common: tuple[Variable, ...]
    classes: tuple[tuple[Member, ...], ...]

    def __iter__(self) -> Iterator[Variable]:
        """Yield every variable."""
        yield from self.common
        for members in self.classes:
            for member in members:
                yield from member.variables


def state_variables(ground: GroundTask, groups: Sequence[MutexGroup], classes: Classes) -> StateVariables:
    """Return variables that cover the changing facts and fluents, large mutex groups first."""
    membership = Membership(classes)
    owned: dict[str | None, list[Variable]] = {None: [], **{name: [] for name in membership.homes}}
    for facts in _cover(ground, groups, membership):
        owned[_owner(facts.values, membership)].append(facts)
    for fluent in ground.fluents:
        owned[_owner((fluent,), membership)].append(NumberVariable(fluent))
    common = list(owned[None])
    packed = []
    for members in classes:
        for alike in _alike([(name, owned[name]) for name in members]):
            if len(alike) > 1:
                packed.append(alike)
            else:
                common.extend(alike[0].variables)
    return StateVariables(tuple(common), tuple(packed))


def _owner(values: Sequence[Atom | Fluent | None], membership: Membership) -> str | None:
    terms = (term for value in values if value is not None for term in value[1:])
    return next(iter(sorted(membership.mentioned(("", *terms)))), None)


def _cover(ground: GroundTask, groups: Sequence[MutexGroup], membership: Membership) -> Iterator[FactVariable]:
    """Yield variables that together hold every changing fact once; none mixes the members of a class."""
    left = set(ground.facts)
    usable = [group for group in groups if len({membership.mentioned(atom) for atom in group.facts}) == 1]
    queue = [(-len(group.facts), place) for place, group in enumerate(usable)]
    heapify(queue)
    while queue:
        size, place = heappop(queue)
        best = usable[place]
        facts = best.facts & left
        if len(facts) < -size:
            heappush(queue, (-len(facts), place))
            continue
        if len(facts) < 2:
            break
        left -= facts
        exact = best.exact and len(facts) == len(best.facts)
        yield FactVariable((*(() if exact else (None,)), *sorted(facts)))
    for atom in sorted(left):
        yield FactVariable((None, atom))


def _alike(owned: Sequence[tuple[str, list[Variable]]]) -> list[tuple[Member, ...]]:
    """Return the members, split into groups in which variables correspond value for value."""
    parts: list[list[Member]] = []
    for name, variables in owned:
        subjects = {_subject(variable) for variable in variables}
        for part in parts:
            images = tuple(_image(variable, part[0].name, name) for variable in part[0].variables)
            if len(images) == len(variables) and {_subject(image) for image in images} == subjects:
                part.append(Member(name, images))
                break
        else:
            parts.append([Member(name, tuple(variables))])
    return [tuple(part) for part in parts]


def _image(variable: Variable, one: str, other: str) -> Variable:
    match variable:
        case FactVariable(values):
            return FactVariable(tuple(None if atom is None else exchanged(atom, one, other) for atom in values))
        case NumberVariable(fluent):
            return NumberVariable(exchanged(fluent, one, other))


def _subject(variable: Variable) -> object:
    """Return what a variable is about, whatever the order of its values."""
    return frozenset(variable.values) if isinstance(variable, FactVariable) else variable.fluent
