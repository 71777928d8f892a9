"""Where an inapplicable act is not the end: what the world does, what the agent is told, what the judge counts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from analysis_rows import SUCCESS, row
from scoring_worlds import CLAIM, OPTIMAL, act, block, offline_record, solvable_task, task_facts, unsolvable_task

from planclaims.analysis.figures.figure_gated import gated_bars
from planclaims.analysis.outputs import FIGURES, TABLES, of_episodes, of_methods
from planclaims.analysis.statistics.gates import gate_tests
from planclaims.analysis.statistics.significance import comparisons
from planclaims.analysis.table.frame import frame_of
from planclaims.analysis.table.row import EpisodeEnding, EpisodeRow, Outcome
from planclaims.analysis.tables.gated_table import gated_table
from planclaims.episodes.method import architecture_of
from planclaims.episodes.play import EpisodeSetup, Opened, Player, play
from planclaims.episodes.record import EpisodeRecord
from planclaims.errors import ConfigError
from planclaims.language.hidden_task import HiddenTask
from planclaims.language.leaks import leaks
from planclaims.pddl_io import read_plan
from planclaims.seam import CallKind
from planclaims.suites.hiddenpddl.controls.oracle import Oracle
from planclaims.suites.hiddenpddl.controls.reference import reference_model
from planclaims.suites.hiddenpddl.environment import EXPLAINED, REFUSED, VIOLATED, Ending, TaskEnvironment
from planclaims.suites.hiddenpddl.scoring.judge import judge
from planclaims.suites.hiddenpddl.violations import Violations, violations_of

TOO_EARLY = "(power-off s2_eu)"
"""It is never applicable at the start: the server has load."""


def world(rule: Violations) -> TaskEnvironment:
    hidden = solvable_task()
    return TaskEnvironment(hidden.task, hidden.phrases, rule)


def test_fatal_ends_the_episode_and_is_what_no_setting_means() -> None:
    environment = world(violations_of({}))
    seen = environment.call(act(TOO_EARLY))
    assert (seen.text, seen.kind, environment.ending) == (VIOLATED, CallKind.ONTIC, Ending.PRECONDITION_VIOLATION)


@pytest.mark.parametrize("rule", [Violations.REFUSED, Violations.EXPLAINED])
def test_a_refused_act_changes_nothing_and_the_episode_goes_on(rule: Violations) -> None:
    environment = world(rule)
    before = environment.state
    seen = environment.call(act(TOO_EARLY))
    assert (seen.kind, seen.step, environment.ending, environment.state) == (CallKind.REFUSED, TOO_EARLY, None, before)
    assert environment.steps == []
    for step in OPTIMAL:
        assert environment.call(act(step)).kind is CallKind.ONTIC
    environment.call(CLAIM)
    assert environment.ending is Ending.GOAL_CLAIM
    assert environment.task.goal_reached(environment.state)


def test_only_explained_tells_what_was_not_met_and_in_prose() -> None:
    hidden = solvable_task()
    bare, told = (world(rule).call(act(TOO_EARLY)).text for rule in (Violations.REFUSED, Violations.EXPLAINED))
    assert bare == REFUSED
    assert told.startswith(f"{EXPLAINED}\n- ")
    assert "s2_eu" in told.removeprefix(EXPLAINED)
    assert not leaks(hidden.task.domain, told)


def test_an_agent_is_told_the_rule_that_holds_and_no_other() -> None:
    told = {}
    for rule in Violations:
        environment = world(rule)
        (acting,) = [tool.description for tool in environment.tools if tool.name == "act"]
        told[rule] = " ".join([environment.wording["rules"], environment.wording["standards"], acting])
    assert "ends the episode at once" in told[Violations.FATAL]
    for rule in (Violations.REFUSED, Violations.EXPLAINED):
        assert "ends the episode at once" not in told[rule]
        assert "failure" not in told[rule]
    assert "you are told which" in told[Violations.EXPLAINED]
    assert "told which" not in told[Violations.REFUSED]


def test_the_setting_is_the_worlds_and_a_wrong_one_is_named() -> None:
    architecture_of("react", {"regime": "online", "violations": "explained"})
    with pytest.raises(ConfigError, match=r"violations.*'lenient'.*fatal, refused, explained"):
        violations_of({"violations": "lenient"})


def episode(script: str, rule: str, hidden: HiddenTask, plan: tuple[str, ...] | None, budget: int) -> EpisodeRecord:
    settings = {"regime": "online", "architecture": "react", "violations": rule}
    player = Player("r", {"kind": "reference", "script": script}, f"react-{rule}", settings)
    length = None if plan is None else len(plan)
    opened = Opened(
        group="load-balancing" if plan else "gripper",
        name="01",
        facts=task_facts(length, budget),
        budget=budget,
        enter=lambda: TaskEnvironment(hidden.task, hidden.phrases, violations_of(settings)),
    )
    steps = None if plan is None else read_plan("\n".join(plan), source="plan")
    oracle = Oracle(hidden.task, steps, plan is not None, 1, budget)
    return play(EpisodeSetup(opened, player), reference_model(script, oracle))


def judged(rule: str, *, budget: int = 20) -> EpisodeRow:
    hidden = solvable_task()
    return judge(episode("stumbler", rule, hidden, OPTIMAL, budget), hidden, optimal_length=4).row


def test_the_stumbler_tells_all_three_apart() -> None:
    fatal, refused, explained = (judged(rule) for rule in ("fatal", "refused", "explained"))
    assert (fatal.success, fatal.violations, fatal.outcome) == (False, 1, Outcome.PRECONDITION_VIOLATION)
    assert (refused.success, refused.violations, refused.calls_used, refused.acts) == (True, 8, 15, 12)
    assert (explained.success, explained.violations, explained.calls_used, explained.acts) == (True, 1, 8, 5)
    assert (refused.score, explained.score, refused.plan_length) == (1.0, 1.0, 4)
    assert [row.violation_rule for row in (fatal, refused, explained)] == ["fatal", "refused", "explained"]
    assert {row.variant_of for row in (fatal, refused, explained)} == {"react"}


def test_a_refusal_costs_its_unit() -> None:
    assert judged("refused", budget=15).success is True
    timeout = judged("refused", budget=14)
    assert (timeout.success, timeout.outcome, timeout.executable) == (False, Outcome.TIMEOUT, True)


def test_on_an_unsolvable_task_a_gate_turns_a_violation_into_a_detection() -> None:
    hidden = unsolvable_task()
    ends = {
        rule: judge(episode("stumbler", rule, hidden, None, 40), hidden, optimal_length=None).row
        for rule in ("fatal", "refused", "explained")
    }
    assert [ends[rule].detection for rule in ends] == [False, True, True]
    assert ends["fatal"].ending is EpisodeEnding.PRECONDITION_VIOLATION


def test_the_judge_takes_refusals_afresh_and_not_from_the_record() -> None:
    hidden = solvable_task()
    record = episode("stumbler", "explained", hidden, OPTIMAL, 20)
    stricter = replace(record, method_settings={"regime": "online", "architecture": "react"})
    turns = (record.turns or ())[:3]
    found = judge(replace(stricter, turns=turns), hidden, optimal_length=4)
    assert found.row.outcome is Outcome.PRECONDITION_VIOLATION
    assert found.notes


def test_offline_there_is_no_rule() -> None:
    found = judge(offline_record(block(*OPTIMAL)), solvable_task(), optimal_length=4).row
    assert (found.violations, found.violation_rule, found.variant_of) == (None, None, "direct")


def gated(task: str, rule: str, violations: int, **columns: object) -> EpisodeRow:
    shape = {"model": "m", "variant_of": "react", "acts": 4 + violations, "calls_used": 9 + violations, "budget": 40}
    method = {"method": f"react-{rule}", "regime": "online", "violation_rule": rule, "violations": violations}
    return row(**{"task": task, **shape, **method, **columns})


VIOLATION = {
    "outcome": Outcome.PRECONDITION_VIOLATION,
    "ending": EpisodeEnding.PRECONDITION_VIOLATION,
    "executable": False,
    "failed_step": 1,
}


def study() -> list[EpisodeRow]:
    tasks = [f"{number:02}" for number in range(1, 9)]
    fatal = [gated(task, "fatal", 1, **VIOLATION) for task in tasks[:6]]
    fatal += [gated(tasks[6], "fatal", 0), gated(tasks[7], "fatal", 0, **SUCCESS)]
    refused = [gated(task, "refused", 2, **SUCCESS) for task in tasks[:2]]
    refused += [gated(task, "refused", 3) for task in tasks[2:7]] + [gated(tasks[7], "refused", 0, **SUCCESS)]
    explained = [gated(task, "explained", 1, **SUCCESS) for task in tasks[:6]]
    explained += [gated(tasks[6], "explained", 0), gated(tasks[7], "explained", 0, **SUCCESS)]
    return [*fatal, *refused, *explained]


def test_rules_are_paired_by_task_and_tested_exactly() -> None:
    by_rules = {(test.other.rule, test.base.rule): test for test in gate_tests(frame_of(study()))}
    assert list(by_rules) == [("refused", "fatal"), ("explained", "fatal"), ("explained", "refused")]
    told = by_rules["explained", "fatal"]
    assert (told.gained, told.lost, told.p, told.p_holm) == (6, 0, 2 / 64, 6 / 64)
    assert (told.failures, told.vanished, told.by_violation, told.gate_only) == (7, 6, 6, 6)
    bare = by_rules["refused", "fatal"]
    assert (bare.gained, bare.p, bare.vanished, bare.by_violation) == (2, 0.5, 2, 6)


def test_several_runs_of_a_task_count_by_their_shares() -> None:
    rows = [gated("01", "fatal", 1, repeat=0, **VIOLATION), gated("01", "fatal", 0, repeat=1, **SUCCESS)]
    rows += [gated("01", "refused", 1, repeat=0, **SUCCESS), gated("01", "refused", 1, repeat=1)]
    (test,) = gate_tests(frame_of(rows))
    assert (test.by_violation, test.gate_only, test.difference) == (0.5, 0.25, 0.0)


def test_table_and_figure_show_every_rule_and_name_controls() -> None:
    controls = [replace(one, model="r", reference=True) for one in study()]
    sheet = gated_table(frame_of([*study(), *controls]))
    assert [line[0] for line in sheet.rows] == ["m"] * 4 + ["r (control)"] * 4
    assert [line[3] for line in sheet.rows[:4]] == ["fatal", "refused", "explained", "explained"]
    assert sheet.rows[2][5:8] == ("87.5", "0.75", "6 of 6")
    assert sheet.rows[6][13] == "–"
    bars = gated_bars(frame_of(study()))
    assert [bar.shares["success after a violation"] for bar in bars] == [0.0, 0.25, 0.75]
    assert all(sum(bar.shares.values()) == pytest.approx(1) for bar in bars)


def test_the_table_is_made_only_where_it_says_something() -> None:
    plain = {"react": {"regime": "online"}}
    assert "gated" not in of_methods(TABLES, plain)
    assert "figure_gated" not in of_methods(FIGURES, plain)
    assert "gated" in of_methods(TABLES, {**plain, "soft": {"regime": "online", "violations": "refused"}})
    assert "gated" in of_episodes(TABLES, frame_of(study()))
    assert "gated" not in of_episodes(TABLES, frame_of([row()]))


def test_agents_under_another_rule_enter_no_family_of_the_study() -> None:
    rows = [replace(one, method=one.method.replace("-fatal", "")) for one in study()]
    assert comparisons(frame_of(rows)) == []
    critic = [replace(one, method="critic", variant_of="critic") for one in rows if one.violation_rule == "fatal"]
    assert [(test.method, test.baseline) for test in comparisons(frame_of([*rows, *critic]))] == [("critic", "react")]
