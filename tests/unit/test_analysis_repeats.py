"""Several runs of a task: counts are of runs, and runs that agree change no rate."""

from dataclasses import replace

import pytest
from analysis_rows import DETECTION, MISSED, SUCCESS, row, unscored

from planclaims.analysis.configurations import configurations
from planclaims.analysis.frame import frame_of
from planclaims.report.pool import pool, rows_of
from planclaims.scoring.row import EpisodeRow


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


def test_a_configuration_counts_runs_and_tells_how_many_a_task_has() -> None:
    (found,) = configurations(frame_of(study()))
    assert (found.solvable, found.unsolvable, found.unscored, found.repeats) == (5, 3, 1, 3)
    assert (found.successes, found.executable, found.detections) == (3, 5, 1)
    assert found.success_rate == pytest.approx(3 / 5)


def test_runs_that_agree_change_no_rate() -> None:
    rows = [row(task="01", **SUCCESS), row(task="02"), row(task="03", **MISSED)]
    once, thrice = (
        configurations(frame_of([replace(one, repeat=run) for one in rows for run in range(runs)]))[0]
        for runs in (1, 3)
    )
    assert (once.repeats, thrice.repeats) == (1, 3)
    assert once.success_rate == thrice.success_rate == 0.5
    assert (once.mean_score, once.mean_tokens) == (thrice.mean_score, thrice.mean_tokens)


def test_the_report_counts_the_first_run_of_each_episode() -> None:
    frame = frame_of(study())
    spoken_of = pool(frame, rows_of(frame))
    assert [(row["task"], row["repeat"]) for row in spoken_of.rows] == [("01", 0), ("02", 0), ("03", 0)]
    assert len(spoken_of.frame) == 9
