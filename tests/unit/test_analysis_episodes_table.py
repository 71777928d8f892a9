import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from analysis_rows import DETECTION, MISSED, SUCCESS, row, unscored

from planclaims.analysis.table.episodes_table import csv_bytes, parquet_bytes, read_episodes, write_episodes
from planclaims.analysis.table.frame import TYPES, frame_of
from planclaims.analysis.table.row import COLUMNS
from planclaims.errors import InputError

ROWS = [
    row(**SUCCESS),
    row(task="NA", model="None", method="nan", **MISSED),
    row(task="03", regime="online", method="react", outcome="timeout", ending="timeout", failed_action=None),
    row(task="04", **DETECTION),
    unscored(task="05", failure='said "no", twice'),
]


@pytest.fixture
def written(tmp_path: Path) -> tuple[Path, Path]:
    paths = tmp_path / "episodes.csv", tmp_path / "episodes.parquet"
    write_episodes(ROWS, *paths)
    return paths


def test_columns_have_fixed_order_and_types_whatever_the_rows() -> None:
    for rows in (ROWS, ROWS[:1], [unscored()], []):
        frame = frame_of(rows)
        assert list(frame.columns) == list(COLUMNS) == list(TYPES)
        assert {name: str(kind) for name, kind in frame.dtypes.items()} == dict(TYPES)


def test_a_missing_truth_value_stays_missing_and_can_be_negated() -> None:
    success = frame_of(ROWS)["success"]
    assert success.isna().tolist() == [False, False, False, False, True]
    assert (~success).tolist()[:4] == [False, True, True, False]


@pytest.mark.parametrize("which", [0, 1], ids=["csv", "parquet"])
def test_a_table_read_back_is_the_table_written(written: tuple[Path, Path], which: int) -> None:
    pd.testing.assert_frame_equal(read_episodes(written[which]), frame_of(ROWS))


def test_equal_rows_give_equal_bytes(written: tuple[Path, Path]) -> None:
    frame = frame_of([replace(row) for row in ROWS])
    assert written[0].read_bytes() == csv_bytes(frame)
    assert written[1].read_bytes() == parquet_bytes(frame)
    again = read_episodes(written[0])
    assert csv_bytes(again) == written[0].read_bytes()


def test_the_csv_is_plain(written: tuple[Path, Path]) -> None:
    lines = written[0].read_text(encoding="utf-8").splitlines()
    assert lines[0] == ",".join(COLUMNS)
    assert lines[1].startswith(
        "m,direct,offline,gripper,02,0,False,False,True,,True,4,4,True,True,False,False,1.0,success"
    )
    assert '"said ""no"", twice"' in lines[5]


def edited(path: Path, change: Callable[[list[list[str]]], object]) -> Path:
    cells = [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()[:5]]
    change(cells)
    path.write_text("".join(",".join(line) + "\n" for line in cells), encoding="utf-8")
    return path


