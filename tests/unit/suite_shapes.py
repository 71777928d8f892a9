"""What a task looks like when names are forgotten: an invariant that tells tasks of different structure apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from planclaims.semantics.formula import And, Atom, Holds, conjuncts
from planclaims.semantics.model import Problem
from planclaims.semantics.task import Task


def goal_facts(task: Task) -> frozenset[Atom]:
    parts = conjuncts(task.goal)
    assert all(isinstance(part, Holds) for part in parts)
    return frozenset(part.atom for part in parts if isinstance(part, Holds))


def invariant(task: Task) -> tuple[object, ...]:
    """Return what stays the same however objects are named: colours refined by the facts that objects share."""
    labelled = [("start", fact) for fact in task.problem.facts] + [("goal", fact) for fact in goal_facts(task)]
    colours: Mapping[str, object] = dict(task.problem.objects)
    for _ in range(len(colours)):
        seen = {name: sorted(signs(name, labelled, colours), key=repr) for name in colours}
        ranks = {repr((colours[name], seen[name])) for name in colours}
        order = {text: (rank, len(ranks)) for rank, text in enumerate(sorted(ranks))}
        refined = {name: order[repr((colours[name], seen[name]))] for name in colours}
        if len(set(refined.values())) == len(set(colours.values())):
            break
        colours = refined
    shapes = Counter((label, fact[0], tuple(colours[term] for term in fact[1:])) for label, fact in labelled)
    kinds = Counter((task.problem.objects[name], colour) for name, colour in colours.items())
    return tuple(sorted(map(repr, shapes.items()))), tuple(sorted(map(repr, kinds.items())))


def signs(name: str, labelled: list[tuple[str, Atom]], colours: Mapping[str, object]) -> Iterator[tuple[object, ...]]:
    for label, fact in labelled:
        for position, term in enumerate(fact[1:]):
            if term == name:
                yield label, fact[0], position, tuple(colours[other] for other in fact[1:])


def renamed(task: Task) -> Task:
    """Return the same task with every object called something else, in another order."""
    names = {name: f"x{rank}" for rank, name in enumerate(reversed(list(task.problem.objects)))}
    problem = task.problem
    objects = {names[name]: kinds for name, kinds in reversed(list(problem.objects.items()))}
    facts = frozenset((fact[0], *(names[term] for term in fact[1:])) for fact in problem.facts)
    goal = [Holds((atom[0], *(names[term] for term in atom[1:]))) for atom in goal_facts(task)]
    changed = Problem(problem.name, problem.domain_name, objects, facts, problem.values, And(tuple(goal)))
    return Task(task.domain, changed)
