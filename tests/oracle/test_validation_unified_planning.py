"""Validation against unified-planning's sequential validator on walks, optimal plans and their mutations.

Notes on the other side, as met: a step of wrong arity is a bare AssertionError there, a wrong type or an unknown name
an exception while the plan is built, so all three count as "malformed"; it reads total-cost as a metric and keeps no
such fluent, so that one is left out of the states; and it names no failing part once a static condition has been
simplified away, so the failing step is compared but not the reason.
"""

# mypy: disable-error-code="import-untyped"

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from planclaims.episodes.strict_json import read_json
from planclaims.errors import LimitExceeded
from planclaims.pddl_io import read_plan, read_task
from planclaims.search import Limits, solve
from planclaims.semantics.grounding import applicable_actions, ground_actions
from planclaims.semantics.model import TOTAL_COST
from planclaims.semantics.state import State
from planclaims.semantics.task import Step, Task
from planclaims.semantics.validation import Report, Status, validate
from planclaims.suites.hiddenpddl.scoring.self_test import KNOWN_PLANS, KnownPlans

unified_planning = pytest.importorskip("unified_planning")

from unified_planning.engines import SequentialPlanValidator  # noqa: E402
from unified_planning.engines.results import FailedValidationReason, ValidationResultStatus  # noqa: E402
from unified_planning.exceptions import UPTypeError, UPValueError  # noqa: E402
from unified_planning.io import PDDLReader  # noqa: E402
from unified_planning.plans import ActionInstance, SequentialPlan  # noqa: E402
from unified_planning.shortcuts import ObjectExp, get_environment  # noqa: E402

get_environment().credits_stream = None

DOMAINS = Path(__file__).parents[2] / "domains"
PROBLEMS = sorted(DOMAINS.glob("*/problems/*.pddl"))
WALKS, MUTANTS_A_WALK = 3, 6
PLANS_A_PROBLEM = 1 + WALKS * (1 + MUTANTS_A_WALK)
SEARCHED_STATES = 1500
Plan = tuple[Step, ...]


@dataclass(frozen=True)
class Verdict:
    """What both sides can be compared on."""

    status: Status
    failed_step: int | None


@lru_cache(maxsize=1)
def both(path: Path) -> tuple[Task, Any]:
    """Return the problem as read by us and by unified-planning."""
    domain = path.parents[1] / "domain.pddl"
    return read_task(domain, path), PDDLReader().parse_problem(str(domain), str(path))


def walk(task: Task, rng: random.Random, length: int) -> Plan:
    """Return an executable plan of random steps."""
    actions, state, steps = tuple(ground_actions(task)), task.initial, []
    for _ in range(length):
        choice = applicable_actions(actions, state)
        if not choice:
            break
        action = rng.choice(choice)
        steps.append(Step(action.name, action.arguments))
        state = action.successor(state)
    return tuple(steps)


def mutants(task: Task, plan: Plan, rng: random.Random) -> Iterator[Plan]:
    """Yield plans one edit away: two places swapped, a step dropped or doubled, another object, ill-formed steps."""
    if not plan:
        plan = (Step(next(iter(task.domain.actions))),)
    place, other = rng.randrange(len(plan)), rng.randrange(len(plan))
    step = plan[place]
    before, after = plan[:place], plan[place + 1 :]
    swapped = list(plan)
    swapped[place], swapped[other] = plan[other], step
    yield tuple(swapped)
    yield before + after
    yield (*before, replaced(step, rng.choice(list(task.objects)), rng), *after)
    yield (*before, Step(step.name, tuple(rng.sample(step.arguments, len(step.arguments)))), *after)
    ill_formed = (
        Step(step.name, step.arguments[1:]),
        Step(step.name, (*step.arguments, *list(task.objects)[:1])),
        replaced(step, "nothing-of-the-kind", rng),
        Step("no-such-action", step.arguments),
    )
    yield (*before, rng.choice(ill_formed), *after)
    yield (*before, step, step, *after)


