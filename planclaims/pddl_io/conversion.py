"""The package's formulas and effects turned into ours."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

from pddl.logic.base import And as PackageAnd  # type: ignore[import-untyped]
from pddl.logic.base import ExistsCondition, ForallCondition, Imply
from pddl.logic.base import Formula as PackageFormula
from pddl.logic.base import Not as PackageNot
from pddl.logic.base import Or as PackageOr
from pddl.logic.effects import Effect as PackageEffect  # type: ignore[import-untyped]
from pddl.logic.effects import Forall, When
from pddl.logic.functions import (  # type: ignore[import-untyped]
    BinaryFunction,
    FunctionExpression,
    NumericFunction,
    NumericValue,
    ScaleDown,
    ScaleUp,
    UnaryMinus,
)
from pddl.logic.predicates import EqualTo, Predicate  # type: ignore[import-untyped]
from pddl.logic.terms import Term, Variable  # type: ignore[import-untyped]

from planclaims.pddl_io.dialect import REPEATED, decode
from planclaims.semantics.formula import (
    COMPARISONS,
    TRUTH,
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
    Parameter,
    Read,
    Same,
)
from planclaims.semantics.model import ROOT_TYPE, Change, Effect


def formula(node: PackageFormula) -> Formula:
    """Return the condition that a formula of the package stands for."""
    match node:
        case Predicate():
            return Holds(applied(node))
        case EqualTo():
            return Same(_term(node.left), _term(node.right))
        case PackageAnd():
            return And(tuple(map(formula, node.operands)))
        case PackageOr():
            return Or(tuple(map(formula, node.operands)))
        case PackageNot():
            return Not(formula(node.argument))
        case Imply():
            premise, conclusion = map(formula, node.operands)
            return Or((Not(premise), conclusion))
        case ForallCondition():
            return ForAll(_variables(node), formula(node.condition))
        case ExistsCondition():
            return Exists(_variables(node), formula(node.condition))
        case BinaryFunction() if node.SYMBOL.value in COMPARISONS:
            left, right = map(expression, node.operands)
            return Compare(node.SYMBOL.value, left, right)
    raise TypeError(f"no condition: {node!r}")


def expression(node: FunctionExpression) -> Expression:
    """Return the expression that a function of the package stands for; numbers folded into exact constants."""
    match node:
        case NumericValue():
            return Constant(Fraction(node.value))
        case NumericFunction():
            return Read(applied(node))
        case UnaryMinus():
            return _arithmetic("-", Constant(Fraction(0)), expression(node.operand))
        case BinaryFunction():
            first, *others = node.operands
            if any(isinstance(other, NumericFunction) and other.name == REPEATED for other in others):
                return expression(first)
            symbol = node.SYMBOL.value
            return reduce(lambda left, right: _arithmetic(symbol, left, right), map(expression, node.operands))
    raise TypeError(f"no expression: {node!r}")


def effects(
    node: PackageEffect, condition: Formula = TRUTH, variables: tuple[Parameter, ...] = ()
) -> tuple[Effect, ...]:
    """Return the simple effects together, then one for each condition or quantifier."""
    parts = list(node.operands) if isinstance(node, PackageAnd) else [node]
    nested = [part for part in parts if isinstance(part, (When, Forall))]
    simple = [part for part in parts if not isinstance(part, (When, Forall))]
    found = [_simple(simple, condition, variables)] if simple else []
    for part in nested:
        if isinstance(part, When):
            found += effects(part.effect, formula(part.condition), variables)
        else:
            found += effects(part.effect, condition, (*variables, *_variables(part)))
    return tuple(found)


def applied(node: Predicate | NumericFunction) -> tuple[str, ...]:
    """Return the name and terms of a predicate or function of the package."""
    return (decode(node.name), *map(_term, node.terms))


def _simple(parts: list[PackageEffect], condition: Formula, variables: tuple[Parameter, ...]) -> Effect:
    return Effect(
        add=tuple(applied(part) for part in parts if isinstance(part, Predicate)),
        delete=tuple(applied(part.argument) for part in parts if isinstance(part, PackageNot)),
        changes=tuple(_change(part) for part in parts if isinstance(part, BinaryFunction)),
        condition=condition,
        variables=variables,
    )


def _change(node: BinaryFunction) -> Change:
    target, by = node.operands
    fluent, amount = applied(target), expression(by)
    if isinstance(node, (ScaleUp, ScaleDown)):
        symbol = "*" if isinstance(node, ScaleUp) else "/"
        return Change("assign", fluent, _arithmetic(symbol, Read(fluent), amount))
    return Change(node.SYMBOL.value, fluent, amount)


def _arithmetic(symbol: str, left: Expression, right: Expression) -> Expression:
    if not (isinstance(left, Constant) and isinstance(right, Constant)):
        return Arithmetic(symbol, left, right)
    a, b = left.value, right.value
    if symbol == "/":
        return Constant(a / b) if b else Arithmetic(symbol, left, right)
    return Constant(a + b if symbol == "+" else a - b if symbol == "-" else a * b)


def _term(node: Term) -> str:
    return f"?{decode(node.name)}" if isinstance(node, Variable) else decode(node.name)


def _variables(node: ForallCondition | ExistsCondition | Forall) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(_term(variable), tuple(sorted(map(decode, variable.type_tags))) or (ROOT_TYPE,))
        for variable in node.variables
    )
