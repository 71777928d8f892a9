"""The page on statistics names what is made, and its numbers are those of the code."""

import re
from pathlib import Path

from planclaims.analysis.outputs import FIGURES, TABLES
from planclaims.analysis.statistics.bootstrap import LEVEL
from planclaims.analysis.statistics.significance import BASELINES, least_detectable
from planclaims.cli.study.analyse import RESAMPLES

TEXT = (Path(__file__).parents[2] / "docs" / "statistics.md").read_text(encoding="utf-8")


def test_every_output_is_explained_and_no_other() -> None:
    lines = re.findall(r"^\| ([\w, ]+) \| ", TEXT, re.MULTILINE)[1:]
    assert sorted(name for line in lines for name in line.split(", ")) == sorted([*TABLES, *FIGURES])


def test_numbers_on_the_page_are_those_of_the_code() -> None:
    assert f"{LEVEL:.0%} percentile bootstrap, {RESAMPLES:,} resamples" in TEXT
    assert all(f"`{name}`" in TEXT for name in BASELINES.values())
    least = [least_detectable(40, 20), least_detectable(40, 8), least_detectable(5, 1)]
    assert least == [10, 9, None]
    assert re.search(r"it is 10\s\(25 points\) among 20 tests and 9 \(22.5 points\) among 8", TEXT)
