"""Laws of execution and validation on small random tasks."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st
from semantics_tasks import domain_text, problem_text, states, steps, tasks, tasks_with_plans

from planclaims.pddl_io import read_plan, read_task
from planclaims.semantics.formula import And, conjuncts
from planclaims.semantics.grounding import ground_actions
from planclaims.semantics.model import Effect
from planclaims.semantics.state import State, evaluate, truth
from planclaims.semantics.task import Step, Task
from planclaims.semantics.validation import Status, validate

TaskAndPlan = tuple[Task, list[Step]]
T = TypeVar("T")
laws = settings(max_examples=60, deadline=None)


def shuffled(random: Random, items: tuple[T, ...]) -> tuple[T, ...]:
    """Return the items in another order."""
    return tuple(random.sample(items, len(items)))


@laws
@given(tasks(), states)
def test_nothing_is_unmet_exactly_where_an_action_is_applicable(task: Task, state: State) -> None:
    for step in steps(task):
        action = task.bind(step)
        assert (action.unmet(state) == ()) is action.applicable(state)


@laws
@given(tasks(), states)
def test_the_successor_is_the_state_less_the_deletes_plus_the_adds(task: Task, state: State) -> None:
    for step in steps(task):
        action = task.bind(step)
        if not action.applicable(state):
            continue
        after = action.successor(state)
        active = [effect for effect in action.effects if truth(effect.condition, state)]
        deleted = {atom for effect in active for atom in effect.delete}
        added = {atom for effect in active for atom in effect.add}
        assert after.facts == (state.facts - deleted) | added


@laws
@given(tasks(), states)
def test_numbers_change_by_what_the_state_before_says_and_all_others_stay(task: Task, state: State) -> None:
    for step in steps(task):
        action = task.bind(step)
        if not action.applicable(state):
            continue
        expected = dict(state.values)
        active = [effect for effect in action.effects if truth(effect.condition, state)]
        for change in (change for effect in active for change in effect.changes):
            amount = evaluate(change.expression, state)
            assert amount is not None
            old = expected.get(change.fluent, amount)
            moved = old + amount if change.kind == "increase" else old - amount
            expected[change.fluent] = amount if change.kind == "assign" else moved
        assert action.successor(state).values == expected


@laws
@given(tasks(), states)
def test_execution_leaves_the_state_before_untouched(task: Task, state: State) -> None:
    before = (frozenset(state.facts), dict(state.values))
    for step in steps(task):
        action = task.bind(step)
        if action.applicable(state):
            action.successor(state)
    assert (state.facts, state.values) == before


@laws
@given(tasks_with_plans())
def test_every_prefix_of_an_executable_plan_is_executable(task_and_plan: TaskAndPlan) -> None:
    task, plan = task_and_plan
    whole = validate(task, plan)
    for length in range(len(whole.trace)):
        report = validate(task, plan[:length])
        assert report.executable
        assert report.trace == whole.trace[: length + 1]


@laws
@given(tasks_with_plans())
def test_the_report_agrees_with_itself(task_and_plan: TaskAndPlan) -> None:
    task, plan = task_and_plan
    report = validate(task, plan)
    assert len(report.reached) + len(report.missed) == len(conjuncts(task.goal))
    if report.executable:
        assert (report.failed_step, report.unmet, len(report.trace)) == (None, (), len(plan) + 1)
        assert (report.status is Status.VALID) is (report.missed == ()) is report.goal_reached
    else:
        assert report.failed_step == len(report.trace)
        assert report.unmet == task.bind(plan[report.failed_step - 1]).unmet(report.trace[-1]) != ()


@laws
@given(tasks_with_plans(), st.data())
def test_an_ill_formed_step_anywhere_makes_the_plan_malformed(task_and_plan: TaskAndPlan, data: st.DataObject) -> None:
    task, plan = task_and_plan
    place = data.draw(st.integers(0, len(plan)))
    wrong = data.draw(
        st.sampled_from([Step("work"), Step("work", ("cup", "cup")), Step("work", ("x", "yard")), Step("nap")])
    )
    report = validate(task, [*plan[:place], wrong, *plan[place:]])
    assert (report.status, report.failed_step) == (Status.MALFORMED, place + 1)


@laws
@given(tasks_with_plans(), st.randoms(use_true_random=False))
def test_the_order_of_conjuncts_and_effects_means_nothing(task_and_plan: TaskAndPlan, random: Random) -> None:
    task, plan = task_and_plan

    def reordered(effect: Effect) -> Effect:
        return replace(
            effect,
            add=shuffled(random, effect.add),
            delete=shuffled(random, effect.delete),
            changes=shuffled(random, effect.changes),
        )

    actions = {
        name: replace(
            schema,
            precondition=And(shuffled(random, conjuncts(schema.precondition))),
            effects=shuffled(random, tuple(reordered(effect) for effect in schema.effects)),
        )
        for name, schema in task.domain.actions.items()
    }
    other = Task(replace(task.domain, actions=actions), task.problem)
    first, second = validate(task, plan), validate(other, plan)
    assert (first.status, first.failed_step, first.trace) == (second.status, second.failed_step, second.trace)
    assert set(first.unmet) == set(second.unmet)


@laws
@given(tasks(), states)
def test_grounding_leaves_out_no_action_applicable_from_the_initial_facts(task: Task, state: State) -> None:
    found = {str(action) for action in ground_actions(task)}
    for step in steps(task):
        if task.bind(step).applicable(task.initial):
            assert str(step) in found


@laws
@given(tasks_with_plans(), st.randoms(use_true_random=False))
def test_writing_and_reading_gives_the_task_back_in_any_case(task_and_plan: TaskAndPlan, random: Random) -> None:
    task, plan = task_and_plan

    def any_case(text: str) -> str:
        return "".join(random.choice((letter.upper(), letter.lower())) for letter in text)

    with tempfile.TemporaryDirectory() as folder:
        domain, problem = Path(folder, "domain.pddl"), Path(folder, "problem.pddl")
        domain.write_text(any_case(domain_text(task.domain)), encoding="utf-8")
        problem.write_text(any_case(problem_text(task.problem)), encoding="utf-8")
        read = read_task(domain, problem)
    assert read.domain == task.domain
    assert list(read.domain.actions) == list(task.domain.actions)
    assert read.problem == task.problem
    written = any_case("\n".join(map(str, plan)))
    assert validate(read, read_plan(written, source="plan")) == validate(task, plan)
