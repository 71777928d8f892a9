"""Checked texts handed to the pddl package, and what it reads in them: schemas, the goal, the initial facts."""

from __future__ import annotations

from collections.abc import Iterable

from planclaims.pddl_io.actions import WrittenAction
from planclaims.pddl_io.conversion import applied as package_application
from planclaims.pddl_io.conversion import effects, formula
from planclaims.pddl_io.dialect import applied, encode
from planclaims.pddl_io.package import package_domain, package_problem
from planclaims.pddl_io.source import Source
from planclaims.semantics.formula import Atom, Formula
from planclaims.semantics.model import ActionSchema, Domain

REQUIREMENTS = "(:requirements :adl :quantified-preconditions :fluents)"
"""Every requirement of the supported fragment: whether a file declares what it uses changes no verdict."""


def action_schemas(source: Source, domain: Domain, written: Iterable[WrittenAction]) -> dict[str, ActionSchema]:
    """Return the schemas of the written actions, in their order."""
    actions = tuple(written)
    read = package_domain(source, _domain_text(domain, domain.constants, map(str, actions)))
    bodies = {action.name: action for action in read.actions}
    return {
        action.name: ActionSchema(
            action.name,
            action.parameters,
            formula(bodies[encode(action.name)].precondition),
            effects(bodies[encode(action.name)].effect),
        )
        for action in actions
    }


def goal_formula(source: Source, domain: Domain, objects: Iterable[str], text: str) -> Formula:
    """Return the formula of a goal.

    The package reads it as the precondition of an action: among the goals of its own problem parser it allows no
    disjunction, quantifier or equality.
    """
    action = f"(:action {encode('goal')} :parameters () :precondition {text} :effect (and))"
    (read,) = package_domain(source, _domain_text(domain, objects, [action])).actions
    return formula(read.precondition)


def initial_facts(source: Source, objects: Iterable[str], facts: Iterable[Atom]) -> frozenset[Atom]:
    """Return the initial facts; the values are not among them, for the package reads no exact numbers."""
    init = " ".join(applied(*fact) for fact in facts)
    head = f"(define (problem {encode('problem')}) (:domain {encode('domain')})"
    text = f"{head} (:objects {' '.join(map(encode, objects))}) (:init {init}) (:goal (and)))"
    return frozenset(package_application(fact) for fact in package_problem(source, text).init)


def _domain_text(domain: Domain, objects: Iterable[str], actions: Iterable[str]) -> str:
    """Return a domain for the package; its types are flat, since subtyping is checked and resolved by us."""
    sections = [
        REQUIREMENTS,
        _section(":types", map(encode, domain.types)),
        _section(":constants", map(encode, objects)),
        _section(":predicates", (_skeleton(name, len(terms)) for name, terms in domain.predicates.items())),
        _section(":functions", (_skeleton(name, len(terms)) for name, terms in domain.functions.items())),
    ]
    return f"(define (domain {encode('domain')}) {' '.join([*sections, *actions])})"


def _section(keyword: str, items: Iterable[str]) -> str:
    body = " ".join(items)
    return f"({keyword} {body})" if body else ""


def _skeleton(name: str, arity: int) -> str:
    return applied(name, *(f"?a{number}" for number in range(arity)))
