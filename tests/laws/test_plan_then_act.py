"""Plan, then act: the same requests as the strategy's own, and nothing lost while the calls suffice (protocol 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from analysis_rows import SUCCESS, row
from stages import TaskStage

from planclaims.analysis.statistics.dominance import dominance
from planclaims.analysis.table.frame import frame_of
from planclaims.analysis.tables.dominance_table import BROKEN, HOLDS, dominance_table
from planclaims.episodes.method import architecture_of, planner_of, resolved, strategy_of, temperatures
from planclaims.errors import ConfigError
from planclaims.language.briefs import template_brief
from planclaims.language.hidden_task import HiddenTask, read_hidden_task
from planclaims.online import build_architecture
from planclaims.seam import CallKind, LimitEnding, Reply, Request
from planclaims.suites.hiddenpddl.environment import Ending, TaskEnvironment
from planclaims.suites.hiddenpddl.question import BriefedTask
from planclaims.suites.hiddenpddl.violations import Violations

DOMAINS = Path(__file__).parents[2] / "domains"
TASKS = sorted(f"{path.parts[-3]}/{path.stem}" for path in DOMAINS.glob("*/problems/*.pddl"))
METHODS: dict[str, dict[str, object]] = {
    "direct": {"regime": "offline", "temperature": 0, "max_tokens": 4096},
    "zero-shot-cot": {"regime": "offline", "temperature": 0.5, "max_tokens": 512},
    "react": {"regime": "online"},
    "acting": {"regime": "online", "architecture": "plan-then-act", "planner": "direct"},
    "acting-cot": {"regime": "online", "architecture": "plan-then-act", "planner": "zero-shot-cot"},
    "again": {"regime": "online", "architecture": "plan-then-act", "planner": "direct", "plans": 2},
}
PLAN = ("(admit p1 b1 w_med)", "(admit p2 b2 w_med)")
WRONG = "(discharge p1 b1)"


@dataclass
class Answering:
    """Gives its answers in order, the last one for ever, and keeps what it was asked."""

    answers: Sequence[str]
    requests: list[Request] = field(default_factory=list)

    def reply(self, request: Request) -> Reply:
        text = self.answers[min(len(self.requests), len(self.answers) - 1)]
        self.requests.append(request)
        return Reply(text, "stop", 1, 1)


@cache
def hidden(key: str = "hospital/01") -> HiddenTask:
    folder = DOMAINS / key.split("/", maxsplit=1)[0]
    problem = folder / "problems" / f"{key.split('/')[1]}.pddl"
    return read_hidden_task(folder / "domain.pddl", problem, folder / "domain.json")


def played(
    model: Answering, method: str = "acting", *, budget: int = 20, rule: Violations = Violations.FATAL
) -> TaskStage:
    stage = TaskStage(hidden().task, hidden().phrases, budget, finish=True)
    stage.world = stage.environment = TaskEnvironment(hidden().task, hidden().phrases, rule)
    architecture_of(method, resolved(method, METHODS)).act(stage, model)
    return stage


def fenced(*steps: str) -> str:
    return "\n".join(["```", *steps, "```"])


@pytest.mark.parametrize("method", ["acting", "acting-cot"])
def test_it_asks_the_model_exactly_what_the_strategy_asks(method: str) -> None:
    planner = planner_of(resolved(method, METHODS))
    assert planner is not None
    offline, online = Answering([fenced(*PLAN)]), Answering([fenced(*PLAN)])
    brief = template_brief(hidden().task, hidden().phrases)
    strategy_of(*planner).answer(BriefedTask(brief.domain, brief.instance, hidden()), offline)
    played(online, method)
    assert online.requests == offline.requests
    assert temperatures(method, resolved(method, METHODS)) == temperatures(*planner)


def test_four_calls_the_plan_and_the_claim() -> None:
    stage = played(Answering([fenced(*PLAN)]), budget=4 + len(PLAN) + 1)
    assert [turn.kind for turn in stage.trace] == [CallKind.EPISTEMIC] * 4 + [CallKind.ONTIC] * 2 + [CallKind.TERMINAL]
    assert (stage.ending, stage.task.goal_reached(stage.state)) == (Ending.GOAL_CLAIM, True)
    assert [str(step) for step in stage.steps] == list(PLAN)


def test_the_bound_on_the_calls_is_sharp() -> None:
    assert played(Answering([fenced(*PLAN)]), budget=4 + len(PLAN)).ending is LimitEnding.TIMEOUT
    early = Answering([fenced(*PLAN)])
    assert played(early, budget=3).ending is LimitEnding.TIMEOUT
    assert early.requests == []


def test_what_the_planner_claims_is_claimed() -> None:
    assert played(Answering(["UNSOLVABLE"])).ending is Ending.UNSOLVABLE_CLAIM
    malformed = played(Answering(["I would rather not."]))
    assert (malformed.ending, malformed.steps) == (Ending.GOAL_CLAIM, [])


def test_a_wrong_plan_ends_where_the_validator_says() -> None:
    stage = played(Answering([fenced(PLAN[0], WRONG, PLAN[0])]))
    assert stage.ending in (Ending.PRECONDITION_VIOLATION, Ending.GOAL_CLAIM)
    assert played(Answering([fenced(PLAN[0], PLAN[0])])).ending is Ending.PRECONDITION_VIOLATION


def test_after_a_refusal_it_plans_anew_from_the_state_that_it_finds() -> None:
    model = Answering([fenced(PLAN[0], PLAN[0], PLAN[1]), fenced(PLAN[1])])
    stage = played(model, "again", rule=Violations.REFUSED)
    assert (stage.ending, stage.task.goal_reached(stage.state)) == (Ending.GOAL_CLAIM, True)
    first, second = (request.messages[0].content for request in model.requests)
    now = template_brief(
        hidden().task, hidden().phrases, hidden().task.bind(stage.steps[0]).successor(hidden().task.initial)
    )
    assert now.instance in second
    assert now.instance not in first
    assert [turn.tool for turn in stage.trace[4:]] == ["act", "act", "get_state", "act", "submit"]


def test_without_a_plan_left_it_carries_on_past_a_refusal() -> None:
    stage = played(Answering([fenced(PLAN[0], PLAN[0], PLAN[1])]), rule=Violations.REFUSED)
    assert (stage.ending, stage.task.goal_reached(stage.state)) == (Ending.GOAL_CLAIM, True)


@pytest.mark.parametrize("key", TASKS)
def test_the_question_says_nothing_that_the_four_calls_do_not_tell(key: str) -> None:
    world = TaskEnvironment(hidden(key).task, hidden(key).phrases)
    told = "\n".join(world.call(call).text for call in (*world.lasting, *world.current))
    question = world.question()
    lines = f"{question.domain_brief}\n{question.instance_brief}".splitlines()
    heads = ("Types of objects:", "Objects that are in every task:", "Rules:", "Initial situation:")
    untold = [line for line in lines if line not in told and line not in heads]
    nouns = " ".join([told, *hidden(key).phrases.nouns]).lower()
    left = [line for line in untold if line.removeprefix("- ").rstrip("s").lower() not in nouns]
    assert left == []


def test_the_planner_must_be_an_offline_method_that_is_there() -> None:
    for wrong in ("react", "drect"):
        with pytest.raises(ConfigError, match=r"planner of method acting.*allowed: direct, zero-shot-cot"):
            resolved("acting", {**METHODS, "acting": {**METHODS["acting"], "planner": wrong}})
    with pytest.raises(ConfigError, match="planner"):
        build_architecture("plan-then-act", {})
    with pytest.raises(ConfigError, match="planner"):
        architecture_of("react", {**resolved("acting", METHODS), "architecture": "react"})


def pair(task: str, **columns: object) -> list[dict[str, object]]:
    planned = {"task": task, "method": "direct", "first_request": "f", **SUCCESS}
    acting = {"regime": "online", "method": "acting", "planner": "direct", "violation_rule": "fatal", "violations": 0}
    return [planned, {"task": task, "first_request": "f", **acting, **SUCCESS, **columns}]


LOST = {"success": False, "score": 0.0, "outcome": "timeout", "ending": "timeout"}


def test_a_loss_within_the_budget_contradicts_the_proposition_and_is_named() -> None:
    rows = [*pair("02"), *pair("03", **LOST, budget=8), *pair("04", **LOST, budget=9)]
    rows += [*pair("05", **LOST, budget=9, first_request="g")]
    rows[2] |= {"budget": 8}
    (found,) = dominance(frame_of([row(**one) for one in rows]))
    assert (found.episodes, found.same, found.won, found.fitting) == (4, 3, 4, 3)
    assert (found.lost_fitting, found.lost_beyond, found.lost_same, found.gained) == (2, 1, 1, 0)
    assert found.contradictions == ("gripper/04",)
    sheet = dominance_table(frame_of([row(**one) for one in rows]))
    assert sheet.rows[0][-1] == BROKEN
    assert any("gripper/04" in note for note in sheet.notes)
    assert dominance_table(frame_of([row(**one) for one in pair("02")])).rows[0][-1] == HOLDS


def test_what_acting_alone_wins_is_gained() -> None:
    planned, acting = pair("02")
    planned |= {"success": False, "score": 0.0, "outcome": "goal_not_reached", "ending": "goal_not_reached"}
    (found,) = dominance(frame_of([row(**planned), row(**acting)]))
    assert (found.won, found.gained) == (0, 1)
