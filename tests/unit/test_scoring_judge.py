from dataclasses import asdict, replace

import pytest
from scoring_worlds import (
    CLAIM,
    GIVE_UP,
    LOOK,
    OPTIMAL,
    act,
    block,
    offline_record,
    online_record,
    solvable_task,
    task_facts,
    unsolvable_task,
)

from planclaims.analysis.table.row import COLUMNS, EpisodeRow
from planclaims.episodes.record import RunOutcome
from planclaims.errors import InputError
from planclaims.seam import Answer, CallKind, ToolCall
from planclaims.suites.hiddenpddl.scoring.judge import judge

POWER_OFF = "(power-off s2_eu)"
DETOUR = ("(unassign-bucket b1 s1_eu)", "(assign-bucket b1 s1_eu eu_west search)")
UNKNOWN_TOOL = ToolCall("teleport")


def offline(output: str) -> EpisodeRow:
    return judge(offline_record(output), solvable_task(), optimal_length=4).row


def offline_unsolvable(output: str) -> EpisodeRow:
    return judge(offline_record(output, None), unsolvable_task(), optimal_length=None).row


def online(*calls: ToolCall | None, rejected: tuple[int, ...] = ()) -> EpisodeRow:
    return judge(online_record(solvable_task(), calls, rejected=rejected), solvable_task(), optimal_length=4).row


def online_unsolvable(*calls: ToolCall) -> EpisodeRow:
    hidden = unsolvable_task()
    return judge(online_record(hidden, calls, None), hidden, optimal_length=None).row


def measures(row: EpisodeRow) -> tuple[object, ...]:
    return row.executable, row.success, row.detection, row.false_abstention, row.score, row.outcome, row.ending


def test_an_optimal_plan_scores_one() -> None:
    row = offline(block(*OPTIMAL))
    assert measures(row) == (True, True, False, False, 1.0, "success", "goal_reached")
    assert (row.solvable, row.optimal_length, row.plan_length, row.budget) == (True, 4, 4, 20)
    assert (row.failed_step, row.failed_action, row.unmet_rule) == (None, None, None)


def test_a_longer_valid_plan_scores_the_ratio_of_lengths() -> None:
    row = offline(block(*DETOUR, *OPTIMAL))
    assert measures(row) == (True, True, False, False, 4 / 6, "success", "goal_reached")


def test_a_plan_that_misses_the_goal_is_executable_and_scores_nothing() -> None:
    assert measures(offline(block(*OPTIMAL[:3]))) == (True, False, False, False, 0.0, *["goal_not_reached"] * 2)


def test_an_inapplicable_step_is_located_with_the_rule_it_breaks() -> None:
    row = offline(block(DETOUR[0], POWER_OFF, OPTIMAL[0]))
    assert measures(row) == (False, False, False, False, 0.0, "precondition_violation", "precondition_violation")
    assert (row.failed_step, row.failed_action) == (2, POWER_OFF)
    assert row.unmet_rule == "power-off: (= (load ?server) 0)"
    assert row.plan_length == 3


def test_an_unknown_object_makes_the_whole_output_malformed() -> None:
    row = offline(block(*OPTIMAL, "(power-off s9_eu)"))
    assert measures(row) == (False, False, False, False, 0.0, "malformed", "malformed")
    assert row.plan_length is None
    assert row.failed_step is None


def test_giving_up_on_a_solvable_task_is_executable_and_a_false_abstention() -> None:
    row = offline("UNSOLVABLE")
    assert measures(row) == (True, False, False, True, 0.0, "false_abstention", "unsolvable_claim")
    assert row.plan_length == 0


def test_recognising_an_unsolvable_task_is_a_detection_and_a_success() -> None:
    row = offline_unsolvable(block("UNSOLVABLE"))
    assert measures(row) == (True, True, True, False, 1.0, "detection", "unsolvable_claim")
    assert (row.solvable, row.optimal_length, row.budget) == (False, None, 40)


