"""Several runs of a task: the task stays the unit, with the mean of its runs."""

from dataclasses import replace

from analysis_rows import DETECTION, MISSED, SUCCESS, row, unscored

from planclaims.analysis.configurations import configurations
from planclaims.analysis.frame import frame_of
from planclaims.analysis.table4 import table4
from planclaims.analysis.table4.as_csv import as_csv
from planclaims.analysis.table4.cells import numbers
from planclaims.scoring.row import EpisodeRow


def study() -> list[EpisodeRow]:
    """Two solvable tasks and an unsolvable one, three runs each; one run has no score."""
    return [
        row(task="01", repeat=0, **SUCCESS, cost_usd=0.5),
        row(task="01", repeat=1, cost_usd=0.25),
        row(task="01", repeat=2, cost_usd=0.75, input_tokens=3900),
        row(task="02", repeat=0, **SUCCESS, cost_usd=1.5),
        row(task="02", repeat=1, **SUCCESS, cost_usd=0.5),
        unscored(task="02", repeat=2),
        row(task="03", repeat=0, **DETECTION, cost_usd=0.0),
        row(task="03", repeat=1, **{**MISSED, "cost_usd": 0.0}),
        row(task="03", repeat=2, **{**MISSED, "cost_usd": 0.0}),
    ]


def test_a_task_counts_once_with_the_mean_of_its_runs() -> None:
    (found,) = configurations(frame_of(study()))
    assert (found.solvable, found.unsolvable, found.episodes, found.unscored) == (2, 1, 8, 1)
    assert (found.successes, found.detections, found.executable) == (1.33, 0.33, 2)
    assert found.mean_cost == (0.5 + 1.0 + 0.0) / 3
    assert found.mean_tokens == (2000 + 1000 + 1000) / 3
    assert found.mean_score is not None
    assert round(found.mean_score, 6) == round((1 / 3 + 1 + 1 / 3) / 3, 6)


def test_runs_that_agree_are_worth_one() -> None:
    rows = [row(task=task, **SUCCESS) for task in ("01", "02")]
    once, thrice = (
        configurations(frame_of([replace(one, repeat=run) for one in rows for run in range(runs)]))[0]
        for runs in (1, 3)
    )
    assert thrice == replace(once, episodes=6)
    assert isinstance(thrice.successes, int)


def test_table_4_shows_means_over_runs() -> None:
    table = table4(frame_of(study()), resamples=200, seed=1)
    (line,) = table.rows
    assert numbers(line.cells["m"]) == ("66.7", "100.0", "0.33")
    assert ",2,1,1,1.33,66.67,100.00,0.33," in as_csv(table)
    assert (table.columns[0].solvable, table.columns[0].unsolvable, table.tasks) == (2, 1, 3)
