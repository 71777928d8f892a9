"""Validation of plans of 10, 100 and 1,000 steps against unified-planning, and of a task with 20,000 objects."""

# mypy: disable-error-code="import-untyped"

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.figure import Figure
from bench.process import ROOT
from planclaims.pddl_io import read_plan, read_task
from planclaims.semantics.validation import Status, validate

LENGTHS = (10, 100, 1000)
AIM = 1 / 20
OBJECTS = 20_000


def figures() -> list[Figure]:
    """Return the seconds per plan, with files read before, and of a whole reading at 20,000 objects."""
    domain = ROOT / "domains/blocksworld/domain.pddl"
    problem = ROOT / "domains/blocksworld/problems/06.pddl"
    return [*(_against_unified_planning(domain, problem, length) for length in LENGTHS), _many_objects()]


def _plan(domain: Path, problem: Path, length: int) -> str:
    from planclaims.semantics.grounding import applicable_actions, ground_actions

    task = read_task(domain, problem)
    actions, state, steps, source = tuple(ground_actions(task)), task.initial, [], random.Random(length)
    for _ in range(length):
        action = source.choice(applicable_actions(actions, state))
        steps.append(str(action))
        state = action.successor(state)
    return "\n".join(steps)


def _seconds(work: Callable[[], object], least: float = 0.5) -> float:
    """Return the processor seconds of the work, repeated until they are long enough to be measured."""
    work()
    times, start = 0, time.process_time()
    while time.process_time() - start < least:
        work()
        times += 1
    return (time.process_time() - start) / times


def _against_unified_planning(domain: Path, problem: Path, length: int) -> Figure:
    from unified_planning.engines import SequentialPlanValidator
    from unified_planning.io import PDDLReader
    from unified_planning.shortcuts import get_environment

    get_environment().credits_stream = None
    text = _plan(domain, problem, length)
    task, steps = read_task(domain, problem), read_plan(text, source="walk")
    theirs = PDDLReader().parse_problem(str(domain), str(problem))
    plan = PDDLReader().parse_plan_string(theirs, text)
    assert validate(task, steps).status in (Status.VALID, Status.GOAL_NOT_REACHED)
    ours_seconds = _seconds(lambda: validate(task, steps))
    theirs_seconds = _seconds(lambda: SequentialPlanValidator().validate(theirs, plan))
    return Figure(
        "validation", f"{length} steps of Blocksworld", "ms", 1e3 * ours_seconds, "unified-planning",
        1e3 * theirs_seconds, AIM,
    )  # fmt: skip


def _many_objects() -> Figure:
    balls = " ".join(f"b{number}" for number in range(OBJECTS))
    at = " ".join(f"(at b{number} rooma)" for number in range(OBJECTS))
    with tempfile.TemporaryDirectory() as folder:
        domain, problem = Path(folder, "domain.pddl"), Path(folder, "problem.pddl")
        domain.write_text(CARRYING, encoding="utf-8")
        problem.write_text(
            f"(define (problem p) (:domain carry) (:objects {balls} - ball rooma roomb - room) (:init {at}) "
            "(:goal (and (at b0 roomb) (at b1 roomb))))",
            encoding="utf-8",
        )
        start = time.process_time()
        report = validate(read_task(domain, problem), read_plan("(take b0 rooma)\n(drop b0 roomb)", source="plan"))
        seconds = time.process_time() - start
    assert report.status is Status.GOAL_NOT_REACHED
    return Figure("validation", f"read and judge a task of {OBJECTS:,} objects", "CPU s", seconds)


CARRYING = """(define (domain carry) (:requirements :typing) (:types ball room)
 (:predicates (at ?b - ball ?r - room) (held ?b - ball))
 (:action take :parameters (?b - ball ?r - room) :precondition (at ?b ?r) :effect (and (held ?b) (not (at ?b ?r))))
 (:action drop :parameters (?b - ball ?r - room) :precondition (held ?b) :effect (and (at ?b ?r) (not (held ?b)))))"""
