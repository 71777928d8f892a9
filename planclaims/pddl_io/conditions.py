"""Conditions and numeric expressions: checked against their scope and spelt for the pddl package."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from planclaims.pddl_io.dialect import applied, encode, exact, literal
from planclaims.pddl_io.scope import Scope
from planclaims.pddl_io.source import DEEPEST, Group, Node, Word
from planclaims.pddl_io.typed_list import parameters
from planclaims.semantics.formula import COMPARISONS, Parameter
from planclaims.semantics.model import ROOT_TYPE

ARITY = {"not": 1, "imply": 2, "forall": 2, "exists": 2, **dict.fromkeys(COMPARISONS, 2)}
ARITHMETIC = frozenset("+-*/")
UNSUPPORTED = {
    "preference": "preferences",
    **dict.fromkeys(("always", "sometime", "within", "at-most-once", "hold-during", "hold-after"), "constraints"),
}


def condition(node: Node, scope: Scope) -> str:
    """Return the package's text of a condition whose every name, arity and type has been checked."""
    group = scope.source.group(node, "a condition")
    parts = group.items[1:]
    if not group.items:
        return "(and)"  # the package takes the empty condition for falsehood
    if group.head in scope.domain.predicates:
        return applied(*scope.atom(group))
    if group.head in ARITY and len(parts) != ARITY[group.head]:
        allowed = f"{ARITY[group.head]} after {group.head}"
        raise scope.source.error("wrong number of parts in a condition", group, found=group, allowed=allowed)
    match group.head:
        case "and" | "or" | "not" | "imply":
            return f"({' '.join([group.head, *(condition(part, scope) for part in parts)])})"
        case "forall" | "exists":
            variables = parameters(scope.source, scope.domain, scope.source.group(parts[0], "variables").items)
            return quantified(group.head, variables, condition(parts[1], scope.extended(variables)))
        case "=" if not _numeric(parts, scope):
            return f"(= {encode(scope.term(parts[0]))} {encode(scope.term(parts[1]))})"
        case symbol if symbol in COMPARISONS:
            return f"({symbol} {expression(parts[0], scope)} {expression(parts[1], scope)})"
    if group.head in UNSUPPORTED or timed(group):
        raise scope.source.unsupported(UNSUPPORTED.get(group.head, "durative actions"), group)
    return applied(*scope.atom(group))


def quantified(word: str, variables: tuple[Parameter, ...], body: str) -> str:
    """Return the text of a quantifier, one level a variable: the package keeps no order among several."""
    for variable in reversed(variables):
        body = f"({word} ({encode(variable.name)}{_type_suffix(variable)}) {body})"
    return body


def expression(node: Node, scope: Scope) -> str:
    """Return the package's text of a numeric expression."""
    if isinstance(node, Word):
        if node.text == "#t":
            raise scope.source.unsupported("continuous effects", node)
        value = exact(node.text)
        return literal(value) if value is not None else applied(*scope.fluent(node))
    if node.head not in ARITHMETIC:
        return applied(*scope.fluent(node))
    parts = [expression(part, scope) for part in node.items[1:]]
    if len(parts) == 1 and node.head == "-":
        return f"(- {parts[0]})"
    most = 2 if node.head in "-/" else DEEPEST
    if not 2 <= len(parts) <= most:
        allowed = f"2 to {most} operands"
        raise scope.source.error(f"wrong number of operands of {node.head}", node, found=node, allowed=allowed)
    return reduce(lambda left, right: f"({node.head} {left} {right})", parts)


def timed(group: Group) -> bool:
    """Return whether the group is the `(at start ...)` of a durative action."""
    return tuple(map(str, group.items[:2])) in (("at", "start"), ("at", "end"), ("over", "all"))


def _numeric(sides: Sequence[Node], scope: Scope) -> bool:
    """Return whether `=` compares numbers: one side is a function or a number, and both do not name objects."""
    words = [side.text for side in sides if isinstance(side, Word)]
    if len(words) < len(sides):
        return True
    if any(word.startswith("?") for word in words) or all(word in scope.objects for word in words):
        return False
    return any(exact(word) is not None or word in scope.domain.functions for word in words)


def _type_suffix(variable: Parameter) -> str:
    if ROOT_TYPE in variable.types:
        return ""
    kinds = " ".join(map(encode, variable.types))
    return f" - (either {kinds})" if len(variable.types) > 1 else f" - {kinds}"
