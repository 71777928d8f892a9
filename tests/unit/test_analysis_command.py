"""planclaims analyse: from an episodes table of anybody to every table, figure and test."""

import csv
from pathlib import Path

import pytest
from analysis_rows import known_controls, known_study, row

from planclaims.analysis.outputs import FIGURE_ENDINGS, FIGURES, SPECIAL, TABLE_ENDINGS, TABLES
from planclaims.analysis.table.episodes_table import write_episodes
from planclaims.analysis.table.frame import frame_of
from planclaims.analysis.table.row import ADDED_LATER, COLUMNS
from planclaims.analysis.tables.significance_table import significance_table
from planclaims.cli.main import UNREADABLE, main
from planclaims.cli.study.analyse import ADVICE


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    rows = [one for one in known_study() if one.model == "gpt-4o"] + known_controls()[:100]
    write_episodes(rows, folder / "episodes.csv", folder / "episodes.parquet")
    return folder / "episodes.csv"


def analyse(episodes: Path, out: Path, *options: str) -> int:
    return main(["analyse", str(episodes), "-o", str(out), "--resamples", "300", *options])


def test_everything_is_made_and_equal_input_gives_equal_bytes(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, source in (("one", study), ("two", study.with_suffix(".parquet"))):
        assert analyse(source, tmp_path / name, "--seed", "7") == 0
    wanted = {f"tables/{name}.{ending}" for name in set(TABLES) - set(SPECIAL) for ending in TABLE_ENDINGS}
    wanted |= {f"figures/{name}.{ending}" for name in set(FIGURES) - set(SPECIAL) for ending in FIGURE_ENDINGS}
    made = {str(path.relative_to(tmp_path / "one")) for path in (tmp_path / "one").rglob("*.*")}
    assert made == wanted
    differing = [
        name for name in made if (tmp_path / "one" / name).read_bytes() != (tmp_path / "two" / name).read_bytes()
    ]
    assert differing == []
    printed = capsys.readouterr().out
    assert "[77.5]*" in printed
    assert "550 episodes, 0 unscored" in printed


def test_the_seed_moves_intervals_and_nothing_else() -> None:
    sheets = [significance_table(frame_of(known_study()), resamples=300, seed=seed) for seed in (1, 2)]
    place = sheets[0].header.index("95% interval")
    intervals = [[line[place] for line in sheet.rows] for sheet in sheets]
    assert intervals[0] != intervals[1]
    rest = [[line[:place] + line[place + 1 :] for line in sheet.rows] for sheet in sheets]
    assert rest[0] == rest[1]
    assert sheets[0].notes == sheets[1].notes


@pytest.mark.parametrize("column", [name for name in COLUMNS if name not in ADDED_LATER])
def test_a_missing_column_is_named_in_one_line(column: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "episodes.csv"
    write_episodes([row()], path, tmp_path / "episodes.parquet")
    place = COLUMNS.index(column)
    with path.open(encoding="utf-8", newline="") as file:
        lines = [line[:place] + line[place + 1 :] for line in csv.reader(file)]
    path.write_text("".join(",".join(line) + "\n" for line in lines), encoding="utf-8")
    assert analyse(path, tmp_path / "out") == 2
    assert capsys.readouterr().err == f"planclaims: {path}: missing columns: {column}; {ADVICE}\n"
    assert not (tmp_path / "out").exists()


def test_a_table_of_an_earlier_version_is_read_without_the_columns_added_later(tmp_path: Path) -> None:
    path = tmp_path / "episodes.csv"
    write_episodes([row(regime="online", method="react")], path, tmp_path / "episodes.parquet")
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))
    kept = [place for place, name in enumerate(lines[0]) if name not in ADDED_LATER]
    path.write_text("".join(",".join(line[place] for place in kept) + "\n" for line in lines), encoding="utf-8")
    assert analyse(path, tmp_path / "out") == 0
    assert ",,,," in (tmp_path / "out/tables/sensing.csv").read_text(encoding="utf-8")


def test_bad_tables_and_places_are_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "episodes.csv", tmp_path / "out"
    write_episodes([row(success=True)], path, tmp_path / "episodes.parquet")
    assert analyse(path, out) == 2
    write_episodes([], path, tmp_path / "episodes.parquet")
    assert analyse(path, out) == 2
    write_episodes([row()], path, tmp_path / "episodes.parquet")
    assert analyse(path, path) == 2
    assert analyse(tmp_path / "absent.csv", out) == 2
    assert analyse(tmp_path / "absent.parquet", out) == 2
    told = capsys.readouterr().err.splitlines()
    assert [line.removeprefix(f"planclaims: {tmp_path}/") for line in told] == [
        f"episodes.csv:2: outcome and success disagree, but found success True, outcome goal_not_reached; {ADVICE}",
        f"episodes.csv: the table has no episode; {ADVICE}",
        "episodes.csv: is no folder to write into; name another with -o",
        f"absent.csv: cannot be read (No such file or directory); {UNREADABLE}",
        f"absent.parquet: cannot be read (No such file or directory); {UNREADABLE}",
    ]
    assert not out.exists()


@pytest.mark.parametrize("options", [["--seed", "-1"], ["--seed", "x"], ["--resamples", "0"]])
def test_bad_numbers_are_bad_usage(options: list[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main(["analyse", "episodes.csv", "-o", str(tmp_path), *options])
    assert exit_info.value.code == 2
