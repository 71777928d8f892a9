"""Load balancing without numbers: loads become levels, and Fast Downward must find the same optimal lengths."""

import os
import re
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from planclaims.pddl_io import read_task
from planclaims.search import solve
from planclaims.semantics.formula import COMPARISONS, Compare, Constant, Expression, Formula, Read, conjuncts
from planclaims.semantics.task import Task

up_fast_downward = pytest.importorskip("up_fast_downward")

DRIVER = Path(up_fast_downward.__file__).parent / "downward" / "fast-downward.py"
FOLDER = Path(__file__).parents[2] / "domains" / "load-balancing"
SOLVED, PROVED_UNSOLVABLE = 0, 11

LEVELS_DOMAIN = """
(define (domain levels)
  (:requirements :strips :typing :negative-preconditions)
  (:types bucket server region service level)
  (:predicates
    (bucket-waiting ?b - bucket) (assigned-to ?b - bucket ?s - server) (from-region ?b - bucket ?r - region)
    (needs-service ?b - bucket ?v - service) (stands-in ?s - server ?r - region) (server-online ?s - server)
    (runs-service ?s - server ?v - service)
    (at-level ?s - server ?l - level) (step-up ?s - server ?l ?m - level) (bottom ?l - level))
  (:action assign
    :parameters (?b - bucket ?s - server ?r - region ?v - service ?l ?m - level)
    :precondition (and (bucket-waiting ?b) (from-region ?b ?r) (stands-in ?s ?r) (needs-service ?b ?v)
      (server-online ?s) (runs-service ?s ?v) (at-level ?s ?l) (step-up ?s ?l ?m))
    :effect (and (assigned-to ?b ?s) (at-level ?s ?m) (not (bucket-waiting ?b)) (not (at-level ?s ?l))))
  (:action unassign
    :parameters (?b - bucket ?s - server ?l ?m - level)
    :precondition (and (assigned-to ?b ?s) (at-level ?s ?m) (step-up ?s ?l ?m))
    :effect (and (bucket-waiting ?b) (at-level ?s ?l) (not (assigned-to ?b ?s)) (not (at-level ?s ?m))))
  (:action switch-on
    :parameters (?s - server) :precondition (not (server-online ?s)) :effect (server-online ?s))
  (:action switch-off
    :parameters (?s - server ?l - level)
    :precondition (and (server-online ?s) (at-level ?s ?l) (bottom ?l)) :effect (not (server-online ?s)))
  (:action start
    :parameters (?v - service ?s - server)
    :precondition (and (server-online ?s) (not (runs-service ?s ?v)))
    :effect (runs-service ?s ?v))
  (:action stop
    :parameters (?v - service ?s - server)
    :precondition (and (server-online ?s) (runs-service ?s ?v))
    :effect (not (runs-service ?s ?v))))
"""


def atom(*words: object) -> str:
    return f"({' '.join(map(str, words))})"


def capacities(task: Task) -> dict[str, int]:
    return {fluent[1]: int(value) for fluent, value in task.initial.values.items() if fluent[0] == "capacity"}


def outcomes(task: Task, side: Expression) -> list[tuple[Fraction, str | None]]:
    """Return the values a side of a goal comparison can take, each with the level fact that makes it so."""
    if isinstance(side, Constant):
        return [(side.value, None)]
    assert isinstance(side, Read)
    assert side.fluent[0] == "load"
    server = side.fluent[1]
    return [(Fraction(n), atom("at-level", server, f"n{n}")) for n in range(capacities(task)[server] + 1)]


def ways_without_numbers(task: Task, part: Formula) -> list[str]:
    """Return the ways in which a part of the goal can come true, each as a conjunction of facts."""
    if not isinstance(part, Compare):
        return [str(part)]
    return [
        " ".join(fact for fact in (left_fact, right_fact) if fact)
        for left, left_fact in outcomes(task, part.left)
        for right, right_fact in outcomes(task, part.right)
        if COMPARISONS[part.operator](left, right)
    ]


def goals_without_numbers(task: Task) -> list[str]:
    """Return conjunctive goals of which one must be reached; as one disjunction they would make the planner slow."""
    return [" ".join(ways) for ways in product(*(ways_without_numbers(task, part) for part in conjuncts(task.goal)))]


def problem_without_numbers(task: Task, goal: str) -> str:
    limit = capacities(task)
    objects = [f"{name} - {kinds[0]}" for name, kinds in task.objects.items()]
    objects += [f"n{n} - level" for n in range(max(limit.values()) + 1)]
    facts = [atom(*fact) for fact in sorted(task.initial.facts)] + [atom("bottom", "n0")]
    facts += [atom("step-up", server, f"n{n}", f"n{n + 1}") for server in limit for n in range(limit[server])]
    facts += [atom("at-level", server, f"n{int(task.initial.values['load', server])}") for server in limit]
    return (
        f"(define (problem without-numbers) (:domain levels) (:objects {' '.join(objects)})\n"
        f"(:init {' '.join(facts)})\n(:goal (and {goal})))\n"
    )


def length_by_fast_downward(problem: str, folder: Path) -> int | None:
    (folder / "domain.pddl").write_text(LEVELS_DOMAIN, encoding="utf-8")
    (folder / "problem.pddl").write_text(problem, encoding="utf-8")
    command = [sys.executable, str(DRIVER), "domain.pddl", "problem.pddl", "--search", "astar(blind())"]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONHASHSEED": "0"}
    )
    if done.returncode == PROVED_UNSOLVABLE:
        return None
    assert done.returncode == SOLVED, done.stdout + done.stderr
    found = re.search(r"Plan length: (\d+) step", done.stdout)
    assert found is not None, done.stdout
    return int(found[1])


SLOW = ("07", "08", "10")
"""Tasks on which the other side searches for most of a minute."""


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, marks=[pytest.mark.slow] if number in SLOW else [])
        for number in (f"{number:02d}" for number in range(1, 11))
    ],
)
def test_loads_as_levels_give_the_same_lengths(number: str, tmp_path: Path) -> None:
    task = read_task(FOLDER / "domain.pddl", FOLDER / "problems" / f"{number}.pddl")
    lengths = [
        length_by_fast_downward(problem_without_numbers(task, goal), tmp_path) for goal in goals_without_numbers(task)
    ]
    assert min((length for length in lengths if length is not None), default=None) == solve(task).optimal_length
