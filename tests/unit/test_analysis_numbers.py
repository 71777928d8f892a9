"""Numbers are rounded one way, are the same whatever the order of the episodes, and machines read them in full."""

import csv
import io
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from analysis_rows import DETECTION, MISSED, SUCCESS, VIOLATION, row, unscored

from planclaims.analysis.formats.markup import DASH, counted, number, p_value, percent, ranged, signed, tally
from planclaims.analysis.formats.sheet import Sheet, as_csv
from planclaims.analysis.formats.shown import exact
from planclaims.analysis.outputs import TABLES, Study, write_output
from planclaims.analysis.table.frame import frame_of
from planclaims.analysis.table.order import in_order, natural
from planclaims.analysis.table.row import EpisodeRow
from planclaims.report.page import numbers as page

ONLINE = {"method": "react", "regime": "online"}


def mixed(models: tuple[str, ...] = ("small", "large")) -> list[EpisodeRow]:
    """Eleven tasks with names that only their numbers order, several runs, mixed ends, scores of odd shares."""
    random = Random(7)
    rows = []
    for model in models:
        for method in ("direct", "step-back", "react"):
            for task in range(1, 12):
                shape: dict[str, object] = {"model": model, "method": method, "task": str(task)}
                shape |= ONLINE if method == "react" else {}
                for repeat in range(3 if method == "step-back" else 1):
                    kind = random.choice([SUCCESS, {**SUCCESS, "score": 4 / 7, "plan_length": 7}, VIOLATION, {}])
                    ended = random.choice([DETECTION, MISSED]) if task > 9 else kind
                    costs = {"input_tokens": random.randint(300, 9_000), "cost_usd": random.random() / 7}
                    rows.append(row(**{**shape, "repeat": repeat, **ended, **costs}))
    return [*rows, unscored(model="small", method="direct", task="12")]


def test_equal_episodes_give_equal_bytes_whatever_their_order(tmp_path: Path) -> None:
    """Rows and models are shuffled; every table stays as it is, the ends of its intervals too."""
    rows = mixed()
    written = []
    for name, models in (("one", ("small", "large")), ("two", ("large", "small"))):
        random = Random(name)
        shuffled = sorted(rows, key=lambda one: (models.index(one.model), random.random()))
        study = Study(frame_of(shuffled), resamples=60, seed=3)
        paths = [tmp_path / f"{table}.{name}.{ending}" for table in TABLES for ending in ("csv", "md")]
        for table in TABLES:
            write_output(table, study, [path for path in paths if path.name.startswith(f"{table}.")])
        written.append([path.read_bytes() for path in paths])
    assert written[0] == written[1]


def test_the_order_of_a_table_is_that_of_the_paper_then_of_names_and_numbers() -> None:
    rows = [row(task="10"), row(task="9"), row(model="gpt-4o"), row(model="m10"), row(model="m9"), row(method="a")]
    rows = [replace(row(model="a"), reference=True), *rows, row(method="step-back", model="gpt-4o")]
    frame = in_order(frame_of(rows))
    assert list(dict.fromkeys(frame["model"])) == ["gpt-4o", "m", "m9", "m10", "a"]
    assert list(frame[frame["model"] == "gpt-4o"]["method"]) == ["direct", "step-back"]
    assert list(frame[frame["model"] == "m"]["task"]) == ["9", "10", "02"]
    assert sorted(["p10", "p9", "p09"], key=natural) == ["p09", "p9", "p10"]


def test_halves_are_rounded_away_from_zero_on_the_fraction_that_is_meant() -> None:
    assert number(11 / 40, 0, 100) == "28"
    assert number(0.03125, 4) == p_value(0.03125) == "0.0313"
    assert number(0.1 + 0.2 - 0.3 + 0.25, 1) == "0.3"
    assert (signed(-12.5, 0), signed(12.5, 0), signed(-0.04), number(-0.04)) == ("-13", "+13", "0.0", "0.0")
    assert (percent(1, 8), percent(0, 0), tally(2 / 3), tally(10)) == ("12.5%", DASH, "0.67", "10")
    assert page.percent(0.125) == page.percent(1, 8) == "13%"
    assert page.percent(0.275) == "28%"
    assert exact(sum([1 / 3] * 7)) == Fraction(7, 3)
    assert exact(2**-40) == Fraction(1, 2**40)


@pytest.mark.parametrize(("p", "text"), [(0.00009, "<0.0001"), (0.0001, "0.0001"), (1e-12, "<0.0001"), (1.0, "1.0000")])
def test_a_p_value_below_what_four_digits_tell_says_so(p: float, text: str) -> None:
    assert p_value(p) == text


def test_a_table_for_machines_has_every_number_in_a_column_of_its_own() -> None:
    cells = (
        ("a", percent(31, 40), counted(31, 40), ranged((0.65, 0.9), 1, 100, unit="%"), p_value(1 / 2**20)),
        ("b", percent(0, 0), counted(0, 0, DASH), ranged(None), DASH),
    )
    sheet = Sheet("t", ("name", "rate", "counts", "interval", "p"), cells)
    lines = list(csv.DictReader(io.StringIO(as_csv(sheet))))
    assert lines[0] == {
        **{"name": "a", "rate": "77.5", "rate unit": "%", "counts numerator": "31", "counts denominator": "40"},
        **{"interval low": "65", "interval high": "90", "p": repr(1 / 2**20)},
    }
    assert set(list(lines[1].values())[3:]) == {""}
    assert lines[1]["rate"] == ""


def test_no_display_string_of_a_number_is_left_in_the_tables_for_machines(tmp_path: Path) -> None:
    """Outside of names and of what the paper printed, a cell is empty, a word, or a number that a program reads."""
    study = Study(frame_of(mixed()), resamples=60, seed=3)
    for table in TABLES:
        path = tmp_path / f"{table}.csv"
        write_output(table, study, [path])
        with path.open(encoding="utf-8", newline="") as file:
            for line in csv.DictReader(file):
                for name, cell in line.items():
                    if cell[:1].isdecimal() and not name.startswith(("paper", "rests on")):
                        assert float(cell) >= 0, (table, name, cell)
                    assert "–" not in cell or name == "rests on", (table, name, cell)
