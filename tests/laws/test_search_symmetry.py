"""Putting interchangeable objects in order changes neither length nor solvability: the suite's own tasks."""

from pathlib import Path

import pytest

from planclaims.errors import LimitExceeded
from planclaims.pddl_io import read_task
from planclaims.search import Limits, Solution, solve
from planclaims.search.plain import solve_plainly
from planclaims.semantics.task import Step, Task
from planclaims.semantics.validation import Status, validate

DOMAINS = Path(__file__).parents[2] / "domains"
PROBLEMS = sorted(DOMAINS.glob("*/problems/*.pddl"))
SMALL, TINY = Limits(states=300_000), Limits(states=300)


def answer(solution: Solution, task: Task) -> tuple[bool, int | None]:
    if solution.plan is not None:
        assert validate(task, [Step(a.name, a.arguments) for a in solution.plan]).status is Status.VALID
    return solution.solvable, solution.optimal_length


def compared(problem: Path) -> bool:
    """Compare the searches on a task; return whether all of them came to an end."""
    task = read_task(problem.parents[1] / "domain.pddl", problem)
    try:
        plain = solve_plainly(task, TINY)
    except LimitExceeded:
        return False
    apart, together = solve(task, symmetry=False), solve(task)
    assert answer(together, task) == answer(apart, task) == answer(plain, task)
    assert not apart.canonical
    if plain.exhausted:
        assert together.reachable_states <= apart.reachable_states == plain.reachable_states
    return True


@pytest.mark.parametrize("domain", sorted({problem.parts[-3] for problem in PROBLEMS}))
def test_three_searches_agree(domain: str) -> None:
    finished = [compared(problem) for problem in PROBLEMS if problem.parts[-3] == domain]
    assert any(finished)


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_symmetry_changes_only_the_number_of_states(problem: Path) -> None:
    task = read_task(problem.parents[1] / "domain.pddl", problem)
    try:
        apart = solve(task, SMALL, symmetry=False)
    except LimitExceeded:
        pytest.skip(f"more than {SMALL.states} states without symmetry")
    together = solve(task)
    assert answer(together, task) == answer(apart, task)
    assert together.solvable or together.reachable_states <= apart.reachable_states
