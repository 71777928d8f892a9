"""Laws of the drawn questions of PlanBench, over a thousand draws of each kind."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import count

import pytest

from planclaims.search import Limits, solve
from planclaims.semantics.grounding import ground_actions
from planclaims.semantics.state import State
from planclaims.semantics.task import Task
from planclaims.suites.contract import Item
from planclaims.suites.planbench import SUITE
from planclaims.suites.planbench.generators import blocks
from planclaims.suites.planbench.generators.block_moves import shortest_block_plan
from planclaims.suites.planbench.instance import Instance, atom_of, step_of
from planclaims.suites.planbench.kinds.kind import VERDICTS, unmet_atoms
from planclaims.suites.planbench.solving import optimal_plan, report, solves, states_along
from planclaims.suites.planbench.world import world

DRAWS = 1000
FEWER = 12
REFORMULATED = ("goal_shuffled", "goal_full_to_partial", "goal_partial_to_full")
SOME_SETS = [("blocksworld", DRAWS), ("logistics", FEWER), ("depots", FEWER)]
REWRITTEN_SETS = [
    ("blocksworld", DRAWS // 5),
    pytest.param("blocksworld", DRAWS, marks=pytest.mark.slow),
    ("logistics", FEWER),
]


@cache
def drawn(name: str, kind: str, count: int) -> Sequence[Item]:
    return SUITE.items({"seed": 11, "sets": {name: {kind: count}}})


def asked(item: Item) -> Instance:
    return Instance.read(item.shown["instance"])


@pytest.mark.parametrize(("name", "count"), SOME_SETS)
def test_verdicts_come_in_thirds_and_are_the_validators(name: str, count: int) -> None:
    items = drawn(name, "plan_verification", count)
    sorts = Counter(item.truth["answer"]["verdict"] for item in items)
    assert max(sorts.values()) - min(sorts.values()) <= 1
    assert len(sorts) == 3
    for item in items:
        answer, plan = item.truth["answer"], item.shown["facts"]["plan"]
        told = report(world(item.shown["world"]), asked(item), plan)
        assert VERDICTS[told.status] == answer["verdict"]
        assert told.failed_step == answer.get("step")
        if answer["verdict"] != "valid":
            assert unmet_atoms(told) == answer["unmet"] != []


def test_the_failing_step_is_uniform_over_positions() -> None:
    chance = random.Random(0)
    items = [item for item in drawn("blocksworld", "plan_verification", DRAWS) if "step" in item.truth["answer"]]
    bins = [0] * 4
    for item in items:
        place = (item.truth["answer"]["step"] - chance.random()) / item.truth["notes"]["optimal_length"]
        bins[int(4 * place)] += 1
    expected = len(items) / 4
    assert sum((seen - expected) ** 2 / expected for seen in bins) < 16.27, bins  # chi square, 3 degrees, p = 0.001


def test_plans_that_miss_the_goal_are_of_every_sort() -> None:
    items = drawn("blocksworld", "plan_verification", DRAWS)
    missing = [item for item in items if item.truth["answer"]["verdict"] == "goal_not_reached"]
    prefixes = leaving = 0
    lengths: set[int] = set()
    for item in missing:
        plan = item.shown["facts"]["plan"]
        states = states_along(world("blocksworld"), asked(item), plan)
        leaving += any(state.issuperset(asked(item).goal) for state in states)
        prefixes += len(plan) < item.truth["notes"]["optimal_length"]
        lengths.add(item.truth["notes"]["optimal_length"] - len(plan))
    assert leaving > len(missing) / 5
    assert prefixes > len(missing) / 5
    assert lengths >= set(range(1, 8))


@pytest.mark.parametrize("kind", REFORMULATED)
@pytest.mark.parametrize(("name", "count"), REWRITTEN_SETS)
def test_rewritten_goals_are_rewritten_and_controls_punish_copying(kind: str, name: str, count: int) -> None:
    items = drawn(name, kind, count if kind == "goal_shuffled" else count // 5)
    controls = 0
    for item in items:
        facts, place = item.shown["facts"], world(item.shown["world"])
        example_goal = [atom_of(text) for text in facts["example_goal"]]
        assert list(asked(item).goal) != example_goal
        assert solves(place, asked(item).aiming(example_goal), facts["plan"])
        control = item.truth["notes"]["control"]
        assert solves(place, asked(item), facts["plan"]) is not control
        controls += control
        if kind == "goal_shuffled" and not control:
            assert sorted(asked(item).goal) == sorted(example_goal)
            assert len(example_goal) > 1
    assert abs(controls - len(items) / 5) <= 1


@pytest.mark.parametrize(("name", "count"), SOME_SETS)
def test_an_event_leads_to_a_new_possible_state_without_the_goal(name: str, count: int) -> None:
    there = 0
    for item in drawn(name, "replanning", count):
        place, facts, moved = world(item.shown["world"]), item.shown["facts"], asked(item)
        start = moved.starting(map(atom_of, facts["start"]))
        visited = states_along(place, start, facts["plan"])
        changed = (visited[facts["after"]] - set(map(atom_of, facts["became_false"]))) | set(
            map(atom_of, facts["became_true"])
        )
        assert changed == moved.init
        assert moved.init not in visited
        assert moved.init.issuperset(moved.goal) is item.truth["notes"]["already_there"]
        there += item.truth["notes"]["already_there"]
        suffix = facts["plan"][facts["after"] :]
        assert item.truth["notes"]["old_suffix_works"] is solves(place, moved, suffix)
    assert there <= 0.06 * count + 1


def test_events_keep_what_every_reachable_state_of_blocks_keeps() -> None:
    for item in drawn("blocksworld", "replanning", DRAWS):
        state = asked(item).init
        held = [atom[1] for atom in state if atom[0] == "holding"]
        assert len(held) + (("handempty",) in state) == 1
        places = Counter(atom[1] for atom in state if atom[0] in ("on", "ontable", "holding"))
        assert all(places[name] == 1 for name, _ in asked(item).objects)
        covered = {atom[2] for atom in state if atom[0] == "on"}
        clear = {atom[1] for atom in state if atom[0] == "clear"}
        assert clear == {name for name, _ in asked(item).objects} - covered - set(held)


@pytest.mark.parametrize(("name", "count"), [("blocksworld_three", 80), ("blocksworld", DRAWS), ("logistics", FEWER)])
def test_no_two_questions_are_about_the_same_instance(name: str, count: int) -> None:
    items = drawn(name, "plan_generation", count)
    seen = {(asked(item).init, frozenset(asked(item).goal)) for item in items}
    assert len(seen) == len(items)
    for item in items:
        assert not asked(item).init.issuperset(asked(item).goal)
        assert solves(world(item.shown["world"]), asked(item), item.truth["answer"]["plan"])


def test_generalisation_keeps_its_closed_form_and_shows_a_smaller_example() -> None:
    items = drawn("blocksworld", "plan_generalisation", DRAWS)
    sizes = Counter(item.truth["notes"]["size"] for item in items)
    assert set(sizes) == set(range(3, 13))
    assert all(abs(count - DRAWS / 10) < 4 * (DRAWS / 10) ** 0.5 for count in sizes.values())
    for item in items:
        assert len(item.truth["answer"]["plan"]) == 2 * (item.truth["notes"]["size"] - 1)
        assert len(item.shown["examples"][0]["instance"]["objects"]) < item.truth["notes"]["size"]


@pytest.mark.parametrize("name", ["blocksworld", "logistics"])
def test_the_policy_of_a_family_is_optimal_at_small_sizes(name: str) -> None:
    for item in drawn(name, "plan_generalisation", 40):
        if item.truth["notes"]["size"] <= (4 if name == "blocksworld" else 3):
            found = solve(asked(item).task(world(name).domain), Limits(states=2_000_000))
            assert found.optimal_length == len(item.truth["answer"]["plan"])


@pytest.mark.parametrize("name", ["blocksworld", "depots"])
def test_what_is_unsolvable_is_proved_so(name: str) -> None:
    for item in drawn(name, "unsolvable", 100 if name == "blocksworld" else 3):
        found = solve(asked(item).task(world(name).domain), symmetry=False)
        assert found.exhausted
        added = [atom_of(text) for text in item.truth["notes"]["added"]]
        rest = [atom for atom in asked(item).goal if atom not in added]
        assert optimal_plan(world(name), asked(item).aiming(rest)) is not None


def test_the_moves_of_many_blocks_are_as_few_as_the_exhaustive_search_finds() -> None:
    for number in range(60):
        chance = random.Random(number)
        instance = blocks.draw_pair(chance, 3, 6)
        if number % 3 == 0 and instance.goal:
            instance = instance.aiming(chance.sample(instance.goal, chance.randint(1, len(instance.goal))))
        plan, known = shortest_block_plan(instance), optimal_plan(world("blocksworld"), instance)
        assert plan is not None
        assert known is not None
        assert len(plan) == len(known)
        assert solves(world("blocksworld"), instance, plan)


def test_arrangements_of_blocks_are_drawn_uniformly() -> None:
    chance = random.Random(3)
    seen = Counter(frozenset(blocks.uniform_towers(("a", "b", "c"), chance).items()) for _ in range(13_000))
    assert len(seen) == 13
    assert all(abs(count - 1000) < 150 for count in seen.values())


@pytest.mark.parametrize("name", ["blocksworld", "logistics"])
def test_stated_costs_are_the_least_by_exhaustion(name: str) -> None:
    place = world(name)
    checked = 0
    for item in drawn(name, "cost_optimal", 20 if name == "blocksworld" else 10):
        instance = asked(item)
        if len(instance.objects) > 14 or instance.size(place.size, place.domain) > (4 if name == "blocksworld" else 1):
            continue
        least = _least_minutes(instance.task(place.domain), place.minutes)
        assert item.truth["answer"]["total"] == least == item.truth["notes"]["optimal_cost"]
        checked += 1
    assert checked


def _least_minutes(task: Task, minutes: Mapping[str, int]) -> int:
    """Return the least cost by Dijkstra's method on the states of the semantic core."""
    actions, ticket = tuple(ground_actions(task)), count()
    waiting: list[tuple[int, int, State]] = [(0, next(ticket), task.initial)]
    settled: set[State] = set()
    while True:
        cost, _, state = heappop(waiting)
        if state in settled:
            continue
        if task.goal_reached(state):
            return cost
        settled.add(state)
        for action in actions:
            if action.applicable(state):
                heappush(waiting, (cost + minutes[action.name], next(ticket), action.successor(state)))


def test_shown_plans_are_steps_of_the_world() -> None:
    for item in drawn("depots", "plan_verification", FEWER):
        task = asked(item).task(world("depots").domain)
        assert all(task.fault(step_of(text)) is None for text in item.shown["facts"]["plan"])
