"""A domain and an instance as PDDL text, for questions that are asked in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planclaims.semantics.formula import And, Formula, Holds, Not, Parameter, prefix_form
from planclaims.semantics.model import ROOT_TYPE, ActionSchema, Domain, Effect

from .instance import Instance


def domain_text(domain: Domain) -> str:
    """Return the domain as a file; only what the suite's worlds use is written."""
    typed = bool(domain.types)
    lines = [f"(define (domain {domain.name})", f"  (:requirements :strips{' :typing' if typed else ''})"]
    if typed:
        lines += ["  (:types", *(f"    {text}" for text in _types(domain.types)), "  )"]
    lines += ["  (:predicates", *(f"    {_head(name, own, typed)}" for name, own in domain.predicates.items()), "  )"]
    lines += [line for schema in domain.actions.values() for line in _action(schema, typed)]
    return "\n".join([*lines, ")"])


def problem_text(domain: Domain, instance: Instance) -> str:
    """Return the instance as a problem file; facts are sorted, the goal keeps its order."""
    typed = bool(domain.types)
    objects = [f"{name} - {kind}" if typed else name for name, kind in instance.objects]
    lines = ["(define (problem question)", f"  (:domain {domain.name})", f"  (:objects {' '.join(objects)})"]
    lines += ["  (:init", *(f"    {prefix_form(*atom)}" for atom in sorted(instance.init)), "  )"]
    if instance.goal:
        lines.append(f"  (:goal (and {' '.join(prefix_form(*atom) for atom in instance.goal)}))")
    return "\n".join([*lines, ")"])


def _types(types: Mapping[str, tuple[str, ...]]) -> list[str]:
    return [f"{name} - {' '.join(parents) or ROOT_TYPE}" for name, parents in types.items()]


def _head(name: str, parameters: Sequence[Parameter], typed: bool) -> str:
    return prefix_form(name, *(str(one) if typed else one.name for one in parameters))


def _action(schema: ActionSchema, typed: bool) -> list[str]:
    parameters = " ".join(str(one) if typed else one.name for one in schema.parameters)
    return [
        f"  (:action {schema.name}",
        f"    :parameters ({parameters})",
        f"    :precondition {_all((schema.precondition,))}",
        f"    :effect {_all(tuple(_effects(schema.effects)))})",
    ]


def _effects(effects: Sequence[Effect]) -> list[Formula]:
    found: list[Formula] = []
    for effect in effects:
        found += [Holds(atom) for atom in effect.add]
        found += [Not(Holds(atom)) for atom in effect.delete]
    return found


def _all(parts: tuple[Formula, ...]) -> str:
    return str(parts[0]) if len(parts) == 1 and isinstance(parts[0], And) else str(And(parts))
