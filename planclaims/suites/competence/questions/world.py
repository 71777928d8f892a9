"""A task as questions see it: its atoms and actions by name, its exploration and its relaxation, made once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from math import prod
from pathlib import Path

from planclaims.language.hidden_task import read_hidden_task
from planclaims.language.prose.phrases import Phrases
from planclaims.search import Limits, Solution, solve
from planclaims.search.explore import Explorer
from planclaims.search.greedy import GreedySearch
from planclaims.search.plan import SearchDefect
from planclaims.search.relaxation import Relaxation
from planclaims.semantics.action import GroundAction
from planclaims.semantics.formula import Atom, Formula, Holds, conjuncts, prefix_form
from planclaims.semantics.grounding import ground_actions, static_predicates
from planclaims.semantics.model import TOTAL_COST
from planclaims.semantics.state import State, truth
from planclaims.semantics.task import Step, Task


def named(atom: Atom) -> str:
    """Return an atom or a ground action as text."""
    return prefix_form(*atom)


@dataclass(frozen=True)
class World:
    """One task of a domain, with the words of its domain."""

    domain: str
    number: str
    task: Task
    phrases: Phrases

    @cached_property
    def explorer(self) -> Explorer:
        """Return what explores the task's reachable states."""
        return Explorer(self.task)

    @cached_property
    def relaxation(self) -> Relaxation:
        """Return the task without deletes."""
        return Relaxation(self.task, self.actions)

    @cached_property
    def greedy(self) -> GreedySearch:
        """Return the greedy search for plans of the task."""
        return GreedySearch(self.relaxation)

    def greedy_plan(
        self, state: State, goal: Formula, expansions: int, *, avoiding: Atom | None = None
    ) -> list[str] | None:
        """Return some plan for the goal from the state on, confirmed by execution; None if none was found."""
        if not expansions or not self.greedy.possible:
            return None
        found = self.greedy.plan(state.facts, goal, expansions, avoiding=avoiding)
        if found is None:
            return None
        now = state
        for number in found:
            if not self.actions[number].applicable(now):
                raise SearchDefect(f"a plan found for {self.task.problem.name} is not applicable")
            now = self.actions[number].successor(now)
        if truth(goal, now) is not True:
            raise SearchDefect(f"a plan found for {self.task.problem.name} misses its goal")
        return [str(self.actions[number]) for number in found]

    @cached_property
    def actions(self) -> tuple[GroundAction, ...]:
        """Return the ground actions that no static precondition rules out."""
        return tuple(ground_actions(self.task))

    @cached_property
    def by_name(self) -> Mapping[str, GroundAction]:
        """Return those ground actions by their texts."""
        return {str(action): action for action in self.actions}

    @cached_property
    def fluents(self) -> tuple[str, ...]:
        """Return the predicates that some action changes."""
        static = static_predicates(self.task)
        return tuple(name for name in self.task.domain.predicates if name not in static)

    @property
    def fluent_count(self) -> int:
        """Return how many well-typed fluent atoms there are."""
        predicates, objects = self.task.domain.predicates, self.task.objects_of
        return sum(prod(len(objects(part)) for part in predicates[name]) for name in self.fluents)

    @property
    def action_count(self) -> int:
        """Return how many well-typed ground actions there are."""
        schemas, objects = self.task.domain.actions.values(), self.task.objects_of
        return sum(prod(len(objects(part)) for part in schema.parameters) for schema in schemas)

    def atoms(self) -> Iterator[Atom]:
        """Yield the well-typed fluent atoms."""
        for name in self.fluents:
            choices = [self.task.objects_of(part) for part in self.task.domain.predicates[name]]
            yield from ((name, *terms) for terms in product(*choices))

    def steps(self) -> Iterator[Step]:
        """Yield the well-typed ground actions, applicable somewhere or not."""
        for schema in self.task.domain.actions.values():
            choices = [self.task.objects_of(part) for part in schema.parameters]
            yield from (Step(schema.name, terms) for terms in product(*choices))

    def is_fluent(self, atom: Atom) -> bool:
        """Return whether some action may change the atom's predicate."""
        return atom[0] in self.fluents

    @cached_property
    def goal_atoms(self) -> frozenset[Atom]:
        """Return the facts that the goal demands."""
        return frozenset(part.atom for part in conjuncts(self.task.goal) if isinstance(part, Holds))

    @cached_property
    def solution(self) -> Solution:
        """Return an optimal plan of the task, or that there is none."""
        return solve(self.task, Limits(memory_bytes=2 * 2**30))

    def from_state(self, state: State) -> Task:
        """Return the task with another initial state."""
        return Task(self.task.domain, replace(self.task.problem, facts=state.facts, values=dict(state.values)))

    def applicable(self, state: State) -> list[GroundAction]:
        """Return the ground actions applicable in the state."""
        return [action for action in self.actions if action.applicable(state)]

    def key(self, state: State) -> str:
        """Return a hash of the state within its domain's task; what has been spent so far is no part of it."""
        values = sorted((fluent, str(value)) for fluent, value in state.values.items() if fluent != TOTAL_COST)
        text = repr((self.domain, self.number, sorted(state.facts), values))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@lru_cache(maxsize=64)
def open_world(folder: Path, number: str) -> World:
    """Return a task of the domain in the folder; read once per process."""
    hidden = read_hidden_task(folder / "domain.pddl", folder / "problems" / f"{number}.pddl", folder / "domain.json")
    return World(folder.name, number, hidden.task, hidden.phrases)


def worlds_of(folder: Path) -> list[World]:
    """Return every task of the domain in the folder, by number."""
    return [open_world(folder, path.stem) for path in sorted((folder / "problems").glob("*.pddl"))]
