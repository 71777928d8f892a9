"""Which candidate classes of interchangeable objects hold up on the ground task, checked by exchanging them there."""

from __future__ import annotations

from collections.abc import Iterator

from planclaims.search.interchange import Classes, Membership, Terms, candidate_classes, exchanged
from planclaims.search.relevance import GroundTask, all_ground_actions, ground_task
from planclaims.semantics.task import Task


def reduced_task(task: Task, *, symmetry: bool) -> tuple[GroundTask, Classes]:
    """Return the ground task and the classes whose members can be told apart only by their present state."""
    actions = all_ground_actions(task)
    classes = candidate_classes(task) if symmetry else ()
    while True:
        ground = ground_task(task, actions, classes)
        sound = _confirmed(ground, _separable(ground, classes))
        if sound == classes:
            return ground, classes
        classes = sound


def _terms_of_state(ground: GroundTask) -> Iterator[Terms]:
    yield from ground.facts
    yield from ground.fluents


def _separable(ground: GroundTask, classes: Classes) -> Classes:
    """Return classes, large ones first, such that no part of a state concerns two members of any of them."""
    kept: list[tuple[str, ...]] = []
    for members in sorted(classes, key=lambda members: (-len(members), members)):
        membership = Membership((*kept, members))
        if any(members[0] in terms for terms in _terms_of_state(ground)) and all(
            len(membership.mentioned(terms)) <= 1 for terms in _terms_of_state(ground)
        ):
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
