"""Numbers that grow past what can be computed leave an episode without a verdict, and stop nothing else."""

from dataclasses import replace
from pathlib import Path

import pytest
from scoring_worlds import act, block, offline_record, online_record
from stages import TaskStage

from planclaims.episodes.record import EpisodeRecord
from planclaims.errors import LimitExceeded
from planclaims.language.hidden_task import HiddenTask, read_hidden_task
from planclaims.report.viewer.trace import trace
from planclaims.report.viewer.verdict import verdict
from planclaims.seam import LimitEnding, ToolCall, Turn
from planclaims.semantics.task import Step
from planclaims.semantics.validation import validate
from planclaims.suites.hiddenpddl.controls.oracle import Oracle
from planclaims.suites.hiddenpddl.controls.reference import REFERENCES, reference_model
from planclaims.suites.hiddenpddl.environment import Ending
from planclaims.suites.hiddenpddl.scoring.judge import judge

DOMAIN = """
(define (domain growth)
  (:requirements :strips :typing :numeric-fluents)
  (:types thing)
  (:predicates (done ?t - thing))
  (:functions (size))
  (:action square :parameters (?t - thing) :precondition (and) :effect (and (assign (size) (* (size) (size)))))
  (:action check :parameters (?t - thing) :precondition (> (* (size) (size)) 0) :effect (and (done ?t)))
  (:action finish :parameters (?t - thing) :precondition (and) :effect (and (done ?t))))
"""
PROBLEM = """
(define (problem one) (:domain growth) (:objects a - thing)
  (:init (= (size) 10)) (:goal (and (done a) %s)))
"""
SQUARE = "(square a)"
EFFECT = [SQUARE] * 13
PRECONDITION = [*[SQUARE] * 11, "(check a)"]
"""The size has 2,049 digits then, its square more than 4,000."""
GOAL = [*[SQUARE] * 11, "(finish a)"]


@pytest.fixture
def hidden(tmp_path: Path) -> HiddenTask:
    return world(tmp_path, "")


def world(folder: Path, goal: str) -> HiddenTask:
    (folder / "domain.pddl").write_text(DOMAIN)
    (folder / "problem.pddl").write_text(PROBLEM % goal)
    return read_hidden_task(folder / "domain.pddl", folder / "problem.pddl", None)


def unscored(record: EpisodeRecord, hidden: HiddenTask) -> None:
    row = judge(record, hidden, optimal_length=1).row
    assert (row.scored, row.success, row.score, row.outcome, row.ending) == (False, None, None, None, None)
    assert row.failure is not None
    assert "more than 4000 digits" in row.failure
    assert row.model_calls == 2, "what was spent is known"
    text = verdict({"scored": row.scored, "failure": row.failure}, record, trace(record, hidden))
    assert text.startswith("Not scored: a number of more than 4000 digits")


@pytest.mark.parametrize("steps", [EFFECT, PRECONDITION], ids=["effect", "precondition"])
def test_a_plan_whose_numbers_grow_too_long_is_unscored(hidden: HiddenTask, steps: list[str]) -> None:
    parsed = tuple(Step(text.strip("()").split()[0], ("a",)) for text in steps)
    with pytest.raises(LimitExceeded):
        validate(hidden.task, parsed)
    facts = {"solvable": True, "optimal_length": 1, "budget": 20}
    unscored(offline_record(block(*steps), 1, task_facts=facts), hidden)


def test_a_goal_whose_numbers_grow_too_long_is_unscored(tmp_path: Path) -> None:
    hidden = world(tmp_path, "(> (* (size) (size)) 0)")
    unscored(offline_record(block(*GOAL), 1), hidden)
    unscored(online_record(hidden, [*map(act, GOAL), ToolCall("submit")], 1), hidden)


@pytest.mark.parametrize("steps", [EFFECT, PRECONDITION], ids=["effect", "precondition"])
def test_an_agent_that_lets_numbers_grow_too_long_ends_its_episode(hidden: HiddenTask, steps: list[str]) -> None:
    environment = TaskStage(hidden.task, hidden.phrases, 20, finish=False)
    taken = 0
    for step in steps:
        if environment.ending is not None:
            break
        told = environment.call(Turn("", act(step))).text
        taken += 1
    assert environment.ending is Ending.NUMBER_LIMIT
    assert told == "A number came up that is too long to compute with. The episode is over."
    record = online_record(hidden, [act(step) for step in steps[:taken]], 1)
    assert record.ending == Ending.NUMBER_LIMIT
    unscored(record, hidden)
    unscored(replace(record, ending=LimitEnding.TIMEOUT), hidden)


@pytest.mark.parametrize("script", sorted(REFERENCES))
def test_references_stop_where_numbers_grow_too_long(hidden: HiddenTask, script: str) -> None:
    oracle = Oracle(hidden.task, (Step("finish", ("a",)),), True, 1, 60)
    assert reference_model(script, oracle) is not None
