import dataclasses

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
    unsolvable_task,
)

from planclaims.episodes.record import EpisodeRecord, RecordedCall, RecordedMessage, RunOutcome
from planclaims.language.hidden_task import HiddenTask
from planclaims.language.prose.describe import state_clauses
from planclaims.report.page.packing import TextTable, packed, unpacked
from planclaims.report.viewer.clauses import ClauseTable
from planclaims.report.viewer.conversation import conversation
from planclaims.report.viewer.episode_view import TaskTables, View, episode_view
from planclaims.report.viewer.trace import trace
from planclaims.seam import ToolCall
from planclaims.suites.hiddenpddl.scoring.judge import judge


def shown(record: EpisodeRecord, hidden: HiddenTask) -> tuple[View, TaskTables]:
    row = dataclasses.asdict(judge(record, hidden, optimal_length=record.task_facts["optimal_length"]).row)
    found = trace(record, hidden)
    clauses = ClauseTable(hidden, [hidden.task.initial, *found.report.trace])
    tables = TaskTables(hidden, clauses, TextTable())
    return episode_view(row, record, found, tables), tables


def states(view: View, tables: TaskTables) -> list[tuple[str, ...]]:
    """Return every state as the page unfolds it: the first one, then the changes of each step."""
    found = [set(tables.clauses.state(tables.hidden.task.initial))]
    for move in view["moves"]:
        state = (found[-1] - set(move["lost"])) | set(move["gained"])
        for before, after in move["changed"]:
            state = (state - {before}) | {after}
        found.append(state)
    return [tuple(tables.clauses.texts[place] for place in sorted(state)) for state in found]


def test_an_optimal_plan_is_shown_with_its_changes() -> None:
    hidden = solvable_task()
    view, tables = shown(offline_record(block(*OPTIMAL)), hidden)
    assert view["verdict"] == "Solved with 4 actions; no plan is shorter."
    assert view["steps"][0] == "unassign-bucket b2 s2_eu"
    first = view["moves"][0]
    clause = tables.clauses.texts.__getitem__
    assert [clause(place) for place in first["lost"]] == ["b2 is assigned to s2_eu"]
    assert [clause(place) for place in first["gained"]] == ["b2 is waiting for a server"]
    assert [[clause(a), clause(b)] for a, b in first["changed"]] == [
        ["the load of s2_eu is 1", "the load of s2_eu is 0"]
    ]
    assert (view["failed_step"], view["unmet"], view["missed"]) == (None, [], [])


def test_the_changes_unfold_to_the_states_as_the_environment_describes_them() -> None:
    hidden = solvable_task()
    record = offline_record(block(*OPTIMAL))
    view, tables = shown(record, hidden)
    expected = [state_clauses(hidden.task, hidden.phrases, state) for state in trace(record, hidden).report.trace]
    assert states(view, tables) == expected


def test_a_violation_names_its_step_the_values_compared_and_the_rule() -> None:
    view, _ = shown(offline_record(block(OPTIMAL[1], "(power-off s2_eu)")), solvable_task())
    assert view["failed_step"] == 1
    assert view["verdict"] == ("Failed at step 1 of 2: assign-bucket b2 s1_eu eu_west search could not be carried out.")
    view, _ = shown(offline_record(block("(power-off s2_eu)")), solvable_task())
    assert view["unmet"] == ["the load of s2_eu is equal to 0 (compared: 1 with 0)"]
    assert view["rule"] == "the load of server is equal to 0"


def test_a_plan_that_stops_short_names_the_conditions_it_misses() -> None:
    view, _ = shown(offline_record(block(*OPTIMAL[:3])), solvable_task())
    assert view["verdict"].startswith("All 3 steps were carried out, but ")
    assert view["missed"] == ["s2_eu is powered off"]


