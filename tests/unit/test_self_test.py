"""The self-test of a domain: known plans get their verdicts, and a wrong verdict is named before any scoring."""

import json
from pathlib import Path

import pytest

from planclaims.errors import InputError
from planclaims.suites.hiddenpddl.scoring.self_test import KNOWN_PLANS, SelfTest, self_test, self_test_to_file
from planclaims.suites.hiddenpddl.task_facts import solve_to_file

DOMAIN = """(define (domain lamps) (:predicates (lit ?l) (wired ?l))
 (:action switch :parameters (?l) :precondition (wired ?l) :effect (lit ?l)))"""
PROBLEM = (
    "(define (problem p) (:domain lamps) (:objects a b c) (:init (wired a) (wired b)) (:goal (and (lit a) (lit b))))"
)
GOOD = {"task": "01", "verdict": "valid", "failed_step": None, "steps": ["(switch a)", "(switch b)"]}
BAD = {"task": "01", "verdict": "precondition_violated", "failed_step": 2, "steps": ["(switch a)", "(switch c)"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a domain with one task, whose facts are beside it."""
    folder = tmp_path / "lamps"
    (folder / "problems").mkdir(parents=True)
    (folder / "domain.pddl").write_text(DOMAIN)
    (folder / "problems/01.pddl").write_text(PROBLEM)
    known(folder, GOOD, BAD)
    solve_to_file(
        folder / "domain.pddl", folder / "problems/01.pddl", tmp_path / "facts.json", states=1000, memory_gib=1
    )
    return folder


def known(folder: Path, *plans: object) -> None:
    (folder / KNOWN_PLANS).write_text(json.dumps({"plans": plans}))


def test_known_plans_and_what_follows_from_search_are_counted(folder: Path) -> None:
    facts = folder.parent / "facts.json"
    # The shortest plan, its two beginnings, and an unknown action at each of its two places.
    assert self_test(folder, [facts]) == SelfTest("lamps", known=2, derived=5)
    (folder / KNOWN_PLANS).unlink()
    assert self_test(folder, [facts]) == SelfTest("lamps", known=0, derived=5)


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        ({**GOOD, "steps": ["(switch a)"]}, "known to be valid was judged goal not reached"),
        (
            {**BAD, "failed_step": 1},
            "known to be precondition violated at step 1 was judged precondition violated at step 2",
        ),
        ({**BAD, "steps": ["(switch a)", "(flip b)"]}, "was judged malformed at step 2"),
        ({**GOOD, "task": "02"}, "a task that does not exist; found 02; allowed: 01"),
        ({**GOOD, "verdict": "good"}, "wrong value at"),
    ],
)
def test_a_wrong_verdict_is_named_and_nothing_is_written(folder: Path, plan: object, told: str) -> None:
    known(folder, GOOD, plan)
    output = folder.parent / "self_test.json"
    with pytest.raises(InputError, match=KNOWN_PLANS) as raised:
        self_test_to_file(folder, [], output)
    assert told in str(raised.value)
    assert not output.exists()


def test_a_domain_that_was_changed_fails_on_its_old_plans(folder: Path) -> None:
    (folder / "domain.pddl").write_text(DOMAIN.replace("(wired ?l) :effect", "(not (wired ?l)) :effect"))
    with pytest.raises(InputError, match="plan 1: the self-test of the domain failed, so nothing of it is scored"):
        self_test(folder, [])
