"""Instances that are read from the problem files of a folder instead of being drawn."""

from __future__ import annotations

from pathlib import Path

from planclaims.errors import InputError
from planclaims.pddl_io import read_problem
from planclaims.semantics.formula import Holds, conjuncts
from planclaims.semantics.model import TOTAL_COST
from planclaims.suites.planbench.instance import Instance
from planclaims.suites.planbench.world import ROOT, world


def read_instances(folder: str) -> tuple[Instance, ...]:
    """Return the instances of a folder's problems, by file name; InputError for what questions cannot be about."""
    place = world(folder)
    numbers = [name for name in place.domain.functions if (name,) != TOTAL_COST]
    if numbers:
        raise InputError(
            "questions cannot be about numbers yet",
            file=ROOT / folder / "domain.pddl",
            found=numbers[0],
            allowed="a domain without functions but total-cost",
        )
    found = tuple(_read(path, folder) for path in sorted((ROOT / folder / "problems").glob("*.pddl")))
    instances = tuple(instance for instance in found if instance is not None)
    if not instances:
        raise InputError(
            "no problem fits", file=ROOT / folder / "problems", allowed="objects of one type each, goals of facts alone"
        )
    return instances


def _read(path: Path, folder: str) -> Instance | None:
    """Return the instance of a problem, or None if its goal denies or chooses, or an object has two types."""
    problem = read_problem(path, world(folder).domain)
    goal = conjuncts(problem.goal)
    facts = tuple(part.atom for part in goal if isinstance(part, Holds))
    if len(facts) < len(goal) or any(len(kinds) > 1 for kinds in problem.objects.values()):
        return None
    return Instance(tuple((name, kinds[0]) for name, kinds in problem.objects.items()), problem.facts, facts)
