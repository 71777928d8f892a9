"""The three classic domains keep the facts that the study promises about them; nothing here searches for long."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from suite_shapes import goal_facts, invariant, renamed

from planclaims.pddl_io import read_domain, read_task
from planclaims.semantics.formula import Holds, Not, conjuncts, leaves
from planclaims.semantics.grounding import static_predicates
from planclaims.semantics.model import TOTAL_COST, Domain
from planclaims.semantics.task import Task

DOMAINS = Path(__file__).parents[2] / "domains"
CLASSIC = ("blocksworld", "gripper", "logistics")
NUMBERS = tuple(f"{number:02}" for number in range(1, 11))
PREFIXES = {
    "blocksworld": {"object": "block"},
    "gripper": {"room": "room", "ball": "ball", "gripper": "gripper"},
    "logistics": {
        "city": "city",
        "location": "loc",
        "airport": "airport",
        "truck": "truck",
        "airplane": "air",
        "package": "pkg",
    },
}
SIGNATURES = {
    "blocksworld": {"pick-up": 1, "put-down": 1, "stack": 2, "unstack": 2},
    "gripper": {"move": 2, "pick": 3, "drop": 3},
    "logistics": {
        "load-truck": 3,
        "unload-truck": 3,
        "load-airplane": 3,
        "unload-airplane": 3,
        "drive-truck": 4,
        "fly-airplane": 3,
    },
}
every_domain = pytest.mark.parametrize("domain", CLASSIC)
every_task = pytest.mark.parametrize(
    ("domain", "number"), [(domain, number) for domain in CLASSIC for number in NUMBERS]
)


@cache
def domain_of(name: str) -> Domain:
    return read_domain(DOMAINS / name / "domain.pddl")


@cache
def task_of(name: str, number: str) -> Task:
    return read_task(DOMAINS / name / "domain.pddl", DOMAINS / name / "problems" / f"{number}.pddl")


def facts_of(task: Task, predicate: str) -> set[tuple[str, ...]]:
    return {fact[1:] for fact in task.problem.facts if fact[0] == predicate}


def pairs_of(task: Task, predicate: str) -> set[tuple[str, str]]:
    return {(fact[1], fact[2]) for fact in task.problem.facts if fact[0] == predicate}


def objects_of(task: Task, kind: str) -> set[str]:
    return {name for name, kinds in task.problem.objects.items() if kinds == (kind,)}


@every_domain
def test_ten_problems_and_nothing_else(domain: str) -> None:
    found = sorted(path.name for path in (DOMAINS / domain / "problems").iterdir())
    assert found == [f"{number}.pddl" for number in NUMBERS]


@every_task
def test_a_problem_file_shows_nothing_but_its_definition(domain: str, number: str) -> None:
    text = (DOMAINS / domain / "problems" / f"{number}.pddl").read_text(encoding="utf-8")
    assert text.startswith(f"(define (problem {domain}-{number})\n  (:domain {domain})\n")
    assert ";" not in text
    assert "solvable" not in text
    assert task_of(domain, number).problem.notes == ()


@every_task
def test_objects_carry_random_ids_behind_a_readable_prefix(domain: str, number: str) -> None:
    for name, kinds in task_of(domain, number).problem.objects.items():
        (kind,) = kinds
        assert re.fullmatch(rf"{PREFIXES[domain][kind]}_[0-9a-f]{{6}}", name)


def test_no_id_occurs_twice_in_the_suite() -> None:
    ids = [name.split("_")[1] for d in CLASSIC for n in NUMBERS for name in task_of(d, n).problem.objects]
    assert len(ids) == len(set(ids)) > 300


@every_domain
def test_the_actions_have_the_usual_names_and_arities(domain: str) -> None:
    actions = domain_of(domain).actions
    assert {name: len(schema.parameters) for name, schema in actions.items()} == SIGNATURES[domain]


def test_blocksworld_is_untyped_and_has_no_cost() -> None:
    domain = domain_of("blocksworld")
    assert not set(domain.types) - {"object"}
    assert not domain.functions
    assert all(not effect.changes for schema in domain.actions.values() for effect in schema.effects)
    assert all(task_of("blocksworld", number).problem.metric is None for number in NUMBERS)


@pytest.mark.parametrize("domain", ["gripper", "logistics"])
def test_every_action_of_a_typed_domain_costs_one(domain: str) -> None:
    assert set(domain_of(domain).functions) == {TOTAL_COST[0]}
    for schema in domain_of(domain).actions.values():
        changes = [change for effect in schema.effects for change in effect.changes]
        assert [(change.kind, change.fluent) for change in changes] == [("increase", TOTAL_COST)]
        assert str(changes[0].expression) == "1"
        assert all(parameter.types != ("object",) for parameter in schema.parameters)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("domain", ["gripper", "logistics"])
def test_a_typed_problem_minimises_the_total_cost_from_zero(domain: str, number: str) -> None:
    problem = task_of(domain, number).problem
    assert problem.metric is not None
    assert "minimize" in problem.metric
    assert "total-cost" in problem.metric
    assert problem.values == {TOTAL_COST: 0}


@every_task
def test_the_initial_state_is_no_goal_state(domain: str, number: str) -> None:
    task = task_of(domain, number)
    assert not task.goal_reached(task.initial)


@pytest.mark.parametrize("number", NUMBERS)
def test_every_block_starts_in_one_place_and_is_clear_unless_covered_or_held(number: str) -> None:
    task = task_of("blocksworld", number)
    above = pairs_of(task, "on-block")
    held = {block for (block,) in facts_of(task, "arm-holds")}
    places = Counter([upper for upper, _ in above] + [block for (block,) in facts_of(task, "on-table")] + sorted(held))
    assert places == Counter(objects_of(task, "object"))
    assert max(Counter(lower for _, lower in above).values(), default=0) <= 1
    covered = {lower for _, lower in above}
    assert facts_of(task, "clear-top") == {(block,) for block in set(task.problem.objects) - covered - held}
    assert len(held) + len(facts_of(task, "arm-empty")) == 1


@pytest.mark.parametrize("number", NUMBERS)
def test_a_ball_starts_in_one_room_or_gripper_and_the_robot_in_one_room(number: str) -> None:
    task = task_of("gripper", number)
    places = Counter(fact[1] for fact in task.problem.facts if fact[0] == "ball-in")
    places.update(fact[2] for fact in task.problem.facts if fact[0] == "gripper-holds")
    assert places == Counter(objects_of(task, "ball"))
    assert len(facts_of(task, "robot-in")) == 1
    assert len(objects_of(task, "gripper")) == 2
    busy = {gripper for gripper, _ in pairs_of(task, "gripper-holds")}
    assert not busy & {gripper for (gripper,) in facts_of(task, "gripper-free")}


@pytest.mark.parametrize("number", NUMBERS)
def test_packages_and_vehicles_start_in_one_place_and_every_place_lies_in_one_city(number: str) -> None:
    task = task_of("logistics", number)
    places = Counter(fact[1] for fact in task.problem.facts if fact[0] in {"located-at", "inside-vehicle"})
    movables = objects_of(task, "package") | objects_of(task, "truck") | objects_of(task, "airplane")
    assert places == Counter(movables)
    lying = Counter(place for place, _ in pairs_of(task, "part-of-city"))
    assert lying == Counter(objects_of(task, "location") | objects_of(task, "airport"))
    at = dict(pairs_of(task, "located-at"))
    assert all(at[airplane] in objects_of(task, "airport") for airplane in objects_of(task, "airplane"))


def test_a_locked_room_is_only_ever_asked_about_when_the_robot_enters_it() -> None:
    domain = domain_of("gripper")
    asking = {
        name: [part for part in conjuncts(schema.precondition) if isinstance(part, Not)]
        for name, schema in domain.actions.items()
    }
    assert [str(part) for part in asking.pop("move")] == ["(not (room-locked ?destination))"]
    assert not any(asking.values())
    assert "room-locked" in static_predicates(task_of("gripper", "09"))


def test_only_gripper_09_has_locked_rooms() -> None:
    assert [number for number in NUMBERS if facts_of(task_of("gripper", number), "room-locked")] == ["09"]


def test_gripper_09_wants_more_balls_out_of_a_locked_room_than_the_grippers_carry() -> None:
    task = task_of("gripper", "09")
    ((start,),) = facts_of(task, "robot-in")
    assert (start,) in facts_of(task, "room-locked")
    inside = {ball for ball, room in pairs_of(task, "ball-in") if room == start}
    leaving = {atom[1] for atom in goal_facts(task) if atom[1] in inside and atom[2] != start}
    assert len(leaving) == 3


def test_in_gripper_01_no_gripper_is_free_and_none_holds_a_ball() -> None:
    task = task_of("gripper", "01")
    assert not facts_of(task, "gripper-free")
    assert not pairs_of(task, "gripper-holds")
    assert len(objects_of(task, "gripper")) == 2


def test_in_every_other_gripper_task_some_gripper_can_work() -> None:
    for number in NUMBERS[1:]:
        task = task_of("gripper", number)
        assert facts_of(task, "gripper-free") | pairs_of(task, "gripper-holds")


def cyclic(pairs: set[tuple[str, str]]) -> set[str]:
    """Return the blocks left once tops and bottoms of proper towers have been taken away again and again."""
    while True:
        uppers, lowers = {upper for upper, _ in pairs}, {lower for _, lower in pairs}
        kept = {(upper, lower) for upper, lower in pairs if upper in lowers and lower in uppers}
        if kept == pairs:
            return uppers
        pairs = kept


def test_only_blocksworld_07_asks_for_a_cyclic_tower_among_sensible_goals() -> None:
    cycles = {}
    for number in NUMBERS:
        goal = goal_facts(task_of("blocksworld", number))
        cycles[number] = cyclic({(atom[1], atom[2]) for atom in goal if atom[0] == "on-block"})
    assert [number for number, blocks in cycles.items() if blocks] == ["07"]
    assert len(cycles["07"]) == 5
    assert len(goal_facts(task_of("blocksworld", "07"))) == 6


def test_blocksworld_03_asks_for_a_block_on_top_of_a_held_one() -> None:
    goal = goal_facts(task_of("blocksworld", "03"))
    (held,) = [atom[1] for atom in goal if atom[0] == "arm-holds"]
    assert any(atom[0] == "on-block" and atom[2] == held for atom in goal)


def cities_served(task: Task) -> dict[str, tuple[int, int]]:
    """Return for every city how many locations and how many trucks it has."""
    city_of = dict(pairs_of(task, "part-of-city"))
    at = dict(pairs_of(task, "located-at"))
    places = Counter(city_of.values())
    trucks = Counter(city_of[at[truck]] for truck in objects_of(task, "truck"))
    return {city: (places[city], trucks[city]) for city in objects_of(task, "city")}


def test_logistics_04_lacks_the_truck_of_a_destination_city() -> None:
    task = task_of("logistics", "04")
    bare = [city for city, (places, trucks) in cities_served(task).items() if places > 1 and not trucks]
    assert len(bare) == 1
    city_of, at = dict(pairs_of(task, "part-of-city")), dict(pairs_of(task, "located-at"))
    stuck = [
        atom
        for atom in goal_facts(task)
        if city_of[atom[2]] == bare[0] and atom[2] not in objects_of(task, "airport") and at[atom[1]] != atom[2]
    ]
    assert len(stuck) == 1


def test_every_other_logistics_city_of_several_locations_has_a_truck() -> None:
    for number in NUMBERS:
        if number != "04":
            served = cities_served(task_of("logistics", number)).values()
            assert all(trucks for places, trucks in served if places > 1)


def test_logistics_10_wants_a_package_in_a_city_without_an_airport() -> None:
    task = task_of("logistics", "10")
    city_of, at = dict(pairs_of(task, "part-of-city")), dict(pairs_of(task, "located-at"))
    with_airport = {city_of[airport] for airport in objects_of(task, "airport")}
    wanted = {atom[1]: city_of[atom[2]] for atom in goal_facts(task)}
    assert [city for package, city in wanted.items() if city not in with_airport | {city_of[at[package]]}]
    assert len(objects_of(task, "airport")) == len(objects_of(task, "city")) == 3


@every_domain
def test_the_invariant_does_not_see_names(domain: str) -> None:
    task = task_of(domain, "04")
    assert invariant(renamed(task)) == invariant(task)


@every_domain
def test_no_two_tasks_of_a_domain_are_the_same_up_to_names(domain: str) -> None:
    seen = {number: invariant(task_of(domain, number)) for number in NUMBERS}
    assert [pair for pair in combinations(NUMBERS, 2) if seen[pair[0]] == seen[pair[1]]] == []


def texts(value: object) -> Iterator[str]:
    """Yield every piece of prose in the phrases, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts(part)