def put(line: int, column: str, value: str) -> Callable[[list[list[str]]], None]:
    def change(cells: list[list[str]]) -> None:
        cells[line - 1][COLUMNS.index(column)] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put(1, "score", "points"), "missing columns: score"),
        (
            put(1, "optimal_length", "Optimal Lenght"),
            "missing columns: optimal_length; there is 'Optimal Lenght'; did you mean 'optimal_length'?",
        ),
        (
            lambda cells: cells[0].__setitem__(slice(None), [f"c{place}" for place in range(len(cells[0]))]),
            "this is no episodes table: 35 of its 48 columns are missing; found 'c0', 'c1', 'c2' and others; allowed: "
            "a table that a run has written, with model, method, regime and so on",
        ),
        (lambda cells: cells[0].__setitem__(slice(None), [";".join(cells[0])]), ":1: the cells are separated by semi"),
        (lambda cells: cells[0].__setitem__(slice(None), ["\t".join(cells[0])]), ":1: the cells are separated by tabs"),
        (
            put(5, "model", "m "),
            ":5: model is 'm ', which differs only in blanks from 'm': write them alike or tell them apart; "
            "it stands in line 2",
        ),
        (
            put(2, "success", "False"),
            ":2: outcome and success disagree, but found success False, outcome success",
        ),
        (
            put(2, "optimal_length", ""),
            ":2: solvable and optimal_length disagree, but found solvable True, optimal_length empty",
        ),
        (lambda cells: [line.append(line[0]) for line in cells], "doubled columns: model"),
        (lambda cells: cells[2].pop(), f":3: the line has {len(COLUMNS) - 1} cells, the header {len(COLUMNS)}"),
        (put(3, "solvable", "no"), ":3: wrong value in column solvable; found 'no'; allowed: True, False"),
        (put(2, "plan_length", "4.5"), ":2: wrong value in column plan_length; found '4.5'; allowed: a whole number"),
        (put(2, "cost_usd", "free"), ":2: wrong value in column cost_usd; found 'free'; allowed: a number"),
        (put(2, "optimal_length", ""), ":2: solvable and optimal_length disagree"),
        (put(2, "success", "False"), ":2: outcome and success disagree"),
        (put(2, "executable", "False"), ":2: a success that is not executable"),
        (put(2, "score", "1.5"), ":2: the score is not between 0 and 1"),
        (put(2, "scored", "False"), ":2: an unscored episode has solvable"),
        (put(2, "outcome", "victory"), ":2: outcome is 'victory'; allowed: success, detection"),
        (put(2, "regime", "afloat"), ":2: regime is 'afloat'"),
        (put(2, "executable", ""), ":2: executable is missing in a scored row"),
        (put(4, "inspected_acts", "9"), ":4: more inspected acts than acts"),
        (put(4, "calls_used", "99"), ":4: more calls used than the budget"),
        (put(4, "inspected_acts", "2"), ":4: more inspected acts than state queries"),
        (put(2, "acts", "1"), ":2: an offline episode has acts"),
        (put(2, "score", "0.5"), ":2: the score is not optimal_length / plan_length"),
        (put(2, "plan_length", "3"), ":2: a plan that succeeds is shorter than optimal_length"),
        (put(2, "failed_step", "3"), ":2: an executable plan has a failed_step"),
        (put(2, "ending", "goal_not_reached"), ":2: outcome and ending disagree"),
        (put(2, "ending", "nirvana"), ":2: ending is 'nirvana'; allowed: goal_reached"),
        (put(2, "cost_usd", "-0.1"), ":2: cost_usd is negative"),
        (put(2, "cost_usd", "inf"), ":2: wrong value in column cost_usd; found 'inf'; allowed: a number"),
        (put(3, "ending", "unsolvable_claim"), ":3: outcome and ending disagree: a missed infeasibility"),
        (put(5, "score", "0.5"), ":5: the score of a detection is not 1"),
        (put(4, "method", "direct"), ":4: regime is online, and offline for the same method in line 2"),
        (lambda cells: (put(4, "model", "m")(cells), put(4, "reference", "True")(cells)), ":4: reference is True"),
        (put(5, "detection", "False"), ":5: outcome and detection disagree"),
        (put(5, "task", "02"), ":5: the episode stands already in line 2"),
        (lambda cells: (put(4, "task", "02")(cells), put(4, "optimal_length", "5")(cells)), ":4: optimal_length is 5"),
    ],
)
def test_a_broken_table_is_named_by_line(
    written: tuple[Path, Path], change: Callable[[list[list[str]]], object], message: str
) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        read_episodes(edited(written[0], change))


def test_tables_of_other_producers_are_read(tmp_path: Path, written: tuple[Path, Path]) -> None:
    theirs = pd.read_csv(written[0], keep_default_na=False, na_values=[""], dtype={"task": str})
    theirs = theirs[list(reversed(theirs.columns))].assign(note="two\nlines")
    assert str(theirs["plan_length"].dtype) == "float64"
    theirs.to_csv(tmp_path / "theirs.csv", index=False, encoding="utf-8-sig", lineterminator="\r\n")
    theirs.drop(columns="note").to_parquet(tmp_path / "theirs.parquet")
    text = (tmp_path / "theirs.csv").read_text(encoding="utf-8-sig")
    (tmp_path / "shouting.csv").write_text(text.replace("True", "TRUE").replace("False", "FALSE"), encoding="utf-8")
    for name in ("theirs.csv", "theirs.parquet", "shouting.csv"):
        pd.testing.assert_frame_equal(read_episodes(tmp_path / name), frame_of(ROWS))


def test_lines_are_counted_as_an_editor_counts_them(tmp_path: Path) -> None:
    path = tmp_path / "episodes.csv"
    broken = replace(row(task="06", **SUCCESS), score=0.0)
    path.write_bytes(csv_bytes(frame_of([unscored(task="05", failure="a\nb\nc"), broken])))
    with pytest.raises(InputError, match=r"episodes\.csv:5: success and score disagree"):
        read_episodes(path)


def test_rows_of_parquet_files_are_named(tmp_path: Path) -> None:
    path = tmp_path / "episodes.parquet"
    path.write_bytes(parquet_bytes(frame_of([*ROWS, ROWS[1]])))
    with pytest.raises(InputError, match=r"row 6: the episode stands already in row 2"):
        read_episodes(path)
    frame_of(ROWS).assign(score="high").to_parquet(path)
    with pytest.raises(InputError, match="wrong values in column score"):
        read_episodes(path)


def test_files_that_are_no_tables_are_named(tmp_path: Path) -> None:
    for name, content in (("a.parquet", b"no"), ("b.csv", b"\xff\xfe\x00"), ("c.csv", b"")):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(InputError, match=name):
            read_episodes(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_episodes(tmp_path / "absent.csv")
