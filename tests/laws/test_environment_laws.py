from __future__ import annotations

from functools import cache
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from stages import TaskStage

from planclaims.language.audit import leaks
from planclaims.language.prose.phrases import Phrases
from planclaims.pddl_io import read_plan, read_task
from planclaims.seam import CallKind, LimitEnding, ToolCall, Turn
from planclaims.semantics.grounding import ground_actions
from planclaims.semantics.task import Task
from planclaims.semantics.validation import Status, validate
from planclaims.suites.hiddenpddl.environment import Ending

DOMAINS = Path(__file__).parents[2] / "domains"


@cache
def world(domain: str) -> tuple[Task, Phrases]:
    folder = DOMAINS / domain
    task = read_task(folder / "domain.pddl", folder / "problems" / "01.pddl")
    return task, Phrases.load(task.domain, folder / "domain.json")


def names(task: Task) -> st.SearchStrategy[object]:
    known = [*task.objects, *task.domain.actions, "b99", "", "S1_EU"]
    return st.one_of(st.sampled_from(known), st.none(), st.integers(), st.booleans())


def acts(task: Task) -> st.SearchStrategy[ToolCall]:
    every = [ToolCall("act", {"action": a.name, "arguments": list(a.arguments)}) for a in ground_actions(task)]
    return st.sampled_from(every)


def calls(task: Task) -> st.SearchStrategy[ToolCall | None]:
    tools = ["get_task_overview", "list_objects", "describe_object", "list_actions", "describe_action", "get_state"]
    others = ["get_history", "act", "finish", "teleport"]
    keys = st.sampled_from(["name", "action", "arguments", "unsolvable", "x"])
    values = st.one_of(names(task), st.lists(names(task), max_size=5))
    wild = st.builds(ToolCall, st.sampled_from([*tools, *others]), st.dictionaries(keys, values, max_size=3))
    plain = st.builds(ToolCall, st.sampled_from(tools))
    claims = st.builds(ToolCall, st.just("submit"), st.fixed_dictionaries({"unsolvable": names(task)}))
    return st.one_of(acts(task), acts(task), wild, plain, claims, st.none())


@given(st.data(), st.sampled_from(["load-balancing", "hospital", "blocksworld"]), st.integers(1, 12))
def test_only_applicable_acts_change_the_state_and_every_call_is_paid(
    data: st.DataObject, domain: str, budget: int
) -> None:
    task, phrases = world(domain)
    environment = TaskStage(task, phrases, budget, finish=data.draw(st.booleans()))
    made = 0
    while environment.ending is None:
        turn, before = Turn("", data.draw(calls(task))), environment.state
        rejected = data.draw(st.integers(0, 9)) == 0
        seen = environment.reject(turn, "not now") if rejected else environment.call(turn)
        made += 1
        carried_out = seen.kind is CallKind.ONTIC and environment.ending is not Ending.PRECONDITION_VIOLATION
        assert carried_out or environment.state is before
        assert environment.calls_used == made <= budget
        assert leaks(task.domain, seen.text, task.objects) == ()
    assert (environment.ending is LimitEnding.TIMEOUT) <= (made == budget)
    assert (made == budget) or environment.trace[-1].kind in (CallKind.ONTIC, CallKind.TERMINAL)


@given(st.data(), st.sampled_from(["load-balancing", "hospital", "gripper"]))
def test_the_executed_steps_are_an_executable_plan_that_leads_to_the_state(data: st.DataObject, domain: str) -> None:
    task, phrases = world(domain)
    environment = TaskStage(task, phrases, 10, finish=False)
    while environment.ending is None:
        environment.call(Turn("", data.draw(acts(task))))
    report = validate(task, environment.steps)
    assert report.executable
    assert report.trace[-1] == environment.state
    written = "\n".join(turn.step for turn in environment.trace if turn.step)
    status = validate(task, read_plan(written, source="trace")).status
    ended_badly = environment.ending is Ending.PRECONDITION_VIOLATION
    assert (status is Status.PRECONDITION_VIOLATED) is ended_badly
