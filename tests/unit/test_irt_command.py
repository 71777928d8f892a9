"""`planclaims fit` on matrices from files."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from planclaims.cli.main import main
from planclaims.suites.competence.irt.estimators.fit_files import read_estimation
from planclaims.suites.competence.irt.estimators.forms import specification
from planclaims.suites.competence.irt.estimators.matrix import matrix_csv
from planclaims.suites.competence.irt.estimators.simulation import simulate


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    path = tmp_path / "matrix.csv"
    path.write_text(matrix_csv(simulate(specification("prod-2"), seed=2, respondents=8, per_kind=20).matrix))
    return path


def test_models_are_compared_and_written(answers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert main(["fit", str(answers), "--models", "1d,prod-2", "--starts", "2", "-o", str(out)]) == 0
    told = capsys.readouterr().out
    assert "8 respondents, 160 items of 8 kinds, 1280 responses" in told
    assert "AIC prefers" in told
    with (out / "fits.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    fit = read_estimation(out / "prod-2.json").fit
    assert fit is not None
    assert [row["model"] for row in rows] == ["1d", "prod-2"]
    assert [row["parameters"] for row in rows] == ["16", "32"]
    assert rows[1]["AIC"] == f"{fit.aic:.1f}"
    assert fit.aic == pytest.approx(2 * fit.nll + 64)
    assert len((out / "prod-2.abilities.csv").read_text().splitlines()) == 9
    assert len((out / "prod-2.kinds.csv").read_text().splitlines()) == 9


def test_the_same_matrix_gives_the_same_bytes(answers: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert main(["fit", str(answers), "--models", "prod-2", "--starts", "1", "-o", str(tmp_path / name)]) == 0
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert files
    assert all((tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes() for file in files)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--models", "2pl"], "there is no such model; found '2pl'; allowed: 1d, prod-1 to prod-4, comp-1 to comp-4"),
        (["--models", "prod-5"], "there is no such model; found 'prod-5'"),
        (["--starts", "0"], "'0' is no whole number above zero"),
        (["--seed", "-1"], "'-1' is no whole number from 0"),
        (["--items", "nowhere.csv"], "nowhere.csv: cannot be read"),
    ],
)
def test_bad_options_are_told_in_one_line(
    answers: Path, options: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["fit", str(answers), *options])
    except SystemExit as end:
        code = int(end.code or 0)
    error = capsys.readouterr().err
    assert code == 2
    assert told in error
    assert error.count("\n") == 1


def test_a_bad_cell_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.csv"
    path.write_text("respondent,a/1,b/1\nx,1,0\ny,yes,1\n")
    assert main(["fit", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"planclaims: {path}:3: wrong cell in column 'a/1'; found 'yes'; allowed: 0, 1, empty\n"
    )


def test_more_dimensions_than_kinds_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "one.csv"
    path.write_text("respondent,a/1,a/2\nx,1,0\ny,0,1\n")
    assert main(["fit", str(path)]) == 2
    assert "comp-2 needs as many kinds as dimensions; found 1 kinds" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "respondent,a/1,a/2,b/1\nx,1,1,0\ny,1,1,1\n",
            "all answers to a kind are equal, so nothing can be said of it: a (columns 'a/1' to 'a/2': all right); "
            "found 1 of 2 kinds so, in the rows of all 2 respondents, 'x' to 'y'; allowed: kinds with a 0 and a 1",
        ),
        (
            "respondent,a/1,b/1\nx,1,\ny,0,1\n",
            "too few respondents for a fit: 1 of 2 have at most 5% empty cells; found 'x' with 50% empty",
        ),
        ("", "the file is empty; allowed: a header and a row per respondent"),
        ("model;a;b\nx;1;0\n", ":1: no column says who answers; allowed: a column respondent"),
    ],
)
def test_a_matrix_of_which_nothing_can_be_said_is_named(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "answers.csv"
    path.write_text(text)
    assert main(["fit", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"planclaims: {path}")
    assert told in error
    assert error.count("\n") == 1
    assert "docs/pddl.md" not in error
