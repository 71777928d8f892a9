"""Acting weakly dominates offline planning (protocol 8): four calls, the plan, submit; on all tasks of the suite."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from stages import TaskStage

from planclaims.language.hidden_task import HiddenTask, read_hidden_task
from planclaims.seam import CallKind, LimitEnding, ToolCall, Turn
from planclaims.search import solve
from planclaims.semantics.task import Step
from planclaims.semantics.validation import Status, validate
from planclaims.suites.hiddenpddl.environment import Ending
from planclaims.suites.hiddenpddl.task_facts import BudgetRule

DOMAINS = Path(__file__).parents[2] / "domains"
TASKS = sorted(f"{path.parts[-3]}/{path.stem}" for path in DOMAINS.glob("*/problems/*.pddl"))
DETERMINING = ("get_task_overview", "list_objects", "list_actions", "get_state")
"""The four calls whose answers determine the task."""
BUDGET = BudgetRule(floor=20, factor=3, unsolvable=40)


@cache
def hidden(key: str) -> HiddenTask:
    domain, number = key.split("/")
    folder = DOMAINS / domain
    return read_hidden_task(folder / "domain.pddl", folder / "problems" / f"{number}.pddl", folder / "domain.json")


@cache
def shortest(key: str) -> tuple[Step, ...] | None:
    plan = solve(hidden(key).task).plan
    return None if plan is None else tuple(Step(action.name, action.arguments) for action in plan)


def played(key: str, plan: Sequence[Step] | None) -> TaskStage:
    """Return the environment after the agent of the proposition has played what a strategy planned."""
    length = shortest(key)
    environment = TaskStage(
        hidden(key).task, hidden(key).phrases, BUDGET.calls(None if length is None else len(length)), finish=False
    )
    claim = ToolCall("submit", {"unsolvable": plan is None})
    acts = [ToolCall("act", {"action": step.name, "arguments": list(step.arguments)}) for step in plan or ()]
    for call in (*map(ToolCall, DETERMINING), *acts, claim):
        if environment.ending is None:
            environment.call(Turn("", call))
    return environment


def test_the_proposition_is_about_all_fifty_tasks() -> None:
    assert len(TASKS) == 50
    assert sum(shortest(key) is None for key in TASKS) == 10


@pytest.mark.parametrize("key", TASKS)
def test_the_agent_loses_nothing_of_what_planning_had_won(key: str) -> None:
    plan = shortest(key)
    environment = played(key, plan)
    assert [turn.kind for turn in environment.trace[:4]] == [CallKind.EPISTEMIC] * 4
    if plan is None:
        assert environment.ending is Ending.UNSOLVABLE_CLAIM
        return
    assert 4 + len(plan) + 1 <= environment.budget
    assert environment.ending is Ending.GOAL_CLAIM
    assert environment.task.goal_reached(environment.state)
    assert [str(step) for step in environment.steps] == [str(step) for step in plan]
    assert environment.calls_used == 4 + len(plan) + 1


@pytest.mark.parametrize("key", TASKS)
def test_a_plan_that_is_not_valid_ends_as_the_validator_says(key: str) -> None:
    plan = shortest(key)
    if plan is None:
        return
    for broken in (plan[:-1], plan[1:], (*plan, plan[-1])):
        report = validate(hidden(key).task, broken)
        environment = played(key, broken)
        if report.executable:
            assert environment.ending is Ending.GOAL_CLAIM
            assert environment.task.goal_reached(environment.state) == (report.status is Status.VALID)
        else:
            assert environment.ending is Ending.PRECONDITION_VIOLATION
            assert len(environment.steps) + 1 == report.failed_step


def test_the_bound_is_sharp() -> None:
    environment = TaskStage(hidden("hospital/01").task, hidden("hospital/01").phrases, 4 + 2, finish=False)
    acts = [
        ToolCall("act", {"action": step.name, "arguments": list(step.arguments)})
        for step in shortest("hospital/01") or ()
    ]
    for call in (*map(ToolCall, DETERMINING), *acts):
        environment.call(Turn("", call))
    assert environment.ending is LimitEnding.TIMEOUT
