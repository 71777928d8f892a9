import csv
import io
from functools import cache
from pathlib import Path

import pandas as pd
import pytest
from analysis_rows import DETECTION, MISSED, SUCCESS, known_controls, known_study, row, unscored

from planclaims.analysis.figures import figure2a, figure_f1
from planclaims.analysis.figures.drawing import in_style
from planclaims.analysis.formats.sheet import Sheet, as_csv, as_latex, as_markdown, as_plain, write_sheet
from planclaims.analysis.table.frame import frame_of
from planclaims.analysis.table.row import Outcome
from planclaims.analysis.tables.table1 import table1
from planclaims.analysis.tables.table2 import table2
from planclaims.analysis.tables.table3 import table3
from planclaims.analysis.tables.table_e1 import table_e1
from planclaims.analysis.tables.table_f1 import table_f1


@cache
def study() -> pd.DataFrame:
    return frame_of(known_study() + known_controls())


def test_bars_of_known_counts_add_up() -> None:
    found = {bar.method: bar for bar in figure2a.bars(study())}
    percentages = {method: round(100 * bar.shares[Outcome.SUCCESS]) for method, bar in found.items()}
    assert list(percentages.values()) == [35, 48, 45, 39, 34, 28, 23, 21, 19]
    assert list(found)[6:] == ["react", "reflexion", "critic"]
    assert all(bar.episodes == 160 and sum(bar.shares.values()) == pytest.approx(1) for bar in found.values())


def test_task_rates_are_pooled_over_models_and_methods() -> None:
    rows = [row(task="03", **SUCCESS), row(task="03", model="n"), row(task="03", model="r", reference=True, **SUCCESS)]
    rows += [row(task="03", regime="online", method="react"), row(task="04", **MISSED)]
    (found,) = figure_f1.task_rates(frame_of(rows))
    assert (found.task, found.optimal_length, dict(found.rates)) == ("03", 4, {"offline": 0.5, "online": 0.0})


@pytest.mark.parametrize("module", [figure2a, figure_f1])
def test_figures_have_equal_bytes_and_say_if_they_are_empty(module: object, tmp_path: Path) -> None:
    plot = figure2a.plot_figure2a if module is figure2a else figure_f1.plot_figure_f1
    for name in ("one", "two"):
        plot(study(), {"svg": tmp_path / f"{name}.svg", "pdf": tmp_path / f"{name}.pdf"})
    for kind in ("svg", "pdf"):
        assert (tmp_path / f"one.{kind}").read_bytes() == (tmp_path / f"two.{kind}").read_bytes()
    with in_style():
        empty = figure2a.draw([]) if module is figure2a else figure_f1.draw([])
    assert "No episode" in empty.texts[0].get_text()


def test_lengths_and_prices_and_costs() -> None:
    rows = [row(), row(task="09", **MISSED), row(domain="hospital", task="02", optimal_length=7, plan_length=7)]
    lengths = table2(frame_of(rows))
    assert lengths.header == ("domain", "02", "09")
    assert lengths.rows == (("gripper", "4", "–"), ("hospital", "7", ""))

    models = {
        "m": {"kind": "litellm", "model": "x/m", "price": {"input": 2.5, "output": 10}},
        "r": {"kind": "reference"},
    }
    prices = table3(models, ["r", "m"])
    assert [line[:2] + line[3:] for line in prices.rows] == [("r", "–", "–", "–"), ("m", "x/m", "2.500", "10.000")]

    costs = table_e1(frame_of([row(), row(task="03", input_tokens=2_900, cost_usd=0.03), unscored(model="n")]))
    assert costs.rows == (
        ("m", "offline", "direct", "2", "2.00", "0.02000"),
        ("n", "offline", "direct", "0", "–", "–"),
    )


def test_domains_are_pooled_and_name_their_best() -> None:
    rows = [row(**SUCCESS), row(task="03", optimal_length=9), row(task="09", **MISSED), row(task="10", **DETECTION)]
    rows += [row(model="n"), row(task="03", model="n", optimal_length=9)]
    assert table_f1(frame_of(rows)).rows == (
        ("gripper", "4–9", "offline", "25.0", "100.0", "1 of 2", "m with direct: 50.0%"),
    )


def test_a_sheet_is_written_in_every_format(tmp_path: Path) -> None:
    sheet = Sheet("A_title", ("name", "n"), (("x|y", "1"), ("z", "–")), ("A note.",))
    write_sheet(sheet, [tmp_path / f"s.{ending}" for ending in ("csv", "md", "tex", "txt")])
    assert list(csv.reader(io.StringIO(as_csv(sheet)))) == [["name", "n"], ["x|y", "1"], ["z", ""]]
    assert as_markdown(sheet) == (
        "# A\\_title\n\n| name |    n |\n| ---- | ---: |\n| x\\|y |    1 |\n| z    |    – |\n\n- A note.\n"
    )
    assert "A\\_title. A note." in as_latex(sheet)
    assert "\\begin{tabular}{lr}" in as_latex(sheet)
    assert as_plain(sheet) == "A_title\n\nname  n\n----  -\nx|y   1\nz     –\n\nA note.\n"
    assert (tmp_path / "s.txt").read_text(encoding="utf-8") == as_plain(sheet)


def test_competences_name_methods_and_measures() -> None:
    assert len({line[0] for line in table1().rows}) == len(table1().rows)
    assert all(len(line) == len(table1().header) for line in table1().rows)
