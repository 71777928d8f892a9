"""Answers do not hang on sizes chosen for speed, on hash seeds, or on which of the searches is used."""

import os
import subprocess
import sys
from fractions import Fraction
from functools import reduce
from pathlib import Path

import pytest

from planclaims.errors import LimitExceeded
from planclaims.pddl_io import read_task
from planclaims.search import Limits, Solution, solve
from planclaims.semantics.formula import And, Arithmetic, Compare, Constant, Expression, Fluent, Parameter, Read
from planclaims.semantics.model import ActionSchema, Change, Domain, Effect, Problem
from planclaims.semantics.task import Task

DOMAINS = Path(__file__).parents[2] / "domains"
CHOSEN = ("blocksworld/05", "gripper/04", "gripper/09", "hospital/08", "load-balancing/05", "load-balancing/06")


def suite_task(name: str) -> Task:
    folder, number = name.split("/")
    return read_task(DOMAINS / folder / "domain.pddl", DOMAINS / folder / "problems" / f"{number}.pddl")


def counters(number: int, total: int) -> Task:
    """Counters that start at zero and are wanted to add up to a total: one comparison over all of them."""
    parameter = (Parameter("?c"),)
    count = Change("increase", ("count", "?c"), Constant(Fraction(1)))
    schema = ActionSchema("count-up", parameter, And(), (Effect(changes=(count,)),))
    domain = Domain("counters", {}, {}, {}, {"count": parameter}, {"count-up": schema})
    names = [f"c{index}" for index in range(number)]
    values: dict[Fluent, Fraction] = {("count", name): Fraction(0) for name in names}
    terms: list[Expression] = [Read(("count", name)) for name in names]
    added = reduce(lambda left, right: Arithmetic("+", left, right), terms)
    goal = Compare("=", added, Constant(Fraction(total)))
    return Task(domain, Problem("p", "counters", dict.fromkeys(names, ("object",)), frozenset(), values, goal))


@pytest.mark.parametrize("name", CHOSEN)
def test_sizes_change_no_answer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    task = suite_task(name)
    expected = solve(task)
    monkeypatch.setattr("planclaims.search.states.layout.WORD_BITS", 12)
    monkeypatch.setattr("planclaims.search.states.lookup.DENSE_BITS", 0)
    monkeypatch.setattr("planclaims.search.states.ranking.MOST_BITS", 0)
    monkeypatch.setattr("planclaims.search.breadth_first.CHUNK", 70)
    monkeypatch.setattr("planclaims.search.breadth_first.BATCH", 90)
    found = solve(task)
    assert (found.solvable, found.optimal_length) == (expected.solvable, expected.optimal_length)
    if not found.solvable:
        assert found == expected


def test_comparison_over_more_bits_than_a_key_holds_is_searched_plainly() -> None:
    solution = solve(counters(17, 2))
    assert solution.optimal_length == 2
    assert not solution.canonical


def test_packed_and_plain_search_agree_on_counters() -> None:
    assert solve(counters(4, 5)).optimal_length == 5
    with pytest.raises(LimitExceeded):
        solve(counters(3, -1), Limits(states=2000))


def test_plan_does_not_hang_on_the_hash_seed() -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from planclaims.pddl_io import read_task; from planclaims.search import solve\n"
        "print(*map(str, solve(read_task(Path(sys.argv[1]), Path(sys.argv[2]))).plan), sep='\\n')"
    )
    folder = DOMAINS / "gripper"
    command = [sys.executable, "-c", program, str(folder / "domain.pddl"), str(folder / "problems" / "06.pddl")]
    plans = {
        subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(plans) == 1
    assert plans.pop().count("\n") == 19


def test_solution_without_a_plan_has_no_length() -> None:
    assert Solution(False, None, 5, True).optimal_length is None
    assert Solution(True, (), 1, False).optimal_length == 0
