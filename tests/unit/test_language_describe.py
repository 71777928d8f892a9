from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from language_worlds import ONE, block, depot, depot_task, holds

from planclaims.language.briefs import Brief, checked_in_brief, template_brief
from planclaims.language.leaks import leaks
from planclaims.language.prose import describe
from planclaims.language.prose.phrases import Phrases
from planclaims.language.prose.verbalise import clause, clauses, effect_clauses
from planclaims.pddl_io import read_task
from planclaims.semantics.formula import (
    And,
    Arithmetic,
    Compare,
    Constant,
    Exists,
    ForAll,
    Formula,
    Not,
    Or,
    Parameter,
    Read,
    Same,
)
from planclaims.semantics.model import TOTAL_COST, Change, Effect
from planclaims.semantics.state import State
from planclaims.semantics.task import Step, Task

DOMAINS = Path(__file__).parents[2] / "domains"
PHRASES = Phrases.load(depot())
A, B = holds("block-clear", "a"), holds("block-clear", "b")
LOAD = Read(("load", "t"))


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (A, "a is clear"),
        (Not(A), "a is not clear"),
        (Not(Not(A)), "a is clear"),
        (Same("?x", "?y"), "x and y are the same object"),
        (Not(Same("?x", "?y")), "x and y are different objects"),
        (And(), "nothing more is needed"),
        (Or(), "something impossible holds"),
        (Or((A, B)), "at least one of these holds: a is clear or b is clear"),
        (Or((A, And((A, B)))), "at least one of these holds: a is clear or (a is clear and b is clear)"),
        (Not(Or((A, B))), "a is not clear and b is not clear"),
        (Not(And((A, B))), "at least one of these holds: a is not clear or b is not clear"),
        (Or((Not(A), B)), "if a is clear, then b is clear"),
        (ForAll((block("?b"),), holds("block-clear", "?b")), "for every block b, b is clear"),
        (Not(ForAll((block("?b"),), A)), "there is some block b such that a is not clear"),
        (Not(Exists((block("?b"),), A)), "for every block b, a is not clear"),
        (Compare("<", LOAD, ONE), "the load of t is less than 1"),
        (Not(Compare("<", LOAD, ONE)), "the load of t is at least 1"),
        (Not(Compare("=", LOAD, ONE)), "the load of t is not equal to 1"),
        (
            Compare("<=", Arithmetic("+", LOAD, ONE), Read(("capacity", "t"))),
            "the load of t plus 1 is at most the capacity of t",
        ),
        (
            Compare(">", Arithmetic("-", LOAD, Arithmetic("*", ONE, LOAD)), Constant(Fraction(1, 2))),
            "the load of t minus (1 times the load of t) is more than 0.5",
        ),
    ],
)
def test_conditions_in_prose(formula: Formula, text: str) -> None:
    assert clause(PHRASES, formula) == text


def test_either_types_are_named() -> None:
    formula = Exists((Parameter("?x", ("truck", "package")),), holds("located-at", "?x", "loc_1"))
    assert clause(PHRASES, formula) == "there is some truck or package x such that x is located at loc_1"


def test_conjuncts_become_separate_clauses_and_cost_is_left_out() -> None:
    cost = Compare("<=", Read(TOTAL_COST), Constant(Fraction(9)))
    assert clauses(PHRASES, And((A, And((B, cost))))) == ("a is clear", "b is clear")


def test_effects_in_prose() -> None:
    effect = Effect(
        add=(("block-clear", "?b"),),
        delete=(("block-clear", "?b"), ("arm-holds", "?b")),
        changes=(Change("decrease", ("load", "?t"), ONE), Change("increase", TOTAL_COST, ONE)),
        condition=holds("on-top", "?b", "?c"),
        variables=(block("?b"),),
    )
    assert effect_clauses(PHRASES, [effect]) == (
        "for every block b: if b is on top of c (judged before the action), then:\n"
        "  - afterwards, b is clear\n"
        "  - afterwards, the arm does not hold b\n"
        "  - the load of t goes down by 1",
    )


