"""A sample's folder from its matrix to its tables, figures and conclusion, and what is said without a fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from planclaims.errors import InputError
from planclaims.suites.competence.irt import settings
from planclaims.suites.competence.irt.concluded import concluded
from planclaims.suites.competence.irt.figures import FIGURES
from planclaims.suites.competence.irt.jobs import draw_job, fit_job, hold_out_job, replay_job, simulate_job, sort_job
from planclaims.suites.competence.irt.outputs import TABLES, write_conclusion, write_figures, write_tables
from planclaims.suites.competence.irt.sample import read_sample
from planclaims.suites.competence.irt.settings import COMPARED, ModelSettings
from planclaims.suites.competence.irt.tables.arms import arms_table

DRAWS = 2


def made(root: Path, truth: str) -> Path:
    """Return the folder of a small simulated study with everything that is made of it."""
    folder = root / f"simulated-{truth}"
    simulate_job(truth, 7, 12, seed=2, folder=folder)
    for model in COMPARED:
        output = folder / "fits" / "marginal" / f"{model}.json"
        fit_job(folder, "marginal", model, starts=2, seed=1, output=output)
    hold_out_job(folder, "marginal", "prod-2", 1, folder / "held-out" / "marginal" / "prod-2.json")
    fit_job(folder, "joint", "1d", starts=1, seed=1, output=folder / "fits" / "joint" / "1d.json")
    hold_out_job(folder, "joint", "1d", 1, folder / "held-out" / "joint" / "1d.json")
    for test in ModelSettings.of({"form_tests": True}).tests(folder.name):
        draw_job(folder, test, range(DRAWS), 1, folder / "draws" / test / "0.json")
    return folder


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    root = tmp_path_factory.mktemp("irt")
    folders = [made(root, truth) for truth in settings.TRUTHS]
    replay_job(folders[-1], 1, folders[-1] / "replay.json")
    return folders


def test_the_names_of_tables_and_figures_are_those_of_the_workflow() -> None:
    assert tuple(TABLES) == settings.TABLES
    assert tuple(FIGURES) == settings.FIGURES


def test_every_table_and_figure_is_written_twice_with_equal_bytes(study: list[Path], tmp_path: Path) -> None:
    for run in ("a", "b"):
        write_tables(study[-1], [tmp_path / run / f"{name}.md" for name in TABLES])
        write_figures(study[-1], [tmp_path / run / f"{name}.svg" for name in FIGURES])
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert len(files) == len(TABLES) + len(FIGURES)
    assert all((tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes() for name in files)


def test_the_tables_say_what_the_sample_holds(study: list[Path]) -> None:
    sample = read_sample(study[-1])
    fits = TABLES["fits"](sample)
    assert [row[:2] for row in fits.rows] == [*(("marginal", name) for name in COMPARED), ("joint", "1d")]
    assert fits.rows[2][7] == f"{sample.fits['prod-2'].aic:.1f}"
    assert fits.rows[3][11] == "21244.7"
    tests = {row[0]: row for row in TABLES["tests"](sample).rows}
    assert tests["one dimension against prod-2"][3] == str(DRAWS)
    assert "kinds collapsed into one" in tests
    assert len(TABLES["abilities"](sample).rows) == 7
    assert len(TABLES["kinds"](sample).rows) == 8
    assert len(TABLES["tags"](sample).rows) == 34
    assert [row[0] for row in TABLES["quartiles"](sample).rows] == ["direct", "cot", "scratchpad"]
    assert TABLES["adaptive"](sample).notes == ("No result: a test of 120 items is no shorter than the whole one.",)


def test_the_conclusion_has_the_numbers_of_the_table(study: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "irt"
    demands = [folder / "acceptance.json", folder / "acceptance.csv"]
    write_conclusion(study, folder / "conclusion.md", [folder / "truths.csv", folder / "truths.json"], demands)
    text = (folder / "conclusion.md").read_text(encoding="utf-8")
    assert "drawn from these models and are no language model's" in text
    (said,) = concluded(tmp_path)
    assert said.text + "\n" == text
    assert [sheet.title for sheet in said.sheets] == [
        "Simulated studies of known truth",
        "What fits to known truths must come to",
    ]
    assert {row[2] for row in said.sheets[1].rows} <= {"held", "not held"}
    assert ("1d", "abilities correlate with the truth") in {row[:2] for row in said.sheets[1].rows}
    assert concluded(tmp_path / "elsewhere") == ()
    assert text.count("\n") == 1
    assert "7 respondents and 96 items of 8 kinds with the truths 1d, comp-2, prod-2" in text
    assert f"too few draws, {DRAWS}, to reject anything" in text
    assert "be told at this size" in text
    lines = (folder / "truths.csv").read_text(encoding="utf-8").splitlines()
    assert [line.partition(",")[0] for line in lines[1:]] == list(settings.TRUTHS)


def test_arms_are_set_against_the_baseline_of_their_model(study: list[Path]) -> None:
    sample = read_sample(study[-1])
    sheet = arms_table(sample, sample.matrix, seed=1, draws=3)
    assert [row[:3] for row in sheet.rows[:2]] == [
        ("simulated01", "direct", "cot"),
        ("simulated01", "scratchpad", "cot"),
    ]
    assert all(row[3] == "96" for row in sheet.rows)


def test_without_a_fit_every_table_says_so(study: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "bare"
    simulate_job("1d", 6, 12, seed=2, folder=folder)
    data = json.loads((study[0] / "fits" / "marginal" / "prod-2.json").read_text(encoding="utf-8"))
    data["fit"] = None
    data["starts"][0]["gradient"] = 7.0
    (folder / "fits" / "marginal").mkdir(parents=True)
    (folder / "fits" / "marginal" / "prod-2.json").write_text(json.dumps(data))
    draw_job(folder, "from-1d", range(3), 1, folder / "draws" / "from-1d" / "0.json")
    assert json.loads((folder / "draws" / "from-1d" / "0.json").read_text()) == []
    replay_job(folder, 1, folder / "replay.json")
    sample = read_sample(folder)
    assert TABLES["fits"](sample).rows[0][2:10] == ("–",) * 8
    assert any("prod-2: not converged" in note and "gradient of 7" in note for note in TABLES["fits"](sample).notes)
    for name in ("kinds", "abilities", "tags", "features", "quartiles", "scale", "adaptive"):
        sheet = TABLES[name](sample)
        assert sheet.rows == ()
        assert "no fit" in sheet.notes[0]
    write_figures(folder, [tmp_path / f"{name}.svg" for name in FIGURES])
    with pytest.raises(InputError, match="no draws without a fit of 1d"):
        sample.observed(1)


def test_an_unknown_table_is_named(study: list[Path], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such table; found 'c99'"):
        write_tables(study[0], [tmp_path / "c99.md"])


def test_a_matrix_is_sorted_out_with_its_items(tmp_path: Path) -> None:
    matrix, items = tmp_path / "matrix.csv", tmp_path / "items.csv"
    matrix.write_text("model,condition,a/x/1,a/x/2,b/x/1\nm,cot,1,0,1\nm,direct,0,1,0\nn,cot,,1,1\n")
    items.write_text("item,kind,domain,size\na/x/1,a,x,3\na/x/2,a,x,4\nb/x/1,b,x,\nspare,b,x,9\n")
    sort_job(matrix, items, tmp_path / "answers")
    sample = read_sample(tmp_path / "answers")
    assert sample.left_out == ("n/cot",)
    assert sample.matrix.respondents == ("m/cot", "m/direct")
    assert [row["size"] for row in sample.items] == ["3", "4", ""]


def test_settings_name_the_files_of_a_sample() -> None:
    some = ModelSettings.of({"dims": 3, "forms": ["prod"], "joint": True, "draws": 25})
    assert some.models == ["1d", "prod-2", "prod-3", "comp-2"]
    assert some.joint_models == ["1d", "sum-2", "prod-2", "sum-3", "prod-3"]
    assert [list(some.chunk_draws(chunk))[:1] for chunk in some.chunks()] == [[0], [10], [20]]
    assert len(some.chunk_draws(2)) == 5
    assert "draws/labels/2.json" in some.files("answers")
    assert "draws/labels/2.json" not in some.files("simulated-1d")
    assert "draws/from-comp-2/2.json" not in some.files("simulated-1d")
    assert some.tests("simulated-1d") == ["from-1d", "items"]
