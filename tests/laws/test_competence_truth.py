"""The truth of every kind of question against brute force on small tasks, and the replay of every witness."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from planclaims.search.relaxation import Relaxation
from planclaims.semantics.state import State
from planclaims.semantics.validation import Status, validate
from planclaims.suites.competence.questions.drawing import draw_state
from planclaims.suites.competence.questions.goalward import land_truth, nexta_truth
from planclaims.suites.competence.questions.made import Effort, way
from planclaims.suites.competence.questions.reaching import areach_truth, reach_truth
from planclaims.suites.competence.questions.stepwise import just, just_truth, prog_truth, step_of, val_truth
from planclaims.suites.competence.questions.world import World, named, open_world

DOMAINS = Path(__file__).parents[2] / "domains"
TASKS = [("gripper", "02"), ("gripper", "09"), ("hospital", "05"), ("blocksworld", "01"), ("load-balancing", "01")]
EFFORT = Effort(reach=20_000, goal=20_000)


def opened(task: tuple[str, str]) -> World:
    return open_world(DOMAINS / task[0], task[1])


def facts(world: World, state: State) -> frozenset[tuple[str, ...]]:
    return frozenset(atom for atom in state.facts if world.is_fluent(atom))


@cache
def graph(task: tuple[str, str]) -> Mapping[str, tuple[State, Mapping[str, str]]]:
    """Return every reachable state by its key, with the keys after each applicable action."""
    world = opened(task)
    found: dict[str, tuple[State, dict[str, str]]] = {}
    waiting = deque([world.task.initial])
    while waiting:
        state = waiting.popleft()
        if world.key(state) in found:
            continue
        after: dict[str, str] = {}
        found[world.key(state)] = state, after
        for action in world.applicable(state):
            following = action.successor(state)
            after[str(action)] = world.key(following)
            waiting.append(following)
    return found


def reachable(task: tuple[str, str], start: str, without: tuple[str, ...] | None = None) -> dict[str, int]:
    """Return the distance of every state reachable from one, through states without a fact."""
    states = graph(task)
    distances = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in states[here][1].values():
            if there not in distances and (without is None or without not in states[there][0].facts):
                distances[there] = distances[here] + 1
                waiting.append(there)
    return distances


def drawn(task: tuple[str, str], seed: int = 3) -> tuple[World, State, str]:
    world = opened(task)
    state = draw_state(world, random.Random(seed))
    return world, state, world.key(state)


def distance_to_goal(task: tuple[str, str], start: str, without: tuple[str, ...] | None = None) -> int | None:
    world, states = opened(task), graph(task)
    goals = [d for key, d in reachable(task, start, without).items() if world.task.goal_reached(states[key][0])]
    return min(goals, default=None)


@pytest.mark.parametrize("task", TASKS, ids="/".join)
@pytest.mark.parametrize("seed", [3, 4])
def test_reachable_facts_and_actions_are_just_those_that_brute_force_meets(task: tuple[str, str], seed: int) -> None:
    world, state, start = drawn(task, seed)
    states, met = graph(task), reachable(task, start)
    truth, _ = reach_truth(world, state, EFFORT)
    assert not truth["open"]
    assert set(truth["reached"]) == {named(atom) for key in met for atom in facts(world, states[key][0])}
    shortest: dict[str, int] = {}
    for key, distance in met.items():
        for atom in facts(world, states[key][0]):
            shortest[named(atom)] = min(distance, shortest.get(named(atom), distance))
    assert {name: len(way(truth["nodes"], node)) for name, node in truth["reached"].items()} == shortest
    applying, _ = areach_truth(world, state, EFFORT)
    assert not applying["open"]
    assert set(applying["reached"]) == {name for key in met for name in states[key][1]}


@pytest.mark.parametrize("task", TASKS, ids="/".join)
def test_every_witness_replays_and_every_denial_has_a_certificate(task: tuple[str, str]) -> None:
    world, state, _ = drawn(task)
    for truth, shows in (
        (reach_truth(world, state, EFFORT)[0], "fact"),
        (areach_truth(world, state, EFFORT)[0], "act"),
    ):
        for name, node in truth["reached"].items():
            now = state
            for step in way(truth["nodes"], node):
                action = world.task.bind(step_of(step))
                assert action.applicable(now)
                now = action.successor(now)
            if shows == "fact":
                assert name in {named(atom) for atom in now.facts}
            else:
                assert world.task.bind(step_of(name)).applicable(now)
        denied = [name for names in truth["never"].values() for name in names]
        assert len(denied) == len(set(denied))
        assert not set(denied) & set(truth["reached"])


@pytest.mark.parametrize("task", TASKS, ids="/".join)
def test_relaxation_and_pairs_deny_nothing_that_can_be_reached(task: tuple[str, str]) -> None:
    world, state, start = drawn(task)
    states = graph(task)
    relaxation = Relaxation(world.task)
    bits, _ = relaxation.reached(state.facts)
    relaxed = set(relaxation.named(bits))
    pairs = relaxation.paired(state.facts)
    for key in reachable(task, start):
        held = facts(world, states[key][0])
        assert held <= relaxed
        assert pairs.reaches(relaxation.bits(held))


@pytest.mark.parametrize("task", TASKS, ids="/".join)
@pytest.mark.parametrize("seed", [3, 4])
def test_landmarks_are_just_the_facts_without_which_no_goal_state_is_met(task: tuple[str, str], seed: int) -> None:
    world, state, start = drawn(task, seed)
    truth = land_truth(world, state, EFFORT)
    if truth is None:
        assert distance_to_goal(task, start) is None
        return
    assert not truth["open"]
    candidates = [atom for atom in world.atoms() if atom not in state.facts and atom not in world.goal_atoms]
    expected = {named(atom) for atom in candidates if distance_to_goal(task, start, atom) is None}
    if not world.task.goal_reached(state):
        assert set(truth["landmarks"]) == expected
    for name, node in truth["avoiding"].items():
        plan = [step_of(step) for step in way(truth["nodes"], node)]
        report = validate(world.from_state(state), plan)
        assert report.status is Status.VALID
        assert all(name not in {named(atom) for atom in passed.facts} for passed in report.trace)


@pytest.mark.parametrize("task", [task for task in TASKS if task[1] != "09"], ids="/".join)
def test_nearer_actions_are_just_those_after_which_the_distance_is_one_less(task: tuple[str, str]) -> None:
    world, state, start = drawn(task)
    truth = nexta_truth(world, state, EFFORT)
    expected = distance_to_goal(task, start)
    assert (truth is None) is (expected is None)
    if truth is not None:
        assert truth["length"] == expected
        assert truth["after"] == {name: distance_to_goal(task, key) for name, key in graph(task)[start][1].items()}


def test_effects_are_what_is_new_and_what_is_gone() -> None:
    world, state, _ = drawn(("gripper", "02"))
    for action in world.applicable(state):
        truth = prog_truth(world, state, str(action))
        after = {named(atom) for atom in action.successor(state).facts}
        before = {named(atom) for atom in state.facts}
        assert set(truth["gained"]) == after - before
        assert set(truth["lost"]) == before - after
    staying = next(str(a) for a in world.applicable(state) if a.name == "move" and a.arguments[0] == a.arguments[1])
    assert prog_truth(world, state, staying) == {"gained": [], "lost": []}


def test_the_first_fault_of_a_sequence_is_told_from_zero_and_none_if_there_is_none() -> None:
    world = opened(("hospital", "05"))
    first = str(world.applicable(world.task.initial)[0])
    assert val_truth(world, world.task.initial, [first])["index"] is None
    never = next(str(step) for step in world.steps() if not world.task.bind(step).applicable(world.task.initial))
    assert val_truth(world, world.task.initial, [never, first])["index"] == 0


@pytest.mark.parametrize("seed", range(4))
def test_a_plan_with_a_detour_can_be_shortened_just_where_the_validator_says(seed: int) -> None:
    world = opened(("gripper", "02"))
    made = just(world, world.task.initial, random.Random(seed), EFFORT)
    assert made is not None
    plan, truth = made.asked["plan"], just_truth(world, world.task.initial, made.asked["plan"])
    assert truth["right"]
    assert len(truth["right"]) + len(truth["faults"]) == 2 * len(plan) - 1
    for deleted in truth["right"]:
        places = {int(part) for part in deleted.split("-")}
        rest = [step_of(step) for place, step in enumerate(plan) if place not in places]
        assert validate(world.task, rest).status is Status.VALID
