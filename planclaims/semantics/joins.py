"""Bindings of an action's parameters, found by joining what narrows them, the narrowest parameter first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import prod

from planclaims.semantics.formula import (
    And,
    Atom,
    Exists,
    ForAll,
    Formula,
    Holds,
    Not,
    ObjectsOf,
    Or,
    Parameter,
    Same,
    bind,
    bind_terms,
    reads,
)
from planclaims.semantics.model import ActionSchema
from planclaims.semantics.state import truth
from planclaims.semantics.task import Task

Watch = Callable[[str, int], None]
"""Told of every binding tried: the action's name, and how many more bindings are certain to come."""

_NOTHING: Mapping[str, None] = {}


class Relation:
    """The values that the variables of one lifted atom take together, looked up from any part of them."""

    def __init__(self, atom: Atom, variables: Iterable[str]) -> None:
        self.atom = atom
        self.variables = tuple(name for name in dict.fromkeys(atom[1:]) if name in variables)
        self._places = tuple(atom.index(name, 1) for name in self.variables)
        self._rows: list[tuple[str, ...]] = []
        self._indexes: dict[tuple[tuple[str, ...], str], dict[tuple[str, ...], dict[str, None]]] = {}

    def row(self, fact: Atom) -> tuple[str, ...] | None:
        """Return the values under which the atom is the fact, or None if there are none."""
        if len(fact) != len(self.atom):
            return None
        row = tuple([fact[place] for place in self._places])
        return row if bind_terms(self.atom, dict(zip(self.variables, row, strict=True))) == fact else None

    def add(self, row: tuple[str, ...]) -> None:
        """Add values that were not there before."""
        self._rows.append(row)
        for (bound, target), index in self._indexes.items():
            self._enter(index, bound, target, row)

    def values(self, variable: str, binding: Mapping[str, str]) -> Mapping[str, None]:
        """Return the values of a variable that go with those bound already."""
        bound = tuple([name for name in self.variables if name in binding])
        index = self._indexes.get((bound, variable))
        if index is None:
            index = self._indexes[bound, variable] = {}
            for row in self._rows:
                self._enter(index, bound, variable, row)
        return index.get(tuple([binding[name] for name in bound]), _NOTHING)

    def __len__(self) -> int:
        return len(self._rows)

    def _enter(
        self, index: dict[tuple[str, ...], dict[str, None]], bound: tuple[str, ...], target: str, row: tuple[str, ...]
    ) -> None:
        known = dict(zip(self.variables, row, strict=True))
        index.setdefault(tuple([known[name] for name in bound]), {})[known[target]] = None


