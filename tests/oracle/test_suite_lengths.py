"""Our search agrees with an independent planner on the classic domains.

`optimal_lengths.json` holds what Fast Downward proved offline (A* with the LM-cut heuristic): the length of a shortest
plan, or null where it proved that there is none.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from planclaims.pddl_io import read_task
from planclaims.search import Limits, solve
from planclaims.semantics.formula import And, Atom, Formula, Holds, conjuncts
from planclaims.semantics.model import Problem
from planclaims.semantics.task import Step, Task
from planclaims.semantics.validation import Status, validate

DOMAINS = Path(__file__).parents[2] / "domains"
CLASSIC = ("blocksworld", "gripper", "logistics")
PROVEN: dict[str, int | None] = json.loads(Path(__file__).with_name("optimal_lengths.json").read_text(encoding="utf-8"))
"""Domain and task to the proven length."""
LIMITS = Limits(states=5_000_000, memory_bytes=2 * 2**30)
classic = {key: length for key, length in sorted(PROVEN.items()) if key.split("/")[0] in CLASSIC}


def task_of(key: str) -> Task:
    domain, number = key.split("/")
    return read_task(DOMAINS / domain / "domain.pddl", DOMAINS / domain / "problems" / f"{number}.pddl")


@pytest.mark.parametrize("key", sorted(classic))
def test_the_search_finds_the_proven_length(key: str) -> None:
    task = task_of(key)
    solution = solve(task, LIMITS)
    assert solution.optimal_length == PROVEN[key]
    assert solution.solvable is (PROVEN[key] is not None)
    assert solution.exhausted or solution.solvable
    if solution.plan is not None:
        steps = [Step(action.name, action.arguments) for action in solution.plan]
        assert validate(task, steps).status is Status.VALID


def test_each_domain_has_eight_solvable_and_two_unsolvable_tasks() -> None:
    for domain in CLASSIC:
        lengths = [length for key, length in classic.items() if key.startswith(f"{domain}/")]
        assert len(lengths) == 10
        assert lengths.count(None) == 2


def test_no_two_domains_have_their_unsolvable_tasks_at_the_same_numbers() -> None:
    numbers: dict[str, list[str]] = {}
    for key, length in sorted(PROVEN.items()):
        if length is None:
            numbers.setdefault(key.split("/")[0], []).append(key.split("/")[1])
    pairs = [tuple(pair) for pair in numbers.values()]
    assert len(pairs) == len(set(pairs)) == 5


def test_the_longest_plan_of_the_suite_is_a_logistics_plan_of_63_actions() -> None:
    longest = max((length, key) for key, length in PROVEN.items() if length is not None)
    assert longest == (63, "logistics/09")
    assert PROVEN["blocksworld/10"] is not None
    assert PROVEN["gripper/01"] is None


def without_goal(task: Task, atom: Atom) -> Task:
    parts: tuple[Formula, ...] = tuple(part for part in conjuncts(task.problem.goal) if part != Holds(atom))
    assert len(parts) == len(conjuncts(task.problem.goal)) - 1
    return Task(task.domain, replace(task.problem, goal=And(parts)))


def with_facts(task: Task, *, gone: set[Atom], new: set[Atom]) -> Problem:
    assert gone <= task.problem.facts
    return replace(task.problem, facts=(task.problem.facts - gone) | new)


def solvable(task: Task) -> bool:
    return solve(task, LIMITS).solvable


def test_blocksworld_03_lacks_a_plan_only_because_of_the_block_to_be_held() -> None:
    task = task_of("blocksworld/03")
    (held,) = [part.atom for part in conjuncts(task.goal) if isinstance(part, Holds) and part.atom[0] == "arm-holds"]
    assert solvable(without_goal(task, held))


def test_blocksworld_07_has_a_plan_once_the_cycle_is_cut() -> None:
    task = task_of("blocksworld/07")
    on = {part.atom[1]: part.atom for part in conjuncts(task.goal) if isinstance(part, Holds)}
    start = next(block for block, atom in on.items() if atom[2] in on)
    assert solvable(without_goal(task, on[start]))


def test_gripper_01_has_a_plan_once_one_gripper_is_free() -> None:
    task = task_of("gripper/01")
    gripper = next(name for name, kinds in task.objects.items() if kinds == ("gripper",))
    assert solvable(Task(task.domain, with_facts(task, gone=set(), new={("gripper-free", gripper)})))


def test_gripper_09_has_a_plan_once_the_robots_room_is_unlocked() -> None:
    task = task_of("gripper/09")
    (start,) = [fact[1] for fact in task.problem.facts if fact[0] == "robot-in"]
    assert solvable(Task(task.domain, with_facts(task, gone={("room-locked", start)}, new=set())))


def test_logistics_04_has_a_plan_once_the_missing_truck_is_back() -> None:
    task = task_of("logistics/04")
    city_of = {fact[1]: fact[2] for fact in task.problem.facts if fact[0] == "part-of-city"}
    at = {fact[1]: fact[2] for fact in task.problem.facts if fact[0] == "located-at"}
    served = {city_of[at[name]] for name, kinds in task.objects.items() if kinds == ("truck",)}
    place = next(place for place, city in city_of.items() if city not in served)
    problem = with_facts(task, gone=set(), new={("located-at", "truck_000000", place)})
    problem = replace(problem, objects={**problem.objects, "truck_000000": ("truck",)})
    assert solvable(Task(task.domain, problem))


def test_logistics_10_has_a_plan_once_each_city_has_its_airport() -> None:
    task = task_of("logistics/10")
    city_of = {fact[1]: fact[2] for fact in task.problem.facts if fact[0] == "part-of-city"}
    airports = [name for name, kinds in task.objects.items() if kinds == ("airport",)]
    bare = next(iter(set(city_of.values()) - {city_of[airport] for airport in airports}))
    doubled = [name for name in airports if sum(city_of[name] == city_of[other] for other in airports) == 2]
    assert len(doubled) == 2
    outcomes = [
        with_facts(task, gone={("part-of-city", name, city_of[name])}, new={("part-of-city", name, bare)})
        for name in doubled
    ]
    assert any(solvable(Task(task.domain, problem)) for problem in outcomes)
