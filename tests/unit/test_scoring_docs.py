import re
from pathlib import Path

from planclaims.analysis.table.row import COLUMNS, EpisodeEnding, Outcome

TEXT = (Path(__file__).parents[2] / "docs" / "episodes.md").read_text(encoding="utf-8")


def test_every_column_is_explained_in_its_order_and_no_other() -> None:
    section = TEXT.split("## Columns")[1].split("##")[0]
    names = [name for line in section.splitlines()[4:] if line for name in line.split("|")[1].strip().split(", ")]
    assert tuple(names) == COLUMNS


def test_every_outcome_and_ending_is_explained() -> None:
    section = TEXT.split("## Outcomes and endings")[1].split("##")[0]
    rows = re.findall(r"^\| (\w+) \| (?:un)?solvable", section, re.MULTILINE)
    assert rows == list(Outcome)
    assert all(f"`{ending}`" in section for ending in EpisodeEnding)
