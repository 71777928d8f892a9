"""A state: the facts that hold and the values of the numeric fluents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from planclaims.errors import LimitExceeded
from planclaims.semantics.formula import (
    COMPARISONS,
    And,
    Arithmetic,
    Atom,
    Compare,
    Constant,
    Exists,
    Expression,
    Fluent,
    ForAll,
    Formula,
    Holds,
    Not,
    Or,
    Read,
    Same,
)

_MOST_DIGITS = 4000
_MOST_BITS = (10**_MOST_DIGITS).bit_length()


@dataclass(frozen=True, slots=True)
class State:
    """Facts under the closed world, and exact fluent values; a fluent without a value is undefined."""

    facts: frozenset[Atom]
    values: Mapping[Fluent, Fraction]

    def __hash__(self) -> int:
        return hash((self.facts, frozenset(self.values.items())))


def evaluate(expression: Expression, state: State) -> Fraction | None:
    """Return the exact value of a ground expression, or None where it is undefined (also x / 0)."""
    match expression:
        case Constant(value):
            return value
        case Read(fluent):
            return state.values.get(fluent)
        case Arithmetic(symbol, left_part, right_part):
            left, right = evaluate(left_part, state), evaluate(right_part, state)
            if left is None or right is None:
                return None
            if symbol == "/":
                return bounded(left / right) if right else None
            return bounded(left + right if symbol == "+" else left - right if symbol == "-" else left * right)


def bounded(value: Fraction) -> Fraction:
    """Return the value; raises LimitExceeded if it is too long to compute with and to print."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _MOST_BITS:
        raise LimitExceeded(f"a number of more than {_MOST_DIGITS} digits came up, so there is no verdict")
    return value


def truth(formula: Formula, state: State) -> bool | None:
    """Return whether a ground formula holds; None where it hangs on an undefined value (Kleene's logic)."""
    match formula:
        case Holds(atom):
            return atom in state.facts
        case Same(left_term, right_term):
            return left_term == right_term
        case Compare(symbol, left_side, right_side):
            left, right = evaluate(left_side, state), evaluate(right_side, state)
            return None if left is None or right is None else COMPARISONS[symbol](left, right)
        case Not(part):
            inner = truth(part, state)
            return None if inner is None else not inner
        case And(parts):
            return not parts or _fold((truth(part, state) for part in parts), decisive=False)
        case Or(parts):
            return _fold((truth(part, state) for part in parts), decisive=True)
        case ForAll() | Exists():
            raise TypeError("a quantifier must be expanded before it is evaluated")


def _fold(values: Iterable[bool | None], *, decisive: bool) -> bool | None:
    undefined = False
    for value in values:
        if value is decisive:
            return decisive
        undefined = undefined or value is None
    return None if undefined else not decisive