def replaced(step: Step, name: str, rng: random.Random) -> Step:
    """Return the step with one argument replaced."""
    arguments = list(step.arguments) or [""]
    arguments[rng.randrange(len(arguments))] = name
    return Step(step.name, tuple(arguments))


def plans(task: Task, rng: random.Random) -> Iterator[Plan]:
    """Yield the empty plan, then walks (one of them a shortest plan where one is soon found), each with its mutants."""
    yield ()
    bases = [walk(task, rng, rng.randint(3, 9)) for _ in range(WALKS)]
    try:
        shortest = solve(task, Limits(states=SEARCHED_STATES)).plan
        bases[0] = tuple(Step(action.name, action.arguments) for action in shortest) if shortest else bases[0]
    except LimitExceeded:
        pass
    for base in bases:
        yield base
        yield from mutants(task, base, rng)


def their_verdict(problem: Any, plan: Plan) -> tuple[Verdict, Any]:  # noqa: ANN401
    """Return unified-planning's verdict, and the last state it reached."""
    steps = []
    for number, step in enumerate(plan, start=1):
        try:
            arguments = tuple(ObjectExp(problem.object(name)) for name in step.arguments)
            steps.append(ActionInstance(problem.action(step.name), arguments))
        except (UPTypeError, UPValueError, AssertionError):
            return Verdict(Status.MALFORMED, number), None
    result = SequentialPlanValidator().validate(problem, SequentialPlan(steps))
    if result.status is ValidationResultStatus.VALID:
        return Verdict(Status.VALID, None), result.trace[-1]
    if result.reason is FailedValidationReason.UNSATISFIED_GOALS:
        return Verdict(Status.GOAL_NOT_REACHED, None), result.trace[-1]
    return Verdict(Status.PRECONDITION_VIOLATED, len(result.trace)), result.trace[-1]


def their_state(problem: Any, state: Any) -> State:  # noqa: ANN401
    """Return unified-planning's state in our terms."""
    facts, values = set(), {}
    for fluent in problem.initial_values:
        key = (fluent.fluent().name, *map(str, fluent.args))
        value = state.get_value(fluent)
        if value.is_bool_constant():
            facts |= {key} if value.is_true() else set()
        else:
            values[key] = Fraction(value.constant_value())
    return State(frozenset(facts), values)


def without_cost(state: State) -> State:
    """Return the state without the bookkeeping fluent."""
    return State(state.facts, {fluent: value for fluent, value in state.values.items() if fluent != TOTAL_COST})


def our_verdict(report: Report) -> Verdict:
    return Verdict(report.status, report.failed_step)


@pytest.mark.parametrize("path", PROBLEMS, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_verdict_failing_step_and_last_state_agree(path: Path) -> None:
    task, problem = both(path)
    compared = 0
    for number, plan in enumerate(plans(task, random.Random(path.as_posix()[-20:]))):
        ours = validate(task, plan)
        theirs, last = their_verdict(problem, plan)
        assert our_verdict(ours) == theirs, "\n".join(map(str, plan))
        if last is not None and number % 7 < 2:
            assert without_cost(ours.trace[-1]) == their_state(problem, last)
        compared += 1
    assert compared == PLANS_A_PROBLEM


def test_at_least_a_thousand_plans_are_compared() -> None:
    assert len(PROBLEMS) * PLANS_A_PROBLEM >= 1000


def test_the_known_plans_of_every_domain_have_the_verdicts_of_the_other_side() -> None:
    for domain in sorted({path.parents[1] for path in PROBLEMS}):
        known = read_json(domain / KNOWN_PLANS, KnownPlans).plans
        assert {plan.verdict for plan in known} == set(Status)
        for plan in known:
            _, problem = both(domain / "problems" / f"{plan.task}.pddl")
            theirs, _ = their_verdict(problem, read_plan("\n".join(plan.steps), source=plan.task))
            assert theirs == Verdict(plan.verdict, plan.failed_step), (domain.name, plan)
