"""An instance of a world as plain data: objects, initial state and goal, with atoms and steps as short texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planclaims.semantics.formula import And, Atom, Holds
from planclaims.semantics.model import Domain, Problem
from planclaims.semantics.task import Step, Task


def atom_text(atom: Atom) -> str:
    """Return an atom as a text: the predicate and its objects with blanks between."""
    return " ".join(atom)


def atom_of(text: str) -> Atom:
    """Return the atom that a text names."""
    return tuple(text.split())


def step_text(step: Step) -> str:
    """Return a step as a text: the action and its objects with blanks between."""
    return " ".join((step.name, *step.arguments))


def step_of(text: str) -> Step:
    """Return the step that a text names."""
    name, *arguments = text.split()
    return Step(name, tuple(arguments))


def texts(atoms: Iterable[Atom]) -> list[str]:
    """Return atoms as sorted texts."""
    return sorted(map(atom_text, atoms))


@dataclass(frozen=True)
class Instance:
    """Objects with their types, initial state and goal; the order of the goal's atoms is that of its statement."""

    objects: tuple[tuple[str, str], ...]
    init: frozenset[Atom]
    goal: tuple[Atom, ...]

    @staticmethod
    def read(data: Mapping[str, Any]) -> Instance:
        """Return the instance that plain data describes."""
        return Instance(
            tuple((str(name), str(kind)) for name, kind in data["objects"].items()),
            frozenset(map(atom_of, data["init"])),
            tuple(map(atom_of, data["goal"])),
        )

    @property
    def data(self) -> Mapping[str, Any]:
        """Return the instance as plain data."""
        return {"objects": dict(self.objects), "init": texts(self.init), "goal": [atom_text(a) for a in self.goal]}

    def starting(self, state: Iterable[Atom]) -> Instance:
        """Return the instance with another initial state."""
        return Instance(self.objects, frozenset(state), self.goal)

    def aiming(self, goal: Sequence[Atom]) -> Instance:
        """Return the instance with another goal."""
        return Instance(self.objects, self.init, tuple(goal))

    def size(self, kind: str, domain: Domain) -> int:
        """Return how many objects are of the type."""
        return sum(kind in domain.supertypes(own) for _, own in self.objects)

    def task(self, domain: Domain) -> Task:
        """Return the planning task of the instance in its domain."""
        objects = {name: (kind,) for name, kind in self.objects}
        goal = And(tuple(Holds(atom) for atom in self.goal))
        return Task(domain, Problem("question", domain.name, objects, self.init, {}, goal))
