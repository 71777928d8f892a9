"""Conditions and numeric expressions, lifted or ground: one vocabulary for preconditions and goals."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

Atom = tuple[str, ...]
"""A predicate name followed by its terms: objects, or variables that begin with a question mark."""

Fluent = tuple[str, ...]
"""A function name followed by its terms."""

Binding = Mapping[str, str]
"""Variables bound to objects."""

COMPARISONS: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


def prefix_form(name: str, *terms: object) -> str:
    """Return the PDDL text of a name applied to terms."""
    return "(" + " ".join([name, *map(str, terms)]) + ")"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A typed variable; several types mean `either`."""

    name: str
    types: tuple[str, ...] = ("object",)

    def __str__(self) -> str:
        kind = self.types[0] if len(self.types) == 1 else prefix_form("either", *self.types)
        return f"{self.name} - {kind}"


@dataclass(frozen=True, slots=True)
class Constant:
    """A number."""

    value: Fraction

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Read:
    """The value of a fluent in a state."""

    fluent: Fluent

    def __str__(self) -> str:
        return prefix_form(*self.fluent)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Two expressions joined by `+`, `-`, `*` or `/`."""

    operator: str
    left: Expression
    right: Expression

    def __str__(self) -> str:
        return prefix_form(self.operator, self.left, self.right)


Expression = Constant | Read | Arithmetic


@dataclass(frozen=True, slots=True)
class Holds:
    """A fact is in the state."""

    atom: Atom

    def __str__(self) -> str:
        return prefix_form(*self.atom)


@dataclass(frozen=True, slots=True)
class Same:
    """Two terms are one object."""

    left: str
    right: str

    def __str__(self) -> str:
        return prefix_form("=", self.left, self.right)


@dataclass(frozen=True, slots=True)
class Compare:
    """A numeric comparison: `<`, `<=`, `=`, `>=` or `>`."""

    operator: str
    left: Expression
    right: Expression

    def __str__(self) -> str:
        return prefix_form(self.operator, self.left, self.right)


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: Formula

    def __str__(self) -> str:
        return prefix_form("not", self.part)


@dataclass(frozen=True, slots=True)
class And:
    """All parts hold; none at all means truth."""

    parts: tuple[Formula, ...] = ()

    def __str__(self) -> str:
        return prefix_form("and", *self.parts)


@dataclass(frozen=True, slots=True)
class Or:
    """Some part holds; none at all means falsehood."""

    parts: tuple[Formula, ...] = ()

    def __str__(self) -> str:
        return prefix_form("or", *self.parts)


@dataclass(frozen=True, slots=True)
class ForAll:
    """The body holds for every binding of the variables (lifted only; grounding expands it)."""

    variables: tuple[Parameter, ...]
    body: Formula

    def __str__(self) -> str:
        return prefix_form("forall", f"({' '.join(map(str, self.variables))})", self.body)


@dataclass(frozen=True, slots=True)
class Exists:
    """The body holds for some binding of the variables (lifted only; grounding expands it)."""

    variables: tuple[Parameter, ...]
    body: Formula

    def __str__(self) -> str:
        return prefix_form("exists", f"({' '.join(map(str, self.variables))})", self.body)


Formula = Holds | Same | Compare | Not | And | Or | ForAll | Exists
TRUTH = And()

ObjectsOf = Callable[[Parameter], tuple[str, ...]]
"""The objects that a typed variable may be bound to."""


def bindings(variables: tuple[Parameter, ...], objects_of: ObjectsOf) -> Iterator[dict[str, str]]:
    """Yield every binding of the variables, in the order of the objects."""
    for choice in product(*(objects_of(variable) for variable in variables)):
        yield {variable.name: chosen for variable, chosen in zip(variables, choice, strict=True)}


def bind_terms(terms: tuple[str, ...], binding: Binding) -> tuple[str, ...]:
    """Return the terms with bound variables replaced by their objects."""
    return tuple(binding.get(term, term) for term in terms)


def bind_expression(expression: Expression, binding: Binding) -> Expression:
    """Return the expression with its variables bound."""
    match expression:
        case Constant():
            return expression
        case Read(fluent):
            return Read(bind_terms(fluent, binding))
        case Arithmetic(symbol, left, right):
            return Arithmetic(symbol, bind_expression(left, binding), bind_expression(right, binding))


def bind(formula: Formula, binding: Binding, objects_of: ObjectsOf) -> Formula:
    """Return the ground formula: variables bound, quantifiers expanded over their objects."""
    match formula:
        case Holds(atom):
            return Holds(bind_terms(atom, binding))
        case Same(left, right):
            return Same(*bind_terms((left, right), binding))
        case Compare(symbol, left_side, right_side):
            return Compare(symbol, bind_expression(left_side, binding), bind_expression(right_side, binding))
        case Not(part):
            return Not(bind(part, binding, objects_of))
        case And(parts):
            return And(tuple(bind(part, binding, objects_of) for part in parts))
        case Or(parts):
            return Or(tuple(bind(part, binding, objects_of) for part in parts))
        case ForAll(variables, body):
            inner = bindings(variables, objects_of)
            return And(tuple(bind(body, {**binding, **more}, objects_of) for more in inner))
        case Exists(variables, body):
            inner = bindings(variables, objects_of)
            return Or(tuple(bind(body, {**binding, **more}, objects_of) for more in inner))


def conjuncts(formula: Formula) -> tuple[Formula, ...]:
    """Return the parts that must all hold, nested conjunctions flattened."""
    if isinstance(formula, And):
        return tuple(leaf for part in formula.parts for leaf in conjuncts(part))
    return (formula,)


def leaves(formula: Formula) -> Iterator[Holds | Same | Compare]:
    """Yield every fact, equality and comparison that the formula mentions."""
    match formula:
        case Holds() | Same() | Compare():
            yield formula
        case Not(part):
            yield from leaves(part)
        case And(parts) | Or(parts):
            for part in parts:
                yield from leaves(part)
        case ForAll(_, body) | Exists(_, body):
            yield from leaves(body)


def reads(expression: Expression) -> Iterator[Fluent]:
    """Yield every fluent that the expression reads."""
    match expression:
        case Read(fluent):
            yield fluent
        case Arithmetic(_, left, right):
            yield from reads(left)
            yield from reads(right)
