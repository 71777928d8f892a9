import re
from collections.abc import Sequence

from analysis_rows import configuration, unscored

from planclaims.analysis.table.frame import frame_of
from planclaims.analysis.table.row import EpisodeRow, Outcome
from planclaims.report.page.numbers import count, dollars, percent, times, tokens
from planclaims.report.summary.failures import broken_rules, failure_shares, outcome_counts, row_id, sensing
from planclaims.report.summary.leads import Lead, leads, scope, warnings
from planclaims.report.summary.methods import MethodSummary, method_summaries
from planclaims.report.summary.pool import Pool, pool, rows_of
from planclaims.report.summary.sections import controls, failures, link, methods_table, summary

CHEAP = {"input_tokens": 900, "output_tokens": 100}
DEAR = {"input_tokens": 9000, "output_tokens": 1000}
CONTROL = {"model": "script", "reference": True}


def pool_of(rows: Sequence[EpisodeRow]) -> Pool:
    frame = frame_of(rows)
    return pool(frame, rows_of(frame))


def methods_of(rows: Sequence[EpisodeRow]) -> dict[str, MethodSummary]:
    return {method.method: method for method in method_summaries(pool_of(rows))}


STUDY = [
    *configuration(range(10), executable=20, detections=1, model="a", method="direct", **CHEAP),
    *configuration(range(5, 25), executable=30, detections=2, model="a", method="plan-and-solve", **DEAR),
    *configuration(range(4), executable=30, detections=0, model="a", method="tree-of-thoughts", **DEAR),
    *configuration(range(40), executable=40, detections=10, method="direct", **CONTROL),
]


def test_a_method_is_compared_with_its_baseline_on_the_same_tasks() -> None:
    found = methods_of(STUDY)
    plan = found["plan-and-solve"]
    assert (plan.successes, plan.solvable, plan.detections, plan.tokens) == (20, 40, 2, 10_000)
    assert (plan.baseline, plan.gained, plan.lost, plan.multiple) == ("direct", 15, 5, 10.0)
    assert found["direct"].baseline is None


def test_a_method_is_beaten_by_one_that_solves_as_much_for_no_more_tokens() -> None:
    found = methods_of(STUDY)
    assert {name: method.beaten_by for name, method in found.items()} == {
        "direct": None,
        "plan-and-solve": None,
        "tree-of-thoughts": "plan-and-solve",
    }


def topics(rows: Sequence[EpisodeRow]) -> dict[str, Lead]:
    found = pool_of(rows)
    return {lead.topic: lead for lead in leads(found, method_summaries(found))}


def test_the_leads_are_computed_and_leave_controls_out() -> None:
    found = topics(STUDY)
    best = found["Best offline configuration"]
    assert best.figure == "50%"
    assert best.sentence == (
        "a with plan-and-solve solves 20 of 40 solvable tasks, for 10.0k tokens ($0.01) an episode. "
        "It is the best of 3, chosen by this very rate: expect less on new tasks."
    )
    assert found["Methods worth their tokens"].figure == "2 of 3"
    assert found["Unsolvable tasks recognised"].sentence.startswith("3 of 30 episodes on tasks without a plan say so")
    assert found["How offline episodes fail"].figure == "53%"
    assert "Best online configuration" not in found


def test_nothing_solved_is_said_plainly() -> None:
    found = topics(configuration([], executable=3, detections=0))
    assert found["Best offline configuration"].figure == "none"
    assert found["Best offline configuration"].sentence == (
        "No offline configuration solves any of its tasks, in 40 episodes."
    )
    assert "Methods worth their tokens" not in found


def test_a_run_of_controls_alone_is_called_one() -> None:
    rows = configuration(range(40), executable=40, detections=10, **CONTROL)
    found = pool_of(rows)
    assert found.controls_only
    assert "scripted control, not a language model" in warnings(found, found.rows)[0]
    assert "scripted control, not a language model" in topics(rows)["Best offline configuration"].sentence


def test_unscored_constrained_and_partial_runs_are_announced() -> None:
    rows = [
        *configuration(range(4), executable=5, detections=0, model="a", constrained=True),
        unscored(model="b", method="direct"),
    ]
    found = pool_of(rows)
    noted = " ".join(warnings(found, found.rows))
    assert "1 episode is not scored (1 of b)" in noted
    assert "Replies of a were forced" in noted
    assert "Not every model played all 50 tasks (b 1)" in noted
    assert scope(found.rows) == (
        "51 episodes: 2 language models, 1 method, 50 tasks in 5 domains (40 solvable, 10 without any plan)."
    )


def test_every_failure_is_counted_once() -> None:
    found = pool_of(STUDY)
    direct = next(group for group in outcome_counts(found) if group.method == "direct")
    assert direct.total == 40
    assert direct.counts[Outcome.SUCCESS] == 10
    assert direct.counts[Outcome.PRECONDITION_VIOLATION] == 20
    assert sum(failure_shares(found).values()) == 120 - 34


def test_broken_rules_are_counted_with_an_example() -> None:
    rows = configuration([], executable=0, detections=0, failed_step=1, failed_action="(drop b r)", unmet_rule="x")
    found = pool_of(rows)
    rules = broken_rules(
        found, {row_id(row): "the robot is in room" for row in found.rows if row["domain"] == "gripper"}
    )
    assert [(rule.domain, rule.action, rule.rule, rule.episodes) for rule in rules] == [
        ("gripper", "drop", "the robot is in room", 10)
    ]
    assert link(rules[0].example) == "#m/direct/gripper/01"
    assert "see one" in failures(found, {rules[0].example: "the robot is in room"})


def test_looking_is_counted_over_acting_episodes() -> None:
    rows = configuration(range(4), executable=5, detections=0, regime="online", method="react")
    found = sensing(pool_of(rows))
    assert found is not None
    assert (found.acts, found.inspected, found.acting, found.never) == (200, 50, 50, 0)


def test_sections_name_controls_and_escape_names() -> None:
    rows = [*STUDY, *configuration(range(30), executable=30, detections=0, model="<i>", method="direct")]
    found = pool_of(rows)
    text = summary(found, found.rows, method_summaries(found)) + methods_table(found, method_summaries(found))
    assert "&lt;i&gt; with direct solves <a href=" in text
    assert "<i>" not in text
    own = controls(frame_of(rows))
    assert own is not None
    assert "scripted control, not a language model" in own
    assert "100% (40 of 40)" in re.sub("<[^>]*>", "", own)
    assert controls(frame_of(configuration([], executable=0, detections=0))) is None


def test_numbers_never_round_some_to_none_or_all() -> None:
    assert [percent(part, 1000) for part in (0, 1, 350, 999, 1000)] == ["0%", "<1%", "35%", ">99%", "100%"]
    assert [tokens(number) for number in (12, 3912, 123_456)] == ["12", "3.9k", "123k"]
    assert [dollars(amount) for amount in (0, 0.00024, 0.0481, 12.3)] == ["$0", "$0.00024", "$0.048", "$12.30"]
    assert [times(2.04), times(23.4), count(1234.0)] == ["2.0×", "23×", "1,234"]
