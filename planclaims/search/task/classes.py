"""Which candidate classes of interchangeable objects hold up on the ground task, checked by exchanging them there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from planclaims.search.limits import Watch
from planclaims.search.states.variables import NumberVariable, StateVariables, Variable, state_variables
from planclaims.search.task.interchange import (
    Classes,
    Membership,
    Terms,
    candidate_classes,
    count_images,
    exchanged,
    mentions,
)
from planclaims.search.task.mutex import mutex_groups
from planclaims.search.task.reachability import reachable_actions
from planclaims.search.task.relevance import GroundTask, ground_task
from planclaims.semantics.action import GroundAction
from planclaims.semantics.formula import Atom
from planclaims.semantics.joins import ground_size
from planclaims.semantics.task import Task

_MOST_IMAGES = 100_000
"""So many facts may be reached from the initial ones by exchanging objects; classes beyond are not tried."""
_MOST_TRIED = 20
_MOST_VISITS = 200_000
"""So many classes are tried, the largest ones, and so many ground actions looked at meanwhile."""


@dataclass(frozen=True)
class ReducedTask:
    """The part of a task that matters, its variables, and the classes of objects they tell apart only by state."""

    ground: GroundTask
    variables: StateVariables
    classes: Classes


def reduced_task(task: Task, *, symmetry: bool, watch: Watch | None = None) -> ReducedTask:
    """Return the reduced task; each candidate class is tried alone first, so that a useless one displaces none."""
    watch = watch or Watch()
    watch.phase = watch.GROUNDING
    watch.expansion(ground_size(task.problem.goal, task.objects_of))
    candidates = _few_images(task, candidate_classes(task, watch)) if symmetry else ()
    membership = Membership(candidates)
    images = {image for fact in task.initial.facts for image in membership.images(fact)} if candidates else ()
    actions = reachable_actions(task, watch, images)
    watch.phase = watch.EXCHANGING
    apart = ground_task(task, actions, watch=watch)
    useful: list[tuple[str, ...]] = []
    largest = sorted(candidates, key=len, reverse=True)
    for members in largest[: max(1, min(_MOST_TRIED, _MOST_VISITS // (1 + len(actions))))]:
        useful.extend(_settled(apart, actions, (members,), watch).classes)
    return _settled(apart, actions, tuple(sorted(useful)), watch)


def _few_images(task: Task, candidates: Classes) -> Classes:
    """Return the classes, small ones first, of which the initial facts do not have too many images."""
    concerning = mentions(task.initial.facts)
    kept: list[tuple[str, ...]] = []
    homes: dict[str, tuple[str, ...]] = {}
    counts: dict[Atom, int] = {}
    total = 0
    for members in sorted(candidates, key=lambda members: (len(members), members)):
        homes.update(dict.fromkeys(members, members))
        for fact in frozenset[Terms]().union(*(concerning.get(name, frozenset()) for name in members)):
            images = count_images(fact, homes)
            total += images - counts.get(fact, 1)
            counts[fact] = images
        if total > _MOST_IMAGES:
            break
        kept.append(members)
    order = {members: place for place, members in enumerate(candidates)}
    return tuple(sorted(kept, key=order.__getitem__))


def _settled(apart: GroundTask, actions: Sequence[GroundAction], classes: Classes, watch: Watch) -> ReducedTask:
    """Return the task reduced with the largest part of the classes that is sound and can make states coincide.

    `apart` is the task with each object starting where it does; with classes, any of them may start as another.
    """
    classes = _separable(apart, classes)
    while True:
        ground = ground_task(apart.task, actions, classes, watch) if classes else apart
        sound = _without_new_fluents(ground, apart, _confirmed(ground, _separable(ground, classes), watch))
        if sound == classes:
            variables = state_variables(ground, mutex_groups(ground, watch), classes)
            sound = _meeting(variables, apart)
            if sound == classes:
                return ReducedTask(ground, variables, classes)
        classes = sound


def _without_new_fluents(ground: GroundTask, apart: GroundTask, classes: Classes) -> Classes:
    """Return the classes if they bring no fluent into the state that needs no place in it with objects told apart.

    Where the values of some members are undefined, such a fluent may grow for ever. Then members are told apart by
    which values they start with, and those that a new fluent mentions all the same are left out.
    """
    new = set(ground.fluents).difference(apart.fluents)
    if not new:
        return classes
    defined = mentions(fluent for fluent in ground.task.initial.values if fluent in ground.numbers.changes)
    parts = _split(classes, lambda one, other: _maps(defined, one, other))
    if parts != classes:
        return parts
    blamed = frozenset(term for fluent in new for term in fluent[1:])
    return tuple(members for members in classes if not blamed.intersection(members))


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


def _confirmed(ground: GroundTask, classes: Classes, watch: Watch) -> Classes:
    """Return the classes split so that exchanging any two members leaves actions, facts and values as they are."""

    def exchangeable(one: str, other: str) -> bool:
        watch.look()
        if not _maps(ground.concerning, one, other):
            return False
        fixed, none = ground.fixed, frozenset[Terms]()
        concerned = ground.values_concerning.get(one, none) | ground.values_concerning.get(other, none)
        return all(fixed.get(exchanged(fluent, one, other)) == fixed[fluent] for fluent in concerned)

    return _split(classes, exchangeable)


def _split(classes: Classes, alike: Callable[[str, str], bool]) -> Classes:
    """Return the classes split into members that are alike, which is taken to be transitive."""
    parts: list[tuple[str, ...]] = []
    for members in classes:
        groups: list[list[str]] = []
        for name in members:
            home = next((group for group in groups if alike(group[0], name)), None)
            if home is None:
                groups.append([name])
            else:
                home.append(name)
        parts.extend(tuple(group) for group in groups if len(group) > 1)
    return tuple(sorted(parts))


def _maps(concerning: Mapping[str, frozenset[Terms]], one: str, other: str) -> bool:
    """Return whether an exchange of the objects maps what concerns them onto itself."""
    about = concerning.get(one, frozenset()) | concerning.get(other, frozenset())
    return all(exchanged(terms, one, other) in about for terms in about)


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