@pytest.mark.parametrize(
    ("output", "executable", "ending"),
    [
        (block("(move room_87e147 room_1d9ebe)"), True, "goal_not_reached"),
        (block("(fly room_87e147)"), False, "malformed"),
        (block("(move room_1d9ebe room_87e147)"), False, "precondition_violation"),
    ],
)
def test_every_failure_on_an_unsolvable_task_is_a_missed_infeasibility(
    output: str, executable: bool, ending: str
) -> None:
    row = offline_unsolvable(output)
    assert measures(row) == (executable, False, False, False, 0.0, "missed_infeasibility", ending)


def test_acting_succeeds_only_with_a_goal_claim() -> None:
    acts = [act(step) for step in OPTIMAL]
    assert measures(online(*acts, CLAIM)) == (True, True, False, False, 1.0, "success", "goal_reached")
    assert measures(online(*acts, ToolCall("finish"))) == (True, True, False, False, 1.0, "success", "goal_reached")
    idle = [LOOK] * 16
    assert measures(online(*acts, *idle)) == (True, False, False, False, 0.0, "timeout", "timeout")


def test_a_claim_too_early_is_goal_not_reached() -> None:
    row = online(act(OPTIMAL[0]), CLAIM)
    assert measures(row) == (True, False, False, False, 0.0, "goal_not_reached", "goal_not_reached")


def test_an_inapplicable_act_counts_as_part_of_the_plan() -> None:
    row = online(act(OPTIMAL[0]), act(OPTIMAL[0]))
    assert measures(row) == (False, False, False, False, 0.0, "precondition_violation", "precondition_violation")
    assert (row.plan_length, row.acts, row.failed_step) == (2, 2, 2)
    assert row.unmet_rule == "unassign-bucket: (assigned-to ?bucket ?server)"


def test_giving_up_after_acting_keeps_the_acts_in_the_plan() -> None:
    row = online(act(OPTIMAL[0]), GIVE_UP)
    assert measures(row) == (True, False, False, True, 0.0, "false_abstention", "unsolvable_claim")
    assert row.plan_length == 1


def test_an_unsolvable_task_online() -> None:
    assert measures(online_unsolvable(LOOK, GIVE_UP)) == (True, True, True, False, 1.0, "detection", "unsolvable_claim")
    assert measures(online_unsolvable(CLAIM)) == (
        True,
        False,
        False,
        False,
        0.0,
        "missed_infeasibility",
        "goal_not_reached",
    )
    assert measures(online_unsolvable(*[LOOK] * 40))[-2:] == ("missed_infeasibility", "timeout")


def test_an_act_is_inspected_if_the_state_was_queried_since_the_act_before() -> None:
    first, second, third, fourth = (act(step) for step in OPTIMAL)
    row = online(LOOK, LOOK, first, second, LOOK, UNKNOWN_TOOL, third, fourth, CLAIM)
    assert (row.acts, row.state_queries, row.inspected_acts, row.ill_formed_calls) == (4, 3, 2, 1)
    assert (row.calls_used, row.rejected_proposals) == (9, 0)


def test_an_act_is_informed_by_any_call_that_tells_the_current_state() -> None:
    first, second, third, fourth = (act(step) for step in OPTIMAL)
    one_object, past = ToolCall("describe_object", {"name": "s2_eu"}), ToolCall("get_history")
    nobody = ToolCall("describe_object", {"name": "nobody"})
    row = online(LOOK, first, one_object, one_object, second, past, nobody, third, fourth, CLAIM)
    assert (row.acts, row.inspected_acts, row.informed_acts) == (4, 1, 2)
    assert (row.state_queries, row.revealing_calls) == (1, 3)


def test_an_ill_formed_query_inspects_nothing_and_an_ill_formed_act_is_no_act() -> None:
    bad_look = ToolCall("get_state", {"of": "s1_eu"})
    bad_act = ToolCall("act", {"action": "power-off", "arguments": []})
    row = online(bad_look, act(OPTIMAL[0]), LOOK, bad_act, act(OPTIMAL[1]), None, CLAIM)
    assert (row.acts, row.inspected_acts, row.ill_formed_calls, row.state_queries) == (2, 1, 3, 1)
    assert row.outcome == "goal_not_reached"


