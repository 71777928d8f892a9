"""The reference models on every task of the suite: heedless always trips, the wanderer never does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from planclaims.pddl_io import read_task
from planclaims.seam import ToolCall
from planclaims.semantics.task import Step, Task
from planclaims.semantics.validation import Status, validate
from planclaims.suites.hiddenpddl.controls.commitments import heedless, wanderer
from planclaims.suites.hiddenpddl.controls.oracle import Oracle

DOMAINS = Path(__file__).parents[2] / "domains"
PROBLEMS = sorted(DOMAINS.glob("*/problems/*.pddl"))


@cache
def task_at(path: Path) -> Task:
    return read_task(path.parents[1] / "domain.pddl", path)


def acts(route: Sequence[ToolCall]) -> tuple[Step, ...]:
    made = [call.arguments for call in route if call.tool == "act"]
    return tuple(Step(str(a["action"]), tuple(map(str, a["arguments"]))) for a in made)  # type: ignore[call-overload]


@pytest.fixture(params=PROBLEMS, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def oracle(request: pytest.FixtureRequest) -> Oracle:
    """Return an oracle without a plan, which these two scripts do not look at."""
    return Oracle(task_at(request.param), None, solvable=False, seed=20260101, budget=40)


def test_heedless_violates_a_precondition_in_its_last_step(oracle: Oracle) -> None:
    commitment = heedless(oracle)
    steps = commitment.steps or ()
    report = validate(oracle.task, steps)
    assert report.status is Status.PRECONDITION_VIOLATED
    assert report.failed_step == len(steps)
    assert acts(commitment.route) == steps


def test_wanderer_takes_at_least_one_step_and_none_that_is_inapplicable(oracle: Oracle) -> None:
    commitment = wanderer(oracle)
    assert commitment.steps
    assert validate(oracle.task, commitment.steps).executable
    assert validate(oracle.task, acts(commitment.route)).executable
    assert acts(commitment.route)
