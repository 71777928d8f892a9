"""Our search finds the lengths recorded for the applied domains, with plans that validate.

The lengths were proved by Fast Downward with a blind A*: hospital as it is, load balancing with loads as levels
(`test_load_balancing_compiled.py` repeats the latter).
"""

import json
from pathlib import Path

import pytest

from planclaims.pddl_io import read_task
from planclaims.search import solve
from planclaims.semantics.task import Step
from planclaims.semantics.validation import Status, validate

DOMAINS = Path(__file__).parents[2] / "domains"
PROVEN = json.loads((Path(__file__).parent / "optimal_lengths.json").read_text(encoding="utf-8"))
APPLIED = sorted(key for key in PROVEN if key.startswith(("load-balancing/", "hospital/")))


def test_all_twenty_are_recorded() -> None:
    assert len(APPLIED) == 20
    assert sum(PROVEN[key] is None for key in APPLIED) == 4


@pytest.mark.parametrize("key", APPLIED)
def test_the_search_finds_the_recorded_length(key: str) -> None:
    domain, number = key.split("/")
    task = read_task(DOMAINS / domain / "domain.pddl", DOMAINS / domain / "problems" / f"{number}.pddl")
    solution = solve(task)
    assert solution.optimal_length == PROVEN[key]
    if solution.plan is None:
        assert solution.exhausted
    else:
        steps = [Step(action.name, action.arguments) for action in solution.plan]
        assert validate(task, steps).status is Status.VALID
