"""Several runs of a task: counts are of runs, and runs that agree change no rate."""

from dataclasses import replace
from random import Random

import pytest
from analysis_rows import DETECTION, MISSED, SUCCESS, row, unscored

from planclaims.analysis.claims.all_claims import claims
from planclaims.analysis.statistics.configurations import configurations
from planclaims.analysis.statistics.pools import median_of
from planclaims.analysis.statistics.significance import comparisons
from planclaims.analysis.table.frame import frame_of
from planclaims.analysis.table.row import EpisodeRow
from planclaims.analysis.tables.outcomes_table import outcomes_table
from planclaims.analysis.tables.table4 import table4
from planclaims.report.summary.failures import outcome_counts
from planclaims.report.summary.leads import leads
from planclaims.report.summary.methods import method_summaries
from planclaims.report.summary.pool import pool, rows_of, total


def study() -> list[EpisodeRow]:
    """Two solvable tasks and an unsolvable one, three runs each; one run has no score."""
    return [
        row(task="01", repeat=0, **SUCCESS),
        row(task="01", repeat=1),
        row(task="01", repeat=2),
        row(task="02", repeat=0, **SUCCESS),
        row(task="02", repeat=1, **SUCCESS),
        unscored(task="02", repeat=2),
        row(task="03", repeat=0, **DETECTION),
        row(task="03", repeat=1, **MISSED),
        row(task="03", repeat=2, **MISSED),
    ]


def test_a_configuration_counts_tasks_each_run_of_n_by_one_nth() -> None:
    (found,) = configurations(frame_of(study()))
    assert (found.solvable, found.unsolvable, found.runs, found.unscored, found.repeats) == (2, 1, 8, 1, 3)
    counts = (found.successes, found.executable, found.detections, found.success_rate, found.mean_score)
    assert counts == pytest.approx((4 / 3, 2, 1 / 3, 2 / 3, 5 / 9), abs=1e-8)


def uneven(method: str, *, won: int) -> list[EpisodeRow]:
    """The first task is solved in every run, the second in none."""
    return [row(task="01", method=method, repeat=run, **SUCCESS) for run in range(won)] + [
        row(task="02", method=method)
    ]


def test_rates_and_tests_weigh_runs_alike() -> None:
    frame = frame_of([*uneven("direct", won=1), *uneven("tree-of-thoughts", won=3)])
    table = table4(frame, resamples=100, seed=1)
    (test,) = table.comparisons
    rates = {row.method: row.cells["m"].configuration.success_rate for row in table.rows}
    assert rates == {"direct": 0.5, "tree-of-thoughts": 0.5}
    assert test.difference == 0.0
    assert all(row.cells["m"].best for row in table.rows)
    summaries = method_summaries(pool(frame, rows_of(frame)))
    assert {one.method: one.rate for one in summaries} == rates


@pytest.mark.parametrize("seed", range(25))
def test_differences_of_rates_are_those_of_the_tests_whatever_the_runs(seed: int) -> None:
    random = Random(seed)
    rows = [
        row(task=f"{task:02}", method=method, repeat=run, **(SUCCESS if random.random() < 0.5 else {}))
        for task in range(random.randint(1, 6))
        for method in ("direct", "step-back", "tree-of-thoughts")
        for run in range(random.randint(1, 4))
    ]
    frame = frame_of(rows)
    rates = {found.method: found.success_rate for found in configurations(frame)}
    claimed = {line[0]: line for line in claims(frame, resamples=50, seed=1).rows}
    for test in comparisons(frame):
        assert (rates[test.method] or 0) - (rates["direct"] or 0) == pytest.approx(test.difference)
    best = max(rates.values(), key=lambda rate: rate or 0)
    assert claimed["best offline success"][1] == f"{100 * (best or 0):.1f}%"
    assert {f"{100 * (rates[line[0]] or 0):.1f}" for line in outcomes_table(frame).rows} == {
        line[3] for line in outcomes_table(frame).rows
    }


def test_runs_that_agree_change_no_rate() -> None:
    rows = [row(task="01", **SUCCESS), row(task="02"), row(task="03", **MISSED)]
    once, thrice = (
        configurations(frame_of([replace(one, repeat=run) for one in rows for run in range(runs)]))[0]
        for runs in (1, 3)
    )
    assert (once.repeats, thrice.repeats) == (1, 3)
    assert once.success_rate == thrice.success_rate == 0.5
    assert (once.mean_score, once.mean_tokens) == (thrice.mean_score, thrice.mean_tokens)


def test_the_report_weighs_runs_as_the_tables_do() -> None:
    frame = frame_of(study())
    spoken_of = pool(frame, rows_of(frame))
    (counts,) = outcome_counts(spoken_of)
    assert (counts.counts["success"], counts.total) == pytest.approx((4 / 3, 2), abs=1e-8)
    assert (total(spoken_of.unsolvable), total(spoken_of.unsolvable, "detection")) == pytest.approx(
        (1, 1 / 3), abs=1e-8
    )
    assert "2.33 episodes" not in " ".join(lead.sentence for lead in leads(spoken_of, method_summaries(spoken_of)))


def test_medians_weigh_runs_too() -> None:
    assert median_of([1, 2, 9], [1, 1, 1]) == 2
    assert median_of([1, 2, 3, 9], [1, 1, 1, 1]) == 2.5
    assert median_of([5, 1, 1, 1], [1, 1 / 3, 1 / 3, 1 / 3]) == 3
    assert median_of([9, 1, 1, 1, 8], [1, 1 / 3, 1 / 3, 1 / 3, 1]) == 8
    assert median_of([], []) is None
