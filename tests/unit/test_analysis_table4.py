import csv
import io
import re
from functools import cache
from pathlib import Path

import pandas as pd
import pytest
from analysis_rows import (
    SOLVABLE,
    SUCCESS,
    UNSOLVABLE,
    configuration,
    known_controls,
    known_study,
    row,
    unscored,
)
from golden_files import assert_golden

from planclaims.analysis.table.frame import frame_of
from planclaims.analysis.table.row import EpisodeRow
from planclaims.analysis.tables.table4 import Table4, table4, write_table4
from planclaims.analysis.tables.table4.renderings import as_csv, as_latex, as_markdown, as_plain


def small_model() -> list[EpisodeRow]:
    """Return the episodes of a model that plays five tasks, one of them unscored, one method with none scored."""
    shape = {"model": "small_model", "constrained": True, "cost_usd": 0.0}
    played = [row(domain=domain, task=task, **shape) for domain, task in SOLVABLE[:3]]
    broken = unscored(model="small_model", constrained=True, domain=SOLVABLE[3][0], task=SOLVABLE[3][1])
    missing = [
        unscored(model="small_model", constrained=True, method="critic", regime="online", domain=domain, task=task)
        for domain, task in SOLVABLE[:2]
    ]
    return [*played, broken, *missing]


@cache
def whole_study() -> pd.DataFrame:
    return frame_of(known_study() + small_model() + known_controls())


def table(rows: list[EpisodeRow]) -> Table4:
    return table4(frame_of(rows), resamples=2_000, seed=1)


@pytest.fixture(scope="module")
def study() -> Table4:
    return table4(whole_study(), resamples=2_000, seed=1)


@pytest.fixture(scope="module")
def lines(study: Table4) -> dict[tuple[str, str], dict[str, str]]:
    return {(line["model"], line["method"]): line for line in csv.DictReader(io.StringIO(as_csv(study)))}


def test_rates_and_detections_of_known_counts(lines: dict[tuple[str, str], dict[str, str]]) -> None:
    wanted = ("success_pct", "executable_pct", "detections", "model_tokens_k")
    shown = {key: tuple(line[name] for name in wanted) for key, line in lines.items()}
    assert shown["gpt-4o", "zero-shot-cot"] == ("77.5", "80", "3", "4.3")
    assert shown["gpt-4o", "react"] == ("40", "52.5", "4", "25.6")
    assert shown["gpt-4o-mini", "critic"] == ("0", "30", "0", "45.1")
    assert shown["gemini-2.0-flash", "self-refine"] == ("50", "60", "4", "7.1")
    assert len(shown) == 36 + 2 + 4


def test_exactly_the_known_differences_are_marked_and_none_survives(study: Table4) -> None:
    marked = {(test.model, test.method, round(test.p, 4)) for test in study.comparisons if test.significant}
    assert marked == {
        ("gpt-4o", "zero-shot-cot", 0.0215),
        ("gpt-4o-mini", "zero-shot-cot", 0.0312),
        ("gemini-2.0-flash", "plan-and-solve", 0.0386),
    }
    assert [sum(test.regime == regime for test in study.comparisons) for regime in ("offline", "online")] == [20, 8]
    assert not any(test.survives for test in study.comparisons)


def test_the_best_of_each_model_and_regime_is_bold_with_ties_and_never_a_zero(study: Table4) -> None:
    best = {(row.method, model) for row in study.rows for model, cell in row.cells.items() if cell.best}
    assert best == {
        ("zero-shot-cot", "gpt-4o-mini"),
        ("zero-shot-cot", "gpt-4o"),
        ("direct", "gemini-2.0-flash-lite"),
        ("plan-and-solve", "gemini-2.0-flash"),
        ("react", "gpt-4o-mini"),
        ("reflexion", "gpt-4o-mini"),
        ("react", "gpt-4o"),
        ("react", "gemini-2.0-flash-lite"),
        ("reflexion", "gemini-2.0-flash-lite"),
        ("react", "gemini-2.0-flash"),
        ("critic", "gemini-2.0-flash"),
    }


def test_controls_enter_neither_mean_tokens_nor_tests(study: Table4) -> None:
    without = table(known_study() + small_model())
    assert [row.mean_tokens for row in study.rows] == [row.mean_tokens for row in without.rows]
    assert study.comparisons == without.comparisons
    assert [column.model for column in study.controls()] == ["reference-optimal", "reference-abstainer"]
    tokens = {row.method: row.mean_tokens for row in table(known_study()).rows}
    assert tokens["direct"] == 1500
    assert tokens["tree-of-thoughts"] == 32_300