def test_conditions_nested_deep_become_lists() -> None:
    either = Or((And((A, Not(B))), And((B, Or((Not(A), And((A, holds("arm-empty")))))))))
    assert clauses(PHRASES, either) == (
        "at least one of these holds:\n"
        "  - a is clear and b is not clear\n"
        "  - all of these hold:\n"
        "    - b is clear\n"
        "    - if a is clear, then a is clear and the arm is empty",
    )
    inner = Exists((block("?b"),), And((holds("block-clear", "?b"), Not(And((A, Or((B, A))))))))
    assert clauses(PHRASES, inner) == (
        "there is some block b such that all of these hold:\n"
        "  - b is clear\n"
        "  - if a is clear, then b is not clear and a is not clear",
    )
    assert not any("(" in text for formula in (either, inner) for text in clauses(PHRASES, formula))


def test_an_effect_with_a_nested_condition_is_a_list() -> None:
    effect = Effect(add=(("block-clear", "a"),), condition=And((A, Or((B, holds("arm-empty"))))))
    assert effect_clauses(PHRASES, [effect]) == (
        "if all of this holds before the action:\n"
        "  - a is clear\n"
        "  - at least one of these holds: b is clear or the arm is empty\n"
        "  then:\n"
        "  - afterwards, a is clear",
    )


def test_the_same_change_twice_is_told_twice() -> None:
    change = Change("increase", ("load", "t"), ONE)
    assert effect_clauses(PHRASES, [Effect(changes=(change, change))]) == ("the load of t goes up by 1",) * 2


def test_action_description() -> None:
    assert describe.action_description(depot(), PHRASES, "load-truck").splitlines() == [
        "Action load-truck",
        "Arguments: package (a package), truck (a truck), place (a place), in this order.",
        "Requirements:",
        "- package is located at place",
        "- truck is located at place",
        "- the load of truck plus 1 is at most the capacity of truck",
        "Effects:",
        "- afterwards, package is inside truck",
        "- afterwards, package is not located at place",
        "- the load of truck goes up by 1",
    ]


def test_state_description_is_complete_and_ordered() -> None:
    task = depot_task()
    assert describe.state_description(task, PHRASES, task.initial).splitlines() == [
        "- the arm is empty",
        "- block_a is clear",
        "- block_b is clear",
        "- pkg_1 is located at loc_1",
        "- pkg_2 is located at loc_1",
        "- truck_1 is located at loc_1",
        "- the load of truck_1 is 0",
        "- the capacity of truck_1 is 2",
        "Anything that is not stated here does not hold.",
    ]


def test_overview_sums_up_and_gives_the_goal() -> None:
    text = describe.overview(depot_task(), PHRASES)
    assert "There are 7 objects: 2 blocks, 2 packages, 1 truck and 2 places. At the start, in short:" in text
    assert "- both blocks are clear" in text
    assert "- each of the 2 packages is located at a place" in text
    assert "- the load of truck_1 is 0" in text
    assert "numbers with a value" not in text
    assert "Goal: all of this must hold at the end:\n- pkg_1 is inside truck_1\n- block_a is on top of block_b" in text
    assert "as few actions as possible" in text


def test_object_list_states_types_and_supertypes() -> None:
    lines = describe.object_list(depot_task(), PHRASES).splitlines()
    assert lines[0] == "There are 7 objects."
    assert "- packages: pkg_1, pkg_2" in lines
    assert not any("movable" in line for line in lines)  # no action speaks of movables
    told = describe.object_list(depot_task(Exists((Parameter("?m", ("movable",)),), A)), PHRASES).splitlines()
    assert "- every truck is also a movable" in told


def test_object_situation_names_all_facts_and_values() -> None:
    task = depot_task()
    assert describe.object_situation(task, PHRASES, task.initial, "truck_1").splitlines() == [
        "truck_1 is a truck.",
        "At the moment:",
        "- truck_1 is located at loc_1",
        "- the load of truck_1 is 0",
        "- the capacity of truck_1 is 2",
        "Anything about truck_1 that is not stated here does not hold.",
    ]
    assert "Nothing is stated" in describe.object_situation(task, PHRASES, task.initial, "loc_2")


