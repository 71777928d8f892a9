"""No interval without width: where resampling would only return the number itself, none is shown anywhere."""

import csv
import re
from pathlib import Path

import pytest
from analysis_rows import DETECTION, MISSED, SUCCESS, VIOLATION, row

from planclaims.analysis.formats.markup import plural, ranged, signed
from planclaims.analysis.outputs import Study, write_all
from planclaims.analysis.statistics.bootstrap import difference_interval, ratio_interval, success_interval
from planclaims.analysis.statistics.runs import Runs
from planclaims.analysis.table.frame import frame_of
from planclaims.analysis.table.row import EpisodeRow

BOUNDS = re.compile(r"([+-]?\d+(?:\.\d+)?)%?(?:–| to )([+-]?\d+(?:\.\d+)?)")
TASKS = ("01", "02", "03")


def agreeing() -> list[EpisodeRow]:
    """Every task alike: one method solves all, one none, the agent half of its two runs of each."""
    rows = [row(task=task, **SUCCESS) for task in TASKS]
    rows += [row(task=task, method="step-back", **VIOLATION) for task in TASKS]
    rows += [row(task=task, method="react", regime="online", **VIOLATION) for task in TASKS]
    rows += [row(task=task, method="critic", regime="online", **SUCCESS) for task in TASKS]
    return [*rows, row(task="10", **DETECTION), row(task="10", method="react", regime="online", **MISSED)]


def wavering(part: int) -> list[EpisodeRow]:
    """One task in three differs, or shares of runs that only rounding tells apart."""
    rows = [row(task=task, repeat=run, **(SUCCESS if run < part else {})) for task in TASKS for run in range(3)]
    rows += [row(task=task, method="self-refine", repeat=run) for task in TASKS for run in range(2)]
    return rows


@pytest.mark.parametrize("rows", [agreeing(), wavering(0), wavering(1), wavering(3), agreeing()[:1]])
def test_no_interval_anywhere_is_without_width(rows: list[EpisodeRow], tmp_path: Path) -> None:
    write_all(Study(frame_of(rows), resamples=300, seed=1), tmp_path)
    for name in ("significance", "claims"):
        with (tmp_path / "tables" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            lines = list(csv.DictReader(file))
        cells = [(line["95% interval low"], line["95% interval high"]) for line in lines]
        assert all(low == high == "" or float(low) < float(high) for low, high in cells), cells
    for text in (tmp_path / "tables").glob("*.txt"):
        for bounds in re.finditer(r"interval over\s+tasks " + BOUNDS.pattern, text.read_text(encoding="utf-8")):
            assert float(bounds[1]) < float(bounds[2])


def test_where_all_tasks_agree_tables_say_why_there_is_none(tmp_path: Path) -> None:
    write_all(Study(frame_of(agreeing()), resamples=300, seed=1), tmp_path)
    texts = {
        path.stem: " ".join(path.read_text(encoding="utf-8").split()) for path in (tmp_path / "tables").glob("*.txt")
    }
    assert "3 of 3; no interval, because all tasks agree" in texts["table4"]
    assert "a dash where the difference is the same on every task" in texts["significance"]
    assert "There is none where all tasks agree" in texts["claims"]


def test_shares_that_differ_by_rounding_alone_have_no_interval() -> None:
    assert ratio_interval([0.1, 0.2, 0.3], [1, 2, 3], resamples=200, seed=1) is None
    assert difference_interval(Runs((2, 4), (3, 6)), Runs((1, 2), (3, 6)), resamples=200, seed=1, redraw=False) is None
    assert success_interval(Runs((3, 0), (3, 3)), resamples=200, seed=1) == (0.0, 1.0)


def test_bounds_are_written_with_the_digits_that_tell_them_apart() -> None:
    assert ranged((0.94996, 0.95004), 2) == "0.94996–0.95004"
    assert ranged((0.6, 0.9), 1, 100, unit="%") == "60.0–90.0%"
    assert ranged((-0.5, 0.0004), factor=100, to=" to ", write=signed) == "-50.0 to 0.0"
    assert ranged((-0.0002, 0.0004), factor=100, to=" to ", write=signed) == "-0.02 to +0.04"
    assert ranged(None, 1, 100, unit="%") == ""


@pytest.mark.parametrize("rows", [agreeing(), agreeing()[:1], wavering(1)[:1], agreeing()[-2:]])
def test_numbers_and_nouns_agree_in_every_table(rows: list[EpisodeRow], tmp_path: Path) -> None:
    write_all(Study(frame_of(rows), resamples=50, seed=1), tmp_path)
    nouns = "models|tasks|tests|methods|episodes|runs|verdicts|successes"
    for path in (tmp_path / "tables").glob("*.*"):
        lines = path.read_text(encoding="utf-8").replace("\n", " ").split("   ")
        wrong = [found for line in lines for found in re.findall(rf"(?<![\d.])1 (?:\w+ )?(?:{nouns})\b", line)]
        assert not wrong or (path.stem == "claims" and path.suffix == ".txt"), (path.name, wrong)


def test_nouns_follow_their_number() -> None:
    assert [plural(n, "task") for n in (0, 1, 1.5, 2)] == ["0 tasks", "1 task", "1.5 tasks", "2 tasks"]
    assert plural(2, "success") == "2 successes"