class Join:
    """What narrows the parameters of one action: types, atoms known as relations, and conditions no action changes.

    `relations` are atoms that must hold; `settled` are conditions that the initial state decides for good.
    Parameters in `witnesses` are bound last, once for each binding of the others, to the first objects that fit; where
    nothing narrows them those are the least in the order of parameters and objects.
    """

    def __init__(
        self,
        task: Task,
        schema: ActionSchema,
        relations: Iterable[Atom],
        settled: Iterable[Formula],
        *,
        witnesses: Iterable[str] = (),
    ) -> None:
        self._objects_of, self._initial, self._action = task.objects_of, task.initial, schema.name
        self.names = tuple(parameter.name for parameter in schema.parameters)
        self._domains = {
            parameter.name: {name: place for place, name in enumerate(task.objects_of(parameter))}
            for parameter in schema.parameters
        }
        self.relations = [Relation(atom, self._domains) for atom in dict.fromkeys(relations)]
        self._atoms = {name: [rel for rel in self.relations if name in rel.variables] for name in self.names}
        self._equals: dict[str, list[str]] = {name: [] for name in self.names}
        self._settled: dict[str, list[tuple[tuple[str, ...], Formula]]] = {name: [] for name in self.names}
        self._constant: list[Formula] = []
        for part in settled:
            self._file(part)
        last = frozenset(witnesses)
        self._first = tuple(name for name in self.names if name not in last)
        self._components = self._split([name for name in self.names if name in last])
        self._free = frozenset(name for name in self._first if not self._atoms[name] and not self._equals[name])

    def bindings(self, start: Mapping[str, str], watch: Watch) -> Iterator[dict[str, str]]:
        """Yield every binding that agrees with the start and breaks nothing; each is good until the next is asked."""
        if not all(relation for relation in self.relations if not relation.variables):
            return
        if not all(self._holds(part, {}) for part in self._constant):
            return
        binding: dict[str, str] = {}
        for name, value in start.items():
            if not self._fits(name, value, binding):
                return
            binding[name] = value
        left = tuple(name for name in self._first if name not in binding)
        for found in self._extended(binding, left, watch):
            witness = self._with_witnesses(found, watch)
            if witness is not None:
                yield witness

    def place(self, arguments: tuple[str, ...]) -> tuple[int, ...]:
        """Return where the arguments stand in the order of objects."""
        return tuple([self._domains[name][value] for name, value in zip(self.names, arguments, strict=True)])

    def _file(self, part: Formula) -> None:
        """Note a settled condition where the last of its variables is bound."""
        free = tuple(sorted(free_variables(part) & self._domains.keys()))
        if not free:
            self._constant.append(part)
        for name in free:
            self._settled[name].append((tuple(other for other in free if other != name), part))
        if isinstance(part, Same):
            for one, other in ((part.left, part.right), (part.right, part.left)):
                if one in self._equals and one != other:
                    self._equals[one].append(other)

    def _split(self, names: list[str]) -> list[tuple[str, ...]]:
        """Return the names in parts that no condition connects."""
        links = [set(relation.variables) for relation in self.relations]
        links += [{name, *others} for name in names for others, _ in self._settled[name]]
        parts: list[set[str]] = []
        for name in names:
            near = set[str]({name}).union(*(link.intersection(names) for link in links if name in link))
            touching = [part for part in parts if part & near]
            parts = [part for part in parts if not part & near] + [near.union(*touching)]
        return [tuple(name for name in names if name in part) for part in parts]

    def _extended(self, binding: dict[str, str], left: tuple[str, ...], watch: Watch) -> Iterator[dict[str, str]]:
        if not left:
            yield binding
            return
        if len(left) == len(self._free) and self._free.issuperset(left):
            watch(self._action, prod(map(self._certain, left)))
        variable, candidates = self._narrowest(binding, left)
        rest = tuple([name for name in left if name != variable])
        for value in candidates:
            watch(self._action, 0)
            if self._fits(variable, value, binding):
                binding[variable] = value
                yield from self._extended(binding, rest, watch)
                del binding[variable]

    def _certain(self, name: str) -> int:
        """Return how many values of a free variable fit at least, whatever the others are."""
        parts = [part for _, part in self._settled[name]]
        unequal = all(isinstance(part, Not) and isinstance(part.part, Same) for part in parts)
        return max(0, len(self._domains[name]) - len(parts)) if unequal else 0

    def _narrowest(self, binding: dict[str, str], left: tuple[str, ...]) -> tuple[str, Iterable[str]]:
        """Return the variable with the fewest candidates; those that nothing narrows come last."""
        choices = [(name in self._free, self._candidates(name, binding), name) for name in left]
        _, candidates, name = min(choices, key=lambda choice: (choice[0], len(choice[1])))
        return name, candidates

    def _candidates(self, name: str, binding: dict[str, str]) -> Mapping[str, object]:
        """Return the smallest set that the value of the variable must be in."""
        for other in self._equals[name]:
            value = binding.get(other, other)
            if value not in self._domains:
                return {value: None}
        found: Mapping[str, object] = self._domains[name]
        for relation in self._atoms[name]:
            values = relation.values(name, binding)
            if len(values) < len(found):
                found = values
        return found

    def _fits(self, name: str, value: str, binding: dict[str, str]) -> bool:
        if value not in self._domains[name]:
            return False
        for relation in self._atoms[name]:
            if value not in relation.values(name, binding):
                return False
        for others, part in self._settled[name]:
            if all(map(binding.__contains__, others)) and not self._holds(part, {**binding, name: value}):
                return False
        return True

    def _with_witnesses(self, binding: dict[str, str], watch: Watch) -> dict[str, str] | None:
        found = dict(binding) if self._components else binding
        for names in self._components:
            if not self._witnessed(found, names, watch):
                return None
        return found

    def _witnessed(self, binding: dict[str, str], names: tuple[str, ...], watch: Watch) -> bool:
        """Bind the variables, the narrowest first, to the first objects that fit; return whether there are any."""
        if not names:
            return True
        name, candidates = self._narrowest(binding, names)
        order, rest = self._domains[name], tuple([other for other in names if other != name])
        for value in candidates if candidates is order else sorted(candidates, key=lambda v: order.get(v, -1)):
            watch(self._action, 0)
            if self._fits(name, value, binding):
                binding[name] = value
                if self._witnessed(binding, rest, watch):
                    return True
                del binding[name]
        return False

    def _holds(self, part: Formula, binding: Mapping[str, str]) -> bool:
        match part:
            case Same(left, right):
                return binding.get(left, left) == binding.get(right, right)
            case Not(Same(left, right)):
                return binding.get(left, left) != binding.get(right, right)
            case Not(Holds(atom)):
                return bind_terms(atom, binding) not in self._initial.facts
        return truth(bind(part, binding, self._objects_of), self._initial) is True


def free_variables(formula: Formula) -> frozenset[str]:
    """Return the terms of a formula that no quantifier of it binds, objects included."""
    match formula:
        case Holds(atom):
            return frozenset(atom[1:])
        case Same(left, right):
            return frozenset((left, right))
        case Not(part):
            return free_variables(part)
        case And(parts) | Or(parts):
            return frozenset[str]().union(*map(free_variables, parts))
        case ForAll(variables, body) | Exists(variables, body):
            return free_variables(body) - {variable.name for variable in variables}
    return frozenset(term for side in (formula.left, formula.right) for fluent in reads(side) for term in fluent[1:])


def ground_size(formula: Formula, objects_of: ObjectsOf) -> int:
    """Return how many facts, equalities and comparisons the formula has once its quantifiers are expanded."""
    match formula:
        case Not(part):
            return ground_size(part, objects_of)
        case And(parts) | Or(parts):
            return 1 + sum(ground_size(part, objects_of) for part in parts)
        case ForAll(variables, body) | Exists(variables, body):
            return 1 + _choices(variables, objects_of) * ground_size(body, objects_of)
    return 1


def schema_size(schema: ActionSchema, objects_of: ObjectsOf) -> int:
    """Return how many facts, equalities, comparisons and changes one ground action of the schema has."""
    return ground_size(schema.precondition, objects_of) + sum(
        _choices(effect.variables, objects_of)
        * (ground_size(effect.condition, objects_of) + len(effect.add) + len(effect.delete) + len(effect.changes))
        for effect in schema.effects
    )


def _choices(variables: tuple[Parameter, ...], objects_of: ObjectsOf) -> int:
    return prod(len(objects_of(variable)) for variable in variables)
