from __future__ import annotations

from pathlib import Path

import pytest
from language_worlds import depot, depot_task, holds

from planclaims.language.audit import audit, leaks
from planclaims.language.briefs import Brief, template_brief
from planclaims.language.prose.phrases import Phrases
from planclaims.pddl_io import read_task
from planclaims.semantics.formula import And, Parameter
from planclaims.semantics.model import ActionSchema, Domain

DOMAINS = Path(__file__).parents[2] / "domains"
PHRASES = Phrases.load(depot())
TASK = depot_task()
BRIEF = template_brief(TASK, PHRASES)
PLAIN = Domain(
    "plain",
    {"truck": ()},
    {},
    {"on": (Parameter("?x"), Parameter("?y")), "clear": (Parameter("?x"),), "truck": (Parameter("?x"),)},
    {"load": (Parameter("?t"),)},
    {"clear": ActionSchema("clear", (), And(), ())},
)


def test_the_template_brief_passes() -> None:
    assert audit(TASK, PHRASES, BRIEF) == ()


@pytest.mark.parametrize(
    ("line", "subject"),
    [
        ("- block_a is clear\n", "block_a is clear"),
        ("- the arm is empty\n", "the arm is empty"),
        ("- truck_1 is located at loc_1\n", "truck_1 is located at loc_1"),
        ("- the capacity of truck_1 is 2\n", "the capacity of truck_1 is 2"),
        ("- block_a is on top of block_b\n", "block_a is on top of block_b"),
    ],
)
def test_a_statement_that_is_left_out_is_found(line: str, subject: str) -> None:
    text = f"{BRIEF.instance}\n"
    assert line in text
    findings = audit(TASK, PHRASES, Brief(BRIEF.domain, text.replace(line, "")))
    assert [(finding.kind, finding.subject) for finding in findings] == [("missing", subject)]


def test_a_statement_turned_into_its_denial_is_found() -> None:
    text = BRIEF.instance.replace("block_a is clear", "block_a is not clear")
    assert [finding.subject for finding in audit(TASK, PHRASES, Brief(BRIEF.domain, text))] == ["block_a is clear"]


def test_a_wrong_number_is_found() -> None:
    text = BRIEF.instance.replace("capacity of truck_1 is 2", "capacity of truck_1 is 3")
    findings = audit(TASK, PHRASES, Brief(BRIEF.domain, text))
    assert [finding.subject for finding in findings] == ["the capacity of truck_1 is 2"]


def test_a_fact_of_start_and_goal_must_be_stated_twice() -> None:
    task = depot_task(And((holds("block-clear", "block_a"), holds("on-top", "block_b", "block_a"))))
    brief = template_brief(task, PHRASES)
    assert audit(task, PHRASES, brief) == ()
    once = Brief(brief.domain, brief.instance.replace("- block_a is clear\n", "", 1))
    assert [finding.detail for finding in audit(task, PHRASES, once)] == [
        "not stated twice, initially and as a goal (initial situation)"
    ]


def test_names_and_numbers_that_are_left_out_are_found() -> None:
    domain = BRIEF.domain.replace("stack", "pile").replace("plus 1", "plus some").replace("up by 1", "up")
    instance = BRIEF.instance.replace("loc_2", "loc_3")
    found = {(f.subject, f.detail) for f in audit(TASK, PHRASES, Brief(domain, instance))}
    assert ("stack", "the action is not named") in found
    assert ("loc_2", "the object is not named") in found
    assert ("1", "the number is not stated (action load-truck)") in found


def test_freer_words_and_lists_are_accepted() -> None:
    instance = """
    There are two blocks, block_a and block_b, two packages, a truck and two places (loc_1 and loc_2).
    At the beginning the robot's arm is empty. Block_a and block_b are both clear.
    Located at loc_1:
    - the packages pkg_1 and pkg_2
    - truck_1, which has a capacity of two
    The truck_1 carries a load of 0.
    In the end, block_a must be on top of block_b, and pkg_1 inside truck_1.
    """
    assert audit(TASK, PHRASES, Brief(BRIEF.domain, instance)) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Then arm-empty is true.",
        "LOCATED-AT matters.",
        "the total-cost grows",
        "(:action pick-up",
        "the section :precondition lists them",
        "(and (x) (y))",
        "(not (x))",
        "(define (domain d))",
        "for ?block do",
        "see /home/me/file",
        "see C:\\temp",
        "in domain.pddl",
        'Traceback (most recent call last):\n  File "x.py", line 3',
        "ValueError: no",
    ],
)
def test_leaks_are_found(text: str) -> None:
    assert leaks(depot(), text)


@pytest.mark.parametrize("text", ["(on a b)", "on(a, b)", "( ON a b )", "load(t)", "It is on a b now."])
def test_simple_names_leak_in_pddl_shape(text: str) -> None:
    assert [leak.subject for leak in leaks(PLAIN, text, ["a", "b"])] in (["on"], ["load"])


@pytest.mark.parametrize(
    "text",
    [
        "a is on b, and the load(s) are on c",
        "(on the whole, this works) (clear)",
        "use (clear) now; clear a path and/or go 3/4",
        "truck t1 is a truck (truck t1)",
        "Is that so? Yes: the goal is near. Time 12:30; ratio 1:2",
        "1. pick-up block_a",
    ],
)
def test_plain_english_does_not_leak(text: str) -> None:
    assert leaks(PLAIN, text, ["a", "b", "t1"]) == ()


def test_an_action_or_parameter_of_the_same_name_is_no_leak() -> None:
    domain = Domain("d", {}, {}, {"power-on": (Parameter("?x"),)}, {}, {})
    assert [leak.subject for leak in leaks(domain, "use power-on")] == ["power-on"]
    action = ActionSchema("power-on", (Parameter("?x"),), And(), ())
    assert leaks(Domain("d", {}, {}, domain.predicates, {}, {"power-on": action}), "use power-on") == ()


@pytest.mark.parametrize(
    "problem",
    sorted(DOMAINS.glob("*/problems/*.pddl")),
    ids=lambda path: f"{path.parts[-3]}-{path.stem}",
)
def test_the_template_briefs_of_the_suite_pass(problem: Path) -> None:
    folder = problem.parents[1]
    task = read_task(folder / "domain.pddl", problem)
    for phrases in (Phrases.load(task.domain, folder / "domain.json"), Phrases.load(task.domain)):
        assert audit(task, phrases, template_brief(task, phrases)) == ()
