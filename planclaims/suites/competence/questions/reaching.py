"""Which facts can hold, and which actions can become applicable, from a state on; each with a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planclaims.errors import LimitExceeded
from planclaims.search.explore import Exploration
from planclaims.search.relaxation import Pairs
from planclaims.semantics.state import State
from planclaims.suites.competence.questions.made import EXHAUSTED, PAIRED, RELAXED, Effort, Made, Witnesses
from planclaims.suites.competence.questions.world import World, named


def reach_truth(world: World, state: State, effort: Effort) -> tuple[Mapping[str, Any], Exploration]:
    """Return what is known of every well-typed fluent atom, and the exploration that showed it.

    `reached` has for each reachable one the entry of a way to it in `nodes`; `never` has the others by certificate,
    `open` what stayed undecided. What is in none of them is out of reach of the relaxation.
    """
    found = world.explorer.reached_within(state, effort.whole)
    witnesses = Witnesses(world.explorer.names())
    bits, _ = world.relaxation.reached(state.facts)
    relaxed = sorted(world.relaxation.named(bits))
    reached: dict[str, int] = {}
    never: dict[str, list[str]] = {RELAXED: [], PAIRED: [], EXHAUSTED: []}
    left = []
    for atom in relaxed:
        place = found.first(atom)
        if place is None:
            left.append(atom)
        else:
            reached[named(atom)] = witnesses.add(found, place)
    pairs = _pairs(world, state) if left else None
    open_ = []
    for atom in left:
        if pairs is not None and not pairs.reaches(world.relaxation.bits([atom])):
            never[PAIRED].append(named(atom))
        elif found.exhausted:
            never[EXHAUSTED].append(named(atom))
        else:
            open_.append(named(atom))
    _without_relaxation(world, found, never, open_)
    return _truth(world, found, reached, never, open_, witnesses, world.fluent_count), found


def areach_truth(world: World, state: State, effort: Effort) -> tuple[Mapping[str, Any], Exploration]:
    """Return what is known of every well-typed ground action; one in no part has a static precondition that is false."""
    found = world.explorer.reached_within(state, effort.whole)
    names = world.explorer.names()
    witnesses = Witnesses(names)
    reached = {names[number]: witnesses.add(found, found.applied[number]) for number in sorted(found.applied)}
    _, applied = world.relaxation.reached(state.facts)
    pairs = _pairs(world, state) if len(applied) > len(reached) else None
    never: dict[str, list[str]] = {RELAXED: [], PAIRED: [], EXHAUSTED: []}
    open_ = []
    for number, action in enumerate(world.actions):
        name = str(action)
        if name in reached:
            continue
        if number not in applied:
            never[RELAXED].append(name)
        elif pairs is not None and number not in pairs.applied:
            never[PAIRED].append(name)
        elif found.exhausted:
            never[EXHAUSTED].append(name)
        else:
            open_.append(name)
    _without_relaxation(world, found, never, open_)
    return _truth(world, found, reached, never, open_, witnesses, world.action_count), found


def reach(world: World, state: State, effort: Effort) -> Made | None:
    """Return the question for a proposition that can never hold, or None if a candidate stays undecided."""
    truth, found = reach_truth(world, state, effort)
    return _made("reach", world, state, truth, found)


def areach(world: World, state: State, effort: Effort) -> Made | None:
    """Return the question for an action that can never become applicable, or None if a candidate stays undecided."""
    truth, found = areach_truth(world, state, effort)
    return _made("areach", world, state, truth, found)


def _made(kind: str, world: World, state: State, truth: Mapping[str, Any], found: Exploration) -> Made | None:
    if truth["open"]:
        return None
    unreachable = truth["candidates"] - len(truth["reached"])
    features: dict[str, float | int | bool | str] = {
        "answers": unreachable,
        "share": round(unreachable / truth["candidates"], 4),
        "witness": len(found.layers) - 1,
        "relaxed": not (truth["never"][PAIRED] or truth["never"][EXHAUSTED]),
    }
    return Made(
        kind, world, state, {}, truth, unreachable / truth["candidates"], none=not unreachable, features=features
    )


def _pairs(world: World, state: State) -> Pairs | None:
    try:
        return world.relaxation.paired(state.facts)
    except LimitExceeded:
        return None


def _without_relaxation(world: World, found: Exploration, never: dict[str, list[str]], open_: list[str]) -> None:
    """Where numbers decide, only exhaustion certifies what the relaxation denies."""
    if not world.relaxation.numeric:
        return
    doubtful = [*never[RELAXED], *never[PAIRED]]
    never[RELAXED], never[PAIRED] = [], []
    (never[EXHAUSTED] if found.exhausted else open_).extend(doubtful)


def _truth(
    world: World,
    found: Exploration,
    reached: Mapping[str, int],
    never: Mapping[str, list[str]],
    open_: list[str],
    witnesses: Witnesses,
    candidates: int,
) -> Mapping[str, Any]:
    return {
        "reached": dict(reached),
        "never": {certificate: sorted(names) for certificate, names in never.items()},
        "open": sorted(open_),
        "nodes": [list(node) for node in witnesses.nodes],
        "candidates": candidates,
        "exhausted": found.exhausted,
        "states": found.states,
    }
