"""Which candidate classes of interchangeable objects hold up on the ground task, checked by exchanging them there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planclaims.search.interchange import Classes, Membership, Terms, candidate_classes, exchanged
from planclaims.search.mutex import mutex_groups
from planclaims.search.relevance import GroundTask, ground_task
from planclaims.search.variables import NumberVariable, StateVariables, Variable, state_variables
from planclaims.semantics.action import GroundAction
from planclaims.semantics.grounding import ground_actions
from planclaims.semantics.task import Task


@dataclass(frozen=True)
class ReducedTask:
    """The part of a task that matters, its variables, and the classes of objects they tell apart only by state."""

    ground: GroundTask
    variables: StateVariables
    classes: Classes


def reduced_task(task: Task, *, symmetry: bool) -> ReducedTask:
    """Return the reduced task; each candidate class is tried alone first, so that a useless one displaces none."""
    actions = tuple(ground_actions(task))
    apart = ground_task(task, actions)
    useful: list[tuple[str, ...]] = []
    for members in candidate_classes(task) if symmetry else ():
        useful.extend(_settled(apart, actions, (members,)).classes)
    return _settled(apart, actions, tuple(sorted(useful)))


def _settled(apart: GroundTask, actions: Sequence[GroundAction], classes: Classes) -> ReducedTask:
    """Return the task reduced with the largest part of the classes that is sound and can make states coincide.

    `apart` is the task with each object starting where it does; with classes, any of them may start as another.
    """
    classes = _separable(apart, classes)
    while True:
        ground = ground_task(apart.task, actions, classes) if classes else apart
        sound = _confirmed(ground, _separable(ground, classes))
        if sound == classes:
            variables = state_variables(ground, mutex_groups(ground), classes)
            sound = _meeting(variables, apart)
            if sound == classes:
                return ReducedTask(ground, variables, classes)
        classes = sound


def _terms_of_state(ground: GroundTask) -> Iterator[Terms]:
    yield from ground.facts
    yield from ground.fluents


def _separable(ground: GroundTask, classes: Classes) -> Classes:
    """Return classes, large ones first, such that no part of a state concerns two members of any of them."""
    kept: list[tuple[str, ...]] = []
    for members in sorted(classes, key=lambda members: (-len(members), members)):
        membership = Membership((*kept, members))
        mentioned = [membership.mentioned(terms) for terms in _terms_of_state(ground)]
        if any(names.intersection(members) for names in mentioned) and all(len(names) <= 1 for names in mentioned):
            kept.append(members)
    return tuple(sorted(kept))


def _confirmed(ground: GroundTask, classes: Classes) -> Classes:
    """Return the classes split so that exchanging any two members leaves actions, facts and values as they are."""
    parts: list[tuple[str, ...]] = []
    for members in classes:
        groups: list[list[str]] = []
        for name in members:
            home = next((group for group in groups if _exchangeable(ground, group[0], name)), None)
            if home is None:
                groups.append([name])
            else:
                home.append(name)
        parts.extend(tuple(group) for group in groups if len(group) > 1)
    return tuple(sorted(parts))


def _exchangeable(ground: GroundTask, one: str, other: str) -> bool:
    families = (
        frozenset((action.name, *action.arguments) for action in ground.actions),
        frozenset(ground.facts),
        ground.held,
        frozenset(ground.fluents),
    )
    if any(frozenset(exchanged(terms, one, other) for terms in family) != family for family in families):
        return False
    fixed = ground.fixed
    return all(fixed.get(exchanged(fluent, one, other)) == number for fluent, number in fixed.items())


def _meeting(variables: StateVariables, apart: GroundTask) -> Classes:
    """Return the classes without members that can never come to the same state, say trucks bound to other cities.

    Exchanging them would be sound, but would never make two states one.
    """
    parts: list[tuple[str, ...]] = []
    for members in variables.classes:
        groups: list[tuple[list[str], list[frozenset[int]]]] = []
        for member in members:
            values = [_possible(variable, apart) for variable in member.variables]
            home = next((names for names, others in groups if all(map(frozenset.__and__, values, others))), None)
            if home is None:
                groups.append(([member.name], values))
            else:
                home.append(member.name)
        parts.extend(tuple(names) for names, _ in groups if len(names) > 1)
    return tuple(sorted(parts))


def _possible(variable: Variable, apart: GroundTask) -> frozenset[int]:
    """Return the values that the variable may take, each object starting where it does."""
    if isinstance(variable, NumberVariable):
        return frozenset({0})
    always = frozenset(code for code, atom in enumerate(variable.values) if atom in apart.held)
    changing = frozenset(apart.facts)
    return always or frozenset(code for code, atom in enumerate(variable.values) if atom is None or atom in changing)