def lamps(tmp_path: Path, fails: str = "{0} is off") -> Phrases:
    path = tmp_path / "domain.json"
    phrases = {"predicates": {"block-clear": {"holds": "{0} is lit", "fails": fails}}}
    path.write_text(json.dumps(phrases), encoding="utf-8")
    return Phrases.load(depot(), path)


def test_a_state_names_both_sides_of_an_opposite(tmp_path: Path) -> None:
    task = depot_task()
    dark = State(frozenset(task.initial.facts - {("block-clear", "block_a")}), task.initial.values)
    lines = describe.state_description(task, lamps(tmp_path), dark).splitlines()
    assert [line for line in lines if "block" in line] == ["- block_a is off", "- block_b is lit"]
    about = describe.object_situation(task, lamps(tmp_path), dark, "block_a").splitlines()
    assert about[:3] == ["block_a is a block.", "At the moment:", "- block_a is off"]
    plain = describe.state_description(task, lamps(tmp_path, "{0} is not lit"), dark)
    assert "block_a" not in plain


def test_an_opposite_of_two_objects_is_a_rule(tmp_path: Path) -> None:
    path = tmp_path / "domain.json"
    path.write_text(
        '{"predicates": {"on-top": {"holds": "{0} is on {1}", "fails": "{0} is off {1}"}}}', encoding="utf-8"
    )
    rules = describe.world_rules(Phrases.load(depot(), path))
    assert '"A is off B" means that it is not stated that A is on B.' in rules


def test_history() -> None:
    assert describe.history([]) == "No action has been executed yet."
    steps = [Step("pick-up", ("block_a",)), Step("stack", ("block_a", "block_b"))]
    assert describe.history(steps) == "1. pick-up block_a\n2. stack block_a block_b"


def test_a_goal_variable_is_never_mistaken_for_an_object() -> None:
    goal = ForAll((block("?block_a"),), holds("block-clear", "?block_a"))
    lines = describe.goal_lines(depot_task(goal), PHRASES)
    assert lines[1:] == ["- block_a is clear", "- block_b is clear"]


def test_template_brief_holds_everything() -> None:
    brief = template_brief(depot_task(), PHRASES)
    for name in depot().actions:
        assert describe.action_description(depot(), PHRASES, name) in brief.domain
    assert "movable" not in brief.domain  # it has no objects of its own, and no action speaks of it
    assert "every number in an action is the one from before the action" in brief.domain
    assert describe.object_list(depot_task(), PHRASES) in brief.instance
    assert "Goal: all of this" in brief.instance


def test_checked_in_briefs(tmp_path: Path) -> None:
    path = tmp_path / "domain.json"
    path.write_text('{"scenario": "S", "briefs": {"domain": "D", "tasks": {"01": "I"}}}', encoding="utf-8")
    phrases = Phrases.load(depot(), path)
    assert checked_in_brief(phrases, "01") == Brief("D", "I")
    assert checked_in_brief(phrases, "02") is None
    assert checked_in_brief(PHRASES, "01") is None


def suite() -> list[Path]:
    return sorted(DOMAINS.glob("*/problems/*.pddl"))


def texts_of(task: Task, phrases: Phrases) -> list[str]:
    return [
        describe.overview(task, phrases),
        describe.object_list(task, phrases),
        describe.action_list(task.domain, phrases),
        describe.state_description(task, phrases, task.initial),
        *(describe.object_situation(task, phrases, task.initial, name) for name in task.objects),
    ]


@pytest.mark.parametrize("problem", suite(), ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_no_text_about_a_suite_task_leaks(problem: Path) -> None:
    folder = problem.parents[1]
    task = read_task(folder / "domain.pddl", problem)
    phrases = Phrases.load(task.domain, folder / "domain.json")
    assert [leak for text in texts_of(task, phrases) for leak in leaks(task.domain, text, task.objects)] == []
