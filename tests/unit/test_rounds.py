"""A validator in the loop of the first study: what it says, what each attempt is worth, and what trying again is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from analysis_rows import SUCCESS, row
from scoring_worlds import OPTIMAL, block, offline_record, solvable_task, task_facts, unsolvable_task

from planclaims.analysis.outputs import TABLES, of_methods
from planclaims.analysis.statistics.rounds import best_of, checked_methods
from planclaims.analysis.table.frame import frame_of
from planclaims.analysis.table.row import EpisodeRow
from planclaims.analysis.tables.rounds_table import rounds_table
from planclaims.episodes.play import EpisodeSetup, Opened, Player, play
from planclaims.language.briefs import template_brief
from planclaims.language.leaks import leaks
from planclaims.pddl_io import read_plan
from planclaims.suites.hiddenpddl.controls.oracle import Oracle
from planclaims.suites.hiddenpddl.controls.reference import reference_model
from planclaims.suites.hiddenpddl.critic import MISSED, PASSED_OVER, WRONG
from planclaims.suites.hiddenpddl.question import BriefedTask
from planclaims.suites.hiddenpddl.scoring.judge import judge


def question(*, solvable: bool = True) -> BriefedTask:
    hidden = solvable_task() if solvable else unsolvable_task()
    brief = template_brief(hidden.task, hidden.phrases)
    return BriefedTask(brief.domain, brief.instance, hidden)


@pytest.mark.parametrize("detail", ["binary", "first", "all"])
def test_the_critic_finds_nothing_wrong_with_what_is_valid_and_cannot_tell_of_claims(detail: str) -> None:
    assert question().fault(block(*OPTIMAL), detail) is None
    assert question().fault("UNSOLVABLE", detail) is None
    assert question(solvable=False).fault("UNSOLVABLE", detail) is None


def test_the_critic_tells_as_much_as_it_may_in_prose() -> None:
    text = block(OPTIMAL[3], OPTIMAL[1], *OPTIMAL[:1])
    binary, first, everything = (question().fault(text, detail) for detail in ("binary", "first", "all"))
    assert binary == WRONG
    assert first is not None
    assert everything is not None
    assert first.startswith("Action 1, (power-off s2_eu), cannot be carried out")
    assert (first.count("\n- "), MISSED in first) == (1, False)
    assert "Action 2, (assign-bucket b2 s1_eu eu_west search)" in everything
    assert MISSED in everything
    assert everything.endswith(PASSED_OVER)
    for told in (binary, first, everything):
        assert not [found for found in leaks(solvable_task().task.domain, told) if "power-off" not in str(found)]


def test_a_goal_that_is_missed_and_an_answer_that_cannot_be_read() -> None:
    missed = question().fault(block(*OPTIMAL[:3]), "first")
    assert missed is not None
    assert missed.startswith(MISSED)
    assert "s2_eu" in missed
    assert "cannot be read" in str(question().fault("I do not know.", "first"))
    assert question().fault("I do not know.", "binary") == WRONG


def played(**settings: object) -> EpisodeRow:
    hidden, asked = solvable_task(), question()
    full = {"regime": "offline", "strategy": "backprompt", **settings}
    player = Player("r", {"kind": "reference", "script": "learner"}, "checked", full)
    opened = Opened("load-balancing", "01", task_facts(4, 20), 20, ask=lambda: asked)
    oracle = Oracle(hidden.task, read_plan("\n".join(OPTIMAL), source="plan"), True, 1, 20)
    record = play(EpisodeSetup(opened, player), reference_model("learner", oracle))
    return judge(record, hidden, optimal_length=4).row


def test_the_learner_tells_the_kinds_of_feedback_and_of_history_apart() -> None:
    found = {
        "none": played(feedback="none"),
        "binary": played(feedback="binary"),
        "binary, last": played(feedback="binary", history="last"),
        "first": played(feedback="first-error"),
        "all": played(feedback="all-errors", history="last"),
    }
    assert {name: (one.attempts, one.solved_at) for name, one in found.items()} == {
        "none": (5, None),
        "binary": (3, 3),
        "binary, last": (5, None),
        "first": (2, 2),
        "all": (2, 2),
    }
    assert [one.success for one in found.values()] == [False, True, False, True, True]
    assert {one.rounds for one in found.values()} == {5}
    assert found["first"].feedback == "first-error"
    bounded = played(feedback="binary", rounds=2)
    assert (bounded.attempts, bounded.solved_at, bounded.success) == (2, None, False)


def test_only_methods_that_are_checked_have_rounds() -> None:
    found = judge(offline_record(block(*OPTIMAL)), solvable_task(), optimal_length=4).row
    assert (found.rounds, found.attempts, found.solved_at, found.feedback) == (None, None, None, None)


def test_best_of_as_many_is_what_choices_among_the_runs_would_hold() -> None:
    assert best_of(5, 0, 5) == 0
    assert best_of(5, 1, 5) == 1
    assert best_of(2, 1, 4) == pytest.approx(1 - 3 / 6)
    assert best_of(5, 1, 1) == 1
    assert best_of(3, 1, 2) == pytest.approx(1 - 0.5**3)


def checked(task: str, solved_at: int | None, feedback: str, attempts: int = 3, **columns: object) -> EpisodeRow:
    shape = {"task": task, "method": f"m-{feedback}", "rounds": 3, "feedback": feedback, "attempts": attempts}
    return row(**{**shape, "solved_at": solved_at, **(SUCCESS if solved_at else {}), **columns})


def study() -> list[EpisodeRow]:
    tasks = [f"{number:02}" for number in range(1, 9)]
    sampler = [checked(task, None, "none") for task in tasks]
    told = [
        checked(task, place, "first-error", place or 3)
        for task, place in zip(tasks, [1, 2, 2, 3, 3, 3, 3, None], strict=True)
    ]
    return [*sampler, *told]


def test_success_by_attempt_and_against_the_sampler() -> None:
    sampler, told = checked_methods(frame_of(study()))
    assert (sampler.by_attempt, sampler.sampler) == ((0, 0, 0), None)
    assert (told.by_attempt, told.attempts) == ((0.125, 0.375, 0.875), 2.5)
    assert told.expected == pytest.approx(0.125)
    assert told.sampler is not None
    assert (told.sampler.gained, told.sampler.lost, told.sampler.p, told.p_holm) == (7, 0, 2 / 128, 2 / 128)
    controls = [replace(one, model="r", reference=True) for one in study()]
    sheet = rounds_table(frame_of([*controls, *study()]))
    assert [line[0] for line in sheet.rows] == ["m", "m", "r (control)", "r (control)"]
    assert sheet.rows[1][5:8] == ("12.5", "87.5", "12.5, 37.5, 87.5")
    assert sheet.rows[3][-1] == "–"


def test_several_runs_make_the_expectation_an_estimate() -> None:
    rows = [checked("01", 1 if run == 0 else None, "none", repeat=run) for run in range(4)]
    (found,) = checked_methods(frame_of(rows))
    assert (found.tasks, found.runs) == (1, 4)
    assert found.expected == pytest.approx(1 - (3 * 2 * 1) / (4 * 3 * 2))


def test_the_table_is_made_where_attempts_are_checked() -> None:
    assert "rounds" not in of_methods(TABLES, {"direct": {"regime": "offline"}})
    assert "rounds" in of_methods(TABLES, {"backprompt": {"regime": "offline"}})
    assert "rounds" in of_methods(TABLES, {"mine": {"regime": "offline", "strategy": "backprompt"}})
