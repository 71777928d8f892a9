"""Conditions and effects in prose, lifted or ground; the meaning is kept exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from planclaims.language.prose.phrases import Phrases
from planclaims.language.prose.relation import UNLIKE
from planclaims.language.prose.word_forms import listing, number
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
    Parameter,
    Read,
    Same,
    conjuncts,
    reads,
)
from planclaims.semantics.model import TOTAL_COST, Change, Effect

_COMPARED = {
    "<": "is less than",
    "<=": "is at most",
    "=": "is equal to",
    ">=": "is at least",
    ">": "is more than",
}
_OPPOSITE = {"<": ">=", "<=": ">", ">=": "<", ">": "<="}
_JOINED = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}
_CHANGED = {"increase": "goes up by", "decrease": "goes down by", "assign": "becomes"}


def clauses(phrases: Phrases, formula: Formula) -> tuple[str, ...]:
    """Return one clause per part that must hold; none if nothing is required. What is nested deep is a list."""
    parts = dict.fromkeys(listed(phrases, part) for part in conjuncts(formula) if not _only_cost(part))
    return tuple(parts)


def listed(phrases: Phrases, formula: Formula) -> str:
    """Return the formula as one clause if that needs no parentheses, else as an indented list below its first line."""
    return "\n".join(_lines(phrases, formula))


def _lines(phrases: Phrases, formula: Formula) -> list[str]:
    formula = positive(formula)
    match formula:
        case ForAll(variables, body):
            first, *rest = _lines(phrases, body)
            return [f"for every {_variables(phrases, variables)}, {first}", *rest]
        case Exists(variables, body):
            first, *rest = _lines(phrases, body)
            return [f"there is some {_variables(phrases, variables)} such that {first}", *rest]
        case And(parts) | Or(parts) if len(parts) > 1 and not all(map(_simple, parts)):
            return _nested_list(phrases, formula)
        case And((only,)) | Or((only,)):
            return _lines(phrases, only)
        case _:
            return [clause(phrases, formula)]


def _nested_list(phrases: Phrases, formula: And | Or) -> list[str]:
    if isinstance(formula, And):
        return ["all of these hold:", *_items(phrases, conjuncts(formula))]
    given = [part for part in formula.parts if isinstance(part, Not)]
    wanted = [part for part in formula.parts if not isinstance(part, Not)]
    if len(wanted) == 1 and given:
        first, *rest = _lines(phrases, wanted[0])
        if_all = " and ".join(clause(phrases, part.part) for part in given)
        return [f"if {if_all}, then {first}", *rest]
    return ["at least one of these holds:", *_items(phrases, formula.parts)]


def _items(phrases: Phrases, parts: Iterable[Formula]) -> list[str]:
    """Return the parts as the items of a list one step further in."""
    texts = [_lines(phrases, part) for part in parts]
    return [line for first, *rest in texts for line in (f"  - {first}", *indented(rest))]


def indented(lines: Iterable[str]) -> list[str]:
    """Return the lines one step further in."""
    return [f"  {line}" for line in lines]


def positive(formula: Formula) -> Formula:
    """Return a formula that means the same, denials only of facts and equalities, nested parts of one kind joined."""
    match formula:
        case Not(Not(inner)):
            return positive(inner)
        case Not(And(parts)):
            return positive(Or(tuple(Not(part) for part in parts)))
        case Not(Or(parts)):
            return positive(And(tuple(Not(part) for part in parts)))
        case Not(ForAll(variables, body)):
            return positive(Exists(variables, Not(body)))
        case Not(Exists(variables, body)):
            return positive(ForAll(variables, Not(body)))
        case Not(Compare(symbol, left, right)) if symbol in _OPPOSITE:
            return Compare(_OPPOSITE[symbol], left, right)
        case And(parts):
            return And(tuple(leaf for part in map(positive, parts) for leaf in conjuncts(part)))
        case Or(parts):
            flat = [p.parts if isinstance(p, Or) and len(p.parts) > 1 else (p,) for p in map(positive, parts)]
            return Or(tuple(leaf for group in flat for leaf in group))
        case ForAll(variables, body):
            return ForAll(variables, positive(body))
        case Exists(variables, body):
            return Exists(variables, positive(body))
        case _:
            return formula


def clause(phrases: Phrases, formula: Formula) -> str:
    """Return the formula as one clause."""
    match formula:
        case Holds(atom):
            return phrases.fact(atom)
        case Same(left, right):
            return f"{phrases.term(left)} and {phrases.term(right)} are the same object"
        case Compare(symbol, left_side, right_side):
            return f"{expression(phrases, left_side)} {_COMPARED[symbol]} {expression(phrases, right_side)}"
        case Not(part):
            return _denial(phrases, part)
        case And(parts):
            return " and ".join(_nested(phrases, parts)) or "nothing more is needed"
        case Or():
            return _alternatives(phrases, formula)
        case ForAll(variables, body):
            return f"for every {_variables(phrases, variables)}, {_inner(phrases, body)}"
        case Exists(variables, body):
            return f"there is some {_variables(phrases, variables)} such that {_inner(phrases, body)}"


def expression(phrases: Phrases, value: Expression, *, nested: bool = False) -> str:
    """Return a numeric expression in words."""
    match value:
        case Constant(amount):
            return number(amount)
        case Read(fluent):
            return phrases.quantity(fluent)
        case Arithmetic(symbol, left, right):
            parts = (expression(phrases, left, nested=True), expression(phrases, right, nested=True))
            text = f" {_JOINED[symbol]} ".join(parts)
            return f"({text})" if nested else text


def effect_clauses(phrases: Phrases, effects: Iterable[Effect]) -> tuple[str, ...]:
    """Return one clause per thing that an action changes; bookkeeping of cost is left out."""
    return tuple(text for effect in effects for text in _effect(phrases, effect))


def _effect(phrases: Phrases, effect: Effect) -> list[str]:
    results = [f"afterwards, {phrases.fact(atom)}" for atom in effect.add]
    results += [f"afterwards, {phrases.fact(atom, holds=False)}" for atom in effect.delete if atom not in effect.add]
    results = list(dict.fromkeys(results))
    results += [_change(phrases, change) for change in effect.changes if change.fluent != TOTAL_COST]
    conditions = clauses(phrases, effect.condition)
    every = f"for every {_variables(phrases, effect.variables)}" if effect.variables else ""
    if not results or not (conditions or every):
        return results
    if not all(_simple(part) for part in conjuncts(positive(effect.condition))):
        return ["\n".join(_listed_effect(every, conditions, results))]
    given = f"if {listing(conditions)} (judged before the action), then" if conditions else ""
    lead = ": ".join(part for part in (every, given) if part)
    if len(results) == 1:
        return [f"{lead} {results[0]}" if given else f"{lead}: {results[0]}"]
    return ["\n".join([f"{lead}:", *(f"  - {result}" for result in results)])]


def _listed_effect(every: str, conditions: Sequence[str], results: Sequence[str]) -> list[str]:
    """Return an effect whose condition is itself a list: what must hold before, then what follows."""
    lead = f"{every}, if" if every else "if"
    before = [line for condition in conditions for line in f"  - {condition}".replace("\n", "\n  ").split("\n")]
    then = [f"  - {result}" for result in results]
    return [f"{lead} all of this holds before the action:", *before, "  then:", *then]


def _change(phrases: Phrases, change: Change) -> str:
    return f"{phrases.quantity(change.fluent)} {_CHANGED[change.kind]} {expression(phrases, change.expression)}"


def _denial(phrases: Phrases, part: Formula) -> str:
    """Return the opposite of a formula as a clause, the negation pushed inwards."""
    match part:
        case Holds(atom):
            return phrases.fact(atom, holds=False)
        case Same(left, right):
            return f"{phrases.term(left)} and {phrases.term(right)} are different objects"
        case Compare("=", left_side, right_side):
            return f"{expression(phrases, left_side)} is not equal to {expression(phrases, right_side)}"
        case Compare(symbol, left_side, right_side):
            return clause(phrases, Compare(_OPPOSITE[symbol], left_side, right_side))
        case Not(inner):
            return clause(phrases, inner)
        case And(parts):
            return clause(phrases, Or(tuple(Not(inner) for inner in parts)))
        case Or(parts):
            return clause(phrases, And(tuple(Not(inner) for inner in parts)))
        case ForAll(variables, body):
            return clause(phrases, Exists(variables, Not(body)))
        case Exists(variables, body):
            return clause(phrases, ForAll(variables, Not(body)))


def _alternatives(phrases: Phrases, formula: Or) -> str:
    parts = formula.parts
    if not parts:
        return "something impossible holds"
    if len(parts) == 2 and isinstance(parts[0], Not) and not isinstance(parts[1], Not):
        return f"if {_inner(phrases, parts[0].part)}, then {_inner(phrases, parts[1])}"
    texts = _nested(phrases, parts)
    return texts[0] if len(texts) == 1 else f"at least one of these holds: {' or '.join(texts)}"


def _nested(phrases: Phrases, parts: Sequence[Formula]) -> list[str]:
    """Return the parts as clauses, those in parentheses that could be read in two ways."""
    return [clause(phrases, part) if len(parts) == 1 else _inner(phrases, part) for part in parts]


def _inner(phrases: Phrases, part: Formula) -> str:
    text = clause(phrases, part)
    return text if _simple(part) and not text.startswith(UNLIKE) else f"({text})"


def _simple(part: Formula) -> bool:
    return isinstance(part.part if isinstance(part, Not) else part, Holds | Same | Compare)


def _variables(phrases: Phrases, variables: Sequence[Parameter]) -> str:
    return listing(
        [f"{listing([phrases.noun(k) for k in v.types], 'or')} {phrases.term(v.name)}" for v in variables],
    )


def _only_cost(part: Formula) -> bool:
    if not isinstance(part, Compare):
        return False
    return TOTAL_COST in (*reads(part.left), *reads(part.right))