def test_a_rejected_act_is_no_part_of_the_plan_but_costs_its_unit() -> None:
    row = online(act(POWER_OFF), act(OPTIMAL[0]), CLAIM, rejected=(0,))
    assert (row.acts, row.plan_length, row.rejected_proposals, row.calls_used) == (1, 1, 1, 3)
    assert row.executable is True


def test_costs_are_summed_over_the_calls() -> None:
    row = offline("UNSOLVABLE")
    assert (row.model_calls, row.input_tokens, row.output_tokens, row.cost_usd, row.seconds) == (2, 200, 20, 0.5, 3.0)


def test_an_episode_that_the_infrastructure_broke_off_has_no_measures() -> None:
    record = replace(offline_record(""), output=None, outcome=RunOutcome.INFRASTRUCTURE_FAILURE, failure="rate limit")
    row = judge(record, solvable_task(), optimal_length=4).row
    assert (row.scored, row.failure) == (False, "rate limit")
    given = {"model", "method", "regime", "domain", "task", "repeat", "reference", "constrained", "scored", "failure"}
    assert all(value is None for name, value in asdict(row).items() if name not in given)


def test_what_the_record_says_of_itself_is_not_believed_but_noted() -> None:
    boast = Answer("plan", OPTIMAL)
    judged = judge(offline_record("nothing", parsed=boast), solvable_task(), optimal_length=4)
    assert judged.row.outcome == "malformed"
    assert judged.notes == ("the output was recorded as plan and now reads as malformed",)

    record = online_record(solvable_task(), [act(POWER_OFF)])
    assert record.turns is not None
    forged = replace(record, ending="goal_claim", turns=(replace(record.turns[0], kind=CallKind.EPISTEMIC),))
    judged = judge(forged, solvable_task(), optimal_length=4)
    assert judged.row.outcome == "precondition_violation"
    assert len(judged.notes) == 2


def test_judging_does_not_change_the_evidence() -> None:
    record = online_record(solvable_task(), [LOOK, act(POWER_OFF)])
    before = asdict(record)
    judge(record, solvable_task(), optimal_length=4)
    assert asdict(record) == before


def test_turns_after_the_end_or_none_at_the_end_are_an_error() -> None:
    record = online_record(solvable_task(), [act(OPTIMAL[0]), CLAIM])
    assert record.turns is not None
    with pytest.raises(InputError, match="after the end"):
        judge(replace(record, turns=(*record.turns, record.turns[0])), solvable_task(), optimal_length=4)
    with pytest.raises(InputError, match="before the episode has ended"):
        judge(replace(record, turns=record.turns[:1]), solvable_task(), optimal_length=4)


def test_facts_that_a_valid_plan_refutes_are_an_error() -> None:
    facts = task_facts(5, 20)
    with pytest.raises(InputError, match="a valid plan of 4 steps"):
        judge(offline_record(block(*OPTIMAL), task_facts=facts), solvable_task(), optimal_length=5)


def test_a_record_played_with_other_facts_is_an_error() -> None:
    with pytest.raises(InputError, match="play it again"):
        judge(offline_record(block(*OPTIMAL)), solvable_task(), optimal_length=3)


def test_constrained_decoding_and_references_are_marked() -> None:
    constrained = offline_record("UNSOLVABLE", model_settings={"kind": "embedded", "grammar": True})
    reference = offline_record("UNSOLVABLE", model_settings={"kind": "reference", "script": "optimal"})
    rows = [judge(record, solvable_task(), optimal_length=4).row for record in (constrained, reference)]
    assert [(row.constrained, row.reference) for row in rows] == [(True, False), (False, True)]


def test_the_columns_are_the_fields_of_the_row() -> None:
    assert COLUMNS[:6] == ("model", "method", "regime", "domain", "task", "repeat")
    assert "outcome" in COLUMNS
    assert "unmet_rule" in COLUMNS
