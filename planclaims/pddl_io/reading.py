"""Domains and problems read from files: checked by us, parsed by the pddl package, turned into our model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from planclaims.pddl_io.actions import written_actions
from planclaims.pddl_io.conditions import condition, expression
from planclaims.pddl_io.declarations import declared_domain, objects
from planclaims.pddl_io.initial import WrittenInitial
from planclaims.pddl_io.scope import Scope
from planclaims.pddl_io.sections import Outline, outline
from planclaims.pddl_io.source import Group, Source, Word
from planclaims.semantics.model import Domain, Problem
from planclaims.semantics.task import Task

DOMAIN_SECTIONS = (":requirements", ":types", ":constants", ":predicates", ":functions", ":action")
PROBLEM_SECTIONS = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric")
NEEDED_IN_PROBLEM = (":domain", ":init", ":goal")


def read_task(domain_path: Path, problem_path: Path) -> Task:
    """Return the planning task of a domain and a problem file."""
    domain = read_domain(domain_path)
    return Task(domain, read_problem(problem_path, domain))


def read_domain(path: Path) -> Domain:
    """Return the domain of a file, its actions in order of declaration."""
    from planclaims.pddl_io.bodies import action_schemas

    source = Source(Path(path))
    parts = outline(source, "domain", DOMAIN_SECTIONS, ())
    domain = declared_domain(source, parts)
    if not parts.actions:
        raise source.error("the domain has no action", parts.line, allowed="at least one (:action ...)")
    return replace(domain, actions=action_schemas(source, domain, written_actions(source, domain, parts.actions)))


def read_problem(path: Path, domain: Domain) -> Problem:
    """Return the problem of a file, checked against its domain."""
    from planclaims.pddl_io.bodies import goal_formula, initial_facts

    source = Source(Path(path))
    parts = outline(source, "problem", PROBLEM_SECTIONS, NEEDED_IN_PROBLEM)
    domain_name = _domain_name(source, parts.sections[":domain"], domain)
    declared, notes = objects(source, domain, parts.sections.get(":objects"), domain.constants)
    scope = Scope(source, domain, {**domain.constants, **declared})
    initial = WrittenInitial(scope)
    initial.read(parts.sections[":init"].items[1:])
    return Problem(
        name=parts.name,
        domain_name=domain_name,
        objects=declared,
        facts=initial_facts(source, scope.objects, initial.facts),
        values=initial.values,
        goal=goal_formula(source, domain, scope.objects, _goal_text(source, parts, scope)),
        metric=metric(parts.sections.get(":metric"), scope),
        notes=notes,
    )


def _domain_name(source: Source, section: Group, domain: Domain) -> str:
    if len(section.items) != 2:
        raise source.error("the section :domain names one domain", section, found=section)
    name = source.label(section.items[1], "domain name")
    if name != domain.name:
        raise source.error("the problem is of another domain", section, found=name, allowed=domain.name)
    return name


def _goal_text(source: Source, parts: Outline, scope: Scope) -> str:
    section = parts.sections[":goal"]
    if len(section.items) != 2:
        raise source.error("the section :goal holds one condition", section, found=section, allowed="(:goal condition)")
    return condition(section.items[1], scope)


TOTAL_TIME = "total-time"
"""The one function that a metric may mention without a declaration."""
DIRECTIONS = ("minimize", "maximize")


def metric(section: Group | None, scope: Scope) -> str | None:
    """Return the text of the metric, such as `minimize (total-cost)`, or None if the problem has none."""
    if section is None:
        return None
    items = section.items[1:]
    if len(items) != 2 or not isinstance(items[0], Word) or items[0].text not in DIRECTIONS:
        allowed = "(:metric minimize expression) or (:metric maximize expression)"
        raise scope.source.error("this is no metric", section, found=section, allowed=allowed)
    functions = {TOTAL_TIME: (), **scope.domain.functions}
    expression(items[1], replace(scope, domain=replace(scope.domain, functions=functions)))
    return f"{items[0]} {items[1]}"