@pytest.mark.parametrize(
    ("output", "verdict"),
    [
        ("UNSOLVABLE", "Gave up wrongly: it claims that no plan exists, but one of 4 actions does."),
        ("", "The answer could not be read as a plan"),
    ],
)
def test_other_failures_are_told_in_words(output: str, verdict: str) -> None:
    view, _ = shown(offline_record(output), solvable_task())
    assert view["verdict"].startswith(verdict)


def test_turns_are_told_apart_by_kind_and_lead_to_their_steps() -> None:
    hidden = solvable_task()
    calls = [LOOK, ToolCall("look"), None, act(OPTIMAL[0]), CLAIM, act("(power-off s1_eu)")]
    view, _ = shown(online_record(hidden, calls, rejected=(4,)), hidden)
    assert [turn["kind"] for turn in view["turns"]] == [
        "epistemic",
        "ill_formed",
        "ill_formed",
        "applied",
        "rejected",
        "violation",
    ]
    assert [turn["step"] for turn in view["turns"]] == [None, None, None, 1, None, 2]
    assert view["verdict"] == "Failed at step 2 (call 6 of at most 20): power-off s1_eu could not be carried out."


def test_claims_end_an_episode_and_a_budget_can_run_out() -> None:
    hidden = unsolvable_task()
    view, _ = shown(online_record(hidden, [GIVE_UP], None), hidden)
    assert view["verdict"] == "Correct: no plan exists, and the episode says so."
    assert [turn["kind"] for turn in view["turns"]] == ["terminal"]
    view, _ = shown(online_record(hidden, [CLAIM], None), hidden)
    assert view["verdict"].startswith("No plan exists, and the episode did not recognise it. No action was carried out")
    view, _ = shown(online_record(solvable_task(), [LOOK] * 20), solvable_task())
    assert view["verdict"] == "Spent all 20 calls without a final claim. The goal did not hold by then."


def test_an_episode_that_was_broken_off_is_shown_as_far_as_it_went() -> None:
    hidden = solvable_task()
    whole = online_record(hidden, [LOOK, act(OPTIMAL[0]), CLAIM])
    assert whole.turns is not None
    broken = dataclasses.replace(
        whole, outcome=RunOutcome.INFRASTRUCTURE_FAILURE, failure="rate limit", turns=whole.turns[:2], ending=None
    )
    view, _ = shown(broken, hidden)
    assert view["verdict"] == "Not scored, because the model could not be asked: rate limit."
    assert view["steps"] == ["unassign-bucket b2 s2_eu"]
    assert len(view["moves"]) == 1


def call(*messages: int, reply: str) -> RecordedCall:
    return RecordedCall("act", messages, 0.0, 10, reply, "stop", 1, 1, 0.0, 0.0, False)


def test_a_growing_conversation_is_told_without_repetition() -> None:
    texts = ("system", "start", "first", "seen", "question", "second")
    roles = ("system", "user", "assistant", "user", "user", "assistant")
    record = dataclasses.replace(
        offline_record("x"),
        messages=tuple(RecordedMessage(role, text) for role, text in zip(roles, texts, strict=True)),
        calls=(
            call(0, 1, reply="first\n"),
            call(0, 1, 2, 4, reply="fine"),
            call(0, 1, 2, 3, reply="second"),
            call(0, 1, 2, 3, 5, reply="third"),
        ),
    )
    table = TextTable()
    told = conversation(record, table.place)
    assert [(entry["after"], entry["kept"]) for entry in told] == [(None, 0), (0, 2), (1, 3), (2, 4)]
    assert told[1]["new"][0] == {"role": "assistant", "reply_of": 0}
    assert [table.texts[message["text"]] for message in told[0]["new"]] == ["system", "start"]
    assert told[3]["new"] == [{"role": "assistant", "reply_of": 2}]


def test_packing_is_faithful_and_keeps_no_time() -> None:
    data = {"texts": ["</script>", "é\ud800"], "n": [1, 2.5, None]}
    assert packed(data) == packed(data)
    assert "<" not in packed(data)
    assert unpacked(packed({"n": [1, None, "</script>"]})) == {"n": [1, None, "</script>"]}
