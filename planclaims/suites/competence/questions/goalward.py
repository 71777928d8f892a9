"""What every plan must make true, and which actions bring the goal nearer, from a state on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planclaims.errors import LimitExceeded
from planclaims.semantics.formula import Atom
from planclaims.semantics.state import State
from planclaims.suites.competence.questions.made import EXHAUSTED, RELAXED, Effort, Made, Witnesses
from planclaims.suites.competence.questions.world import World, named


def land_truth(world: World, state: State, effort: Effort) -> Mapping[str, Any] | None:
    """Return which facts every plan makes true, or None if the goal is out of reach; LimitExceeded past the effort.

    `landmarks` has a certificate for each non-trivial one, `avoiding` for a fact the entry of a plan in `nodes` that
    never makes it true; facts in neither are avoided by the plan at entry `plan`.
    """
    plan = _some_plan(world, state, effort)
    if plan is None:
        return None
    witnesses = Witnesses(world.explorer.names())
    landmarks: dict[str, str] = {}
    avoiding: dict[str, int] = {}
    open_: list[str] = []
    for atom in _candidates(world, state, plan):
        verdict = _settled(world, state, atom, effort)
        if isinstance(verdict, list):
            avoiding[named(atom)] = witnesses.add_way(verdict)
        elif verdict is None:
            open_.append(named(atom))
        else:
            landmarks[named(atom)] = verdict
    return {
        "landmarks": landmarks,
        "avoiding": avoiding,
        "open": open_,
        "plan": witnesses.add_way(plan),
        "nodes": [list(node) for node in witnesses.nodes],
        "initial": sorted(named(atom) for atom in state.facts if world.is_fluent(atom)),
        "goal": sorted(map(named, world.goal_atoms)),
        "length": len(plan),
    }


def land(world: World, state: State, effort: Effort) -> Made | None:
    """Return the question for a non-trivial landmark, or None if the goal is out of reach or a fact undecided."""
    if world.task.goal_reached(state):
        return None
    truth = land_truth(world, state, effort)
    if truth is None or truth["open"]:
        return None
    found = len(truth["landmarks"])
    features: dict[str, float | int | bool | str] = {
        "answers": found,
        "share": round(found / world.fluent_count, 4),
        "length": truth["length"],
    }
    return Made("land", world, state, {}, truth, found / world.fluent_count, none=not found, features=features)


def nexta_truth(world: World, state: State, effort: Effort) -> Mapping[str, Any] | None:
    """Return h* of the state and after each applicable action (None for a dead end); None if there is no plan."""
    found = world.explorer.explore(state, effort.goalward, to_goal=True)
    if found.goal is None:
        return None
    length = found.goal[0]
    distances: dict[State, int | None] = {}
    after: dict[str, int | None] = {}
    for action in world.applicable(state):
        following = action.successor(state)
        if following not in distances:
            beyond = world.explorer.explore(following, effort.goalward, to_goal=True)
            distances[following] = None if beyond.goal is None else beyond.goal[0]
        after[str(action)] = distances[following]
    return {"length": length, "after": after, "nearer": sorted(name for name, h in after.items() if h == length - 1)}


def nexta(world: World, state: State, effort: Effort) -> Made | None:
    """Return the question for an action that brings the goal nearer, or None where there is none to be asked."""
    if world.task.goal_reached(state):
        return None
    truth = nexta_truth(world, state, effort)
    if truth is None:
        return None
    share = len(truth["nearer"]) / len(truth["after"])
    features: dict[str, float | int | bool | str] = {
        "answers": len(truth["nearer"]),
        "share": round(share, 4),
        "length": truth["length"],
    }
    return Made("nexta", world, state, {}, truth, truth["length"] - share, features=features)


def _candidates(world: World, state: State, plan: list[str]) -> list[Atom]:
    """Return the non-trivial facts that the plan makes true: only those can be landmarks."""
    seen: set[Atom] = set()
    now = state
    for step in plan:
        now = world.by_name[step].successor(now)
        seen |= now.facts
    return sorted(atom for atom in seen - state.facts - world.goal_atoms if world.is_fluent(atom))


def _some_plan(world: World, state: State, effort: Effort, avoiding: Atom | None = None) -> list[str] | None:
    """Return a plan, a shortest one if it can be; None if there is none; LimitExceeded if that stays open."""
    try:
        found = world.explorer.explore(state, effort.goalward, to_goal=True, avoiding=avoiding)
    except LimitExceeded:
        plan = world.greedy_plan(state, world.task.goal, effort.greedy, avoiding=avoiding)
        if plan is None:
            raise
        return plan
    names = world.explorer.names()
    return None if found.goal is None else [names[number] for number in found.way_to(found.goal)]


def _settled(world: World, state: State, atom: Atom, effort: Effort) -> list[str] | str | None:
    """Return the certificate that the fact is a landmark, or a plan without it, or None."""
    relaxation = world.relaxation
    if not relaxation.numeric:
        bits, _ = relaxation.reached(state.facts, without=atom)
        if not relaxation.meets(world.task.goal, bits):
            return RELAXED
    try:
        plan = _some_plan(world, state, effort, avoiding=atom)
    except LimitExceeded:
        return None
    return EXHAUSTED if plan is None else plan