@every_domain
def test_the_phrases_cover_the_domain_and_never_name_a_predicate(domain: str) -> None:
    schema = domain_of(domain)
    phrases = json.loads((DOMAINS / domain / "domain.json").read_text(encoding="utf-8"))
    assert set(phrases["predicates"]) == set(schema.predicates)
    assert set(phrases["actions"]) == set(schema.actions)
    assert set(phrases["types"]) == (set(schema.types) | {"object"} if domain == "blocksworld" else set(schema.types))
    assert all("-" in name for name in schema.predicates)
    prose = " ".join(texts(phrases)).lower()
    assert not [
        name for name in (*schema.predicates, *schema.functions) if name in prose or name.replace("-", "_") in prose
    ]


@every_domain
def test_a_phrase_has_one_place_for_each_argument(domain: str) -> None:
    schema = domain_of(domain)
    phrases = json.loads((DOMAINS / domain / "domain.json").read_text(encoding="utf-8"))
    for name, wordings in phrases["predicates"].items():
        for wording in wordings.values():
            assert places_in(wording) == set(range(len(schema.predicates[name])))
    for name, texts_of_action in phrases["actions"].items():
        for wording in texts_of_action["imperatives"]:
            assert places_in(wording) == set(range(len(schema.actions[name].parameters)))


def places_in(wording: str) -> set[int]:
    return {int(place) for place in re.findall(r"\{(\d+)\}", wording)}


@every_domain
def test_goals_ask_for_facts_that_actions_can_change(domain: str) -> None:
    for number in NUMBERS:
        task = task_of(domain, number)
        static = static_predicates(task)
        asked = {leaf.atom[0] for leaf in leaves(task.goal) if isinstance(leaf, Holds)}
        assert asked
        assert not asked & static