def test_a_mean_over_models_weighs_each_model_once() -> None:
    rows = [row(model="a", input_tokens=900, task=f"{place:02}") for place in range(1, 9)]
    rows += [row(model="b", input_tokens=2_900)]
    assert table(rows).rows[0].mean_tokens == 2_000


def test_partial_coverage_and_unscored_episodes_are_told(study: Table4) -> None:
    for text in (as_markdown(study), as_plain(study), as_latex(study)):
        flat = re.sub(r"\s+", " ", text.replace("\\_", "_").replace("\\%", "%"))
        assert "small_model (4+0)" in flat
        assert "small_model plays 4 of the 50 tasks (4 solvable, 0 unsolvable)" in flat
        assert "Unscored episodes (infrastructure failures or not played): 3" in flat
        assert "small_model with direct 1; small_model with critic 2" in flat
        assert "grammar): small_model" in flat
        assert "no language models: reference-optimal, reference-abstainer" in flat


def test_an_unscored_episode_is_no_failure(lines: dict[tuple[str, str], dict[str, str]]) -> None:
    direct, critic = lines["small_model", "direct"], lines["small_model", "critic"]
    assert (direct["solvable_tasks"], direct["unscored"], direct["executable_pct"]) == ("3", "1", "100")
    assert (critic["solvable_tasks"], critic["unscored"], critic["success_pct"]) == ("0", "2", "")
    assert critic["model_tokens_k"] == ""


def test_a_difference_that_survives_has_its_own_mark() -> None:
    rows = configuration((), executable=5, detections=0)
    rows += configuration(range(9), executable=9, detections=0, method="step-back")
    shown = table(rows)
    assert "**22.5**† / 22.5 / 0" in as_markdown(shown)
    assert r"\textbf{22.5}\(^{\dagger}\) & 22.5 & 0" in as_latex(shown)
    assert "[22.5]†" in as_plain(shown)
    assert "No difference survives" not in as_plain(shown)


def test_the_interval_of_the_best_configuration_is_told(study: Table4) -> None:
    found = [(best.configuration.model, best.configuration.method) for best in study.best]
    assert found == [("gpt-4o", "zero-shot-cot"), ("gpt-4o", "react")]
    assert [best.interval for best in study.best] == [pytest.approx((0.65, 0.9)), pytest.approx((0.25, 0.55))]


def test_names_that_latex_would_read_as_commands_are_escaped() -> None:
    shown = as_latex(table([row(model="a_b%c&d#e", **SUCCESS)]))
    assert r"a\_b\%c\&d\#e (1+0)" in shown
    assert "a_b%c" not in shown


def test_every_line_of_a_tabular_has_the_same_number_of_cells(study: Table4) -> None:
    for tabular in as_latex(study).split("\\begin{tabular}{l")[1:]:
        columns = 1 + len(tabular.split("}")[0])
        lines = [line for line in tabular.splitlines() if line.endswith("\\\\")]
        spans = [sum(int(n) for n in re.findall(r"multicolumn\{(\d+)\}", line)) for line in lines]
        cells = [line.count(" & ") + line.startswith(" & ") * 0 + 1 for line in lines]
        extra = [span - len(re.findall("multicolumn", line)) for span, line in zip(spans, lines, strict=True)]
        assert {count + more for count, more in zip(cells, extra, strict=True)} == {columns}


@pytest.mark.parametrize(
    "rows", [[], [unscored()], known_controls()[:3], [row()]], ids=["none", "unscored", "controls", "one"]
)
def test_any_experiment_can_be_shown(rows: list[EpisodeRow], tmp_path: Path) -> None:
    paths = [tmp_path / f"table4.{ending}" for ending in ("csv", "md", "tex", "txt")]
    write_table4(frame_of(rows), paths, resamples=10, seed=1)
    assert all(path.read_text(encoding="utf-8") for path in paths)


def test_unsolvable_tasks_alone_give_dashes_for_success() -> None:
    rows = [row(domain=domain, task=task, solvable=False, optimal_length=None) for domain, task in UNSOLVABLE]
    assert "– / – / 0 / " in as_markdown(table(rows))


def test_the_rendered_table_is_the_golden_one(tmp_path: Path) -> None:
    paths = [tmp_path / f"table4.{ending}" for ending in ("csv", "md", "tex", "txt")]
    write_table4(whole_study(), paths, resamples=2_000, seed=1)
    for path in paths:
        assert_golden(path.name, path.read_bytes())
