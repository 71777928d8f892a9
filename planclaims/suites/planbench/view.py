"""How a world is shown under a condition: by which names, in prose or as PDDL; and how what is read is named back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from planclaims.language.facts import FactReader
from planclaims.language.prose.describe import bullets, object_list, ordered_facts
from planclaims.language.prose.word_forms import listing
from planclaims.semantics.formula import And, Atom, Formula, Holds, Not, Parameter, prefix_form
from planclaims.semantics.model import ROOT_TYPE, ActionSchema, Domain, Effect
from planclaims.semantics.task import Task
from planclaims.suites.planbench.instance import Instance, atom_of, step_of
from planclaims.suites.planbench.renaming import Renaming, renamed_world
from planclaims.suites.planbench.world import World, world


@dataclass(frozen=True)
class View:
    """A world under its shown names; `names` leads from the plain ones to these."""

    world: World
    names: Renaming
    pddl: bool = False
    tracking: bool = False

    @cached_property
    def back(self) -> Renaming:
        """Return the renaming to the plain names."""
        return self.names.inverse

    @property
    def facts_reader(self) -> FactReader:
        """Return the reader of facts under the shown names."""
        return _facts_reader(self.world)

    def task(self, instance: Instance) -> Task:
        """Return the planning task of a plain instance under the shown names."""
        return self.names.instance(instance).task(self.world.domain)

    def fact(self, text: str, holds: bool = True) -> str:
        """Return the words for the text of a shown atom, or the denial of it."""
        atom = atom_of(text)
        if self.pddl:
            return prefix_form(*atom) if holds else prefix_form("not", prefix_form(*atom))
        return self.world.phrases.fact(atom, holds)

    def facts(self, texts: Iterable[str]) -> list[str]:
        """Return the words for the texts of shown atoms, in their order."""
        return [self.fact(text) for text in texts]

    def steps(self, texts: Sequence[str]) -> list[str]:
        """Return steps as lines of a plan."""
        return [str(step_of(text)) for text in texts]

    def introduction(self) -> str:
        """Return the rules of the world."""
        return _introduction(self.world, self.pddl)

    def objects(self, instance: Instance) -> str:
        """Return the list of the objects of a shown instance."""
        if self.pddl:
            return " ".join(f"{name} - {kind}" for name, kind in instance.objects)
        return object_list(instance.task(self.world.domain), self.world.phrases)

    def state(self, instance: Instance, facts: Iterable[Atom]) -> str:
        """Return every fact of a state of a shown instance, one a line."""
        ordered = ordered_facts(instance.task(self.world.domain), facts)
        return "\n".join(bullets([self.fact(" ".join(atom)) for atom in ordered]))

    def goal(self, atoms: Iterable[Atom]) -> str:
        """Return the conditions of a goal in their order, one a line."""
        return "\n".join(bullets([self.fact(" ".join(atom)) for atom in atoms]))

    def problem(self, instance: Instance) -> str:
        """Return a shown instance as a problem file."""
        return problem_text(self.world.domain, instance)

    def durations(self) -> str:
        """Return how long each action takes."""
        groups: dict[int, list[str]] = {}
        for name, cost in self.world.minutes.items():
            groups.setdefault(cost, []).append(name)
        return "\n".join(
            bullets(f"{listing(names)}: {cost} minute{'s' * (cost > 1)}" for cost, names in sorted(groups.items()))
        )


def view_of(
    world_name: str, names: Mapping[str, Mapping[str, Mapping[str, str]]], condition: Mapping[str, Any]
) -> View:
    """Return the view of a world under a condition; `names` holds the renamings of the question by their sort."""
    how = condition.get("names")
    data: dict[str, Mapping[str, str]] = dict(names[how]) if how else {}
    if how and condition.get("rename_objects", True):
        data["objects"] = names["objects"]["objects"]
    renaming = _renaming(tuple((part, tuple(table.items())) for part, table in data.items()))
    shown = world(world_name)
    if how:
        shown = renamed_world(shown, renaming.actions, renaming.predicates, renaming.types)
    style = condition.get("style", "prose")
    return View(shown, renaming, pddl=style == "pddl", tracking=style == "tracking")


@cache
def _renaming(parts: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]) -> Renaming:
    return Renaming.read({part: dict(pairs) for part, pairs in parts})


@cache
def _facts_reader(shown: World) -> FactReader:
    return FactReader(shown.phrases, shown.understood)


@cache
def _introduction(shown: World, pddl: bool) -> str:
    from planclaims.language.briefs import domain_brief

    return domain_text(shown.domain) if pddl else domain_brief(shown.phrases)


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
