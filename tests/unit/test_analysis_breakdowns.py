"""Tables that break results down: rules broken, failing steps, sensing, abstention, tasks, and prices implied."""

import re
from pathlib import Path

import pytest
from analysis_rows import DETECTION, MISSED, SUCCESS, VIOLATION, known_controls, known_study, row, unscored

from planclaims.analysis.outputs import FIGURES, SPECIAL, TABLES, Study, write_all, write_output
from planclaims.analysis.table.frame import frame_of
from planclaims.analysis.tables.abstention_table import abstention_table
from planclaims.analysis.tables.failures_table import failures_table
from planclaims.analysis.tables.sensing_table import sensing_table
from planclaims.analysis.tables.steps_table import steps_table
from planclaims.analysis.tables.table3 import implied_prices
from planclaims.analysis.tables.table4 import table4
from planclaims.analysis.tables.table4.content import beside_paper
from planclaims.analysis.tables.table4.renderings import as_csv, as_latex, as_markdown, as_plain
from planclaims.analysis.tables.tasks_table import tasks_table
from planclaims.errors import InputError

OFF = {"failed_action": "(power-off s2_eu)", "unmet_rule": "power-off: (= (load ?server) 0)"}
ON = {"failed_action": "(power-on s1 a)", "unmet_rule": "power-on: (not (online ?server))"}


def test_rules_are_counted_by_action_and_precondition_most_broken_first() -> None:
    rows = [
        row(task="01", **VIOLATION, **ON, failed_step=1),
        row(task="02", **VIOLATION, **OFF, failed_step=2),
        row(task="03", regime="online", method="react", **VIOLATION, **OFF, failed_step=4),
        row(task="10", **{**MISSED, **VIOLATION, "outcome": "missed_infeasibility"}, **OFF, failed_step=9),
        row(task="04", **VIOLATION, failed_action="(hop)", failed_step=1),
        row(task="05", model="c", reference=True, **VIOLATION, **ON, failed_step=1),
        row(task="06", **SUCCESS),
    ]
    sheet = failures_table(frame_of(rows))
    assert sheet.rows == (
        ("gripper", "power-off", "(= (load ?server) 0)", "2", "1", "3", "60.0", "4.0"),
        ("gripper", "hop", "–", "1", "0", "1", "20.0", "1.0"),
        ("gripper", "power-on", "(not (online ?server))", "1", "0", "1", "20.0", "1.0"),
    )
    assert any("break a precondition: 5 of 6." in note for note in sheet.notes)


def test_failing_steps_tell_how_early_plans_break() -> None:
    rows = [
        row(task="01", **VIOLATION, failed_step=1),
        row(task="02", **VIOLATION, failed_step=3),
        row(task="03", **VIOLATION, failed_step=5),
        row(task="10", **{**MISSED, **VIOLATION, "outcome": "missed_infeasibility"}, failed_step=5),
        row(task="04", **SUCCESS),
    ]
    assert steps_table(frame_of(rows)).rows == (("direct", "offline", "5", "4", "80.0", "25.0", "50.0", "4.0", "50"),)


def test_sensing_is_pooled_over_models_but_not_over_controls() -> None:
    online = {"regime": "online", "method": "react"}
    rows = [
        row(
            task="01",
            **online,
            acts=4,
            state_queries=2,
            inspected_acts=1,
            calls_used=10,
            revealing_calls=3,
            informed_acts=2,
        ),
        row(
            task="02",
            **online,
            acts=2,
            state_queries=0,
            inspected_acts=0,
            calls_used=3,
            revealing_calls=0,
            informed_acts=0,
        ),
        row(
            task="03",
            **online,
            acts=0,
            state_queries=0,
            inspected_acts=0,
            calls_used=2,
            revealing_calls=0,
            informed_acts=0,
        ),
        row(
            task="01",
            **online,
            model="c",
            reference=True,
            acts=4,
            state_queries=4,
            inspected_acts=4,
            calls_used=9,
            revealing_calls=4,
            informed_acts=4,
        ),
        row(task="01"),
        unscored(**online, task="04"),
    ]
    own = ("3", "2.0", "0.7", "5.0", "1 of 6", "16.7", "2 of 6", "33.3", "1 of 2", "50.0")
    assert sensing_table(frame_of(rows)).rows == (
        ("all models under test", "all", *own),
        ("all models under test", "react", *own),
        ("m", "react", *own),
        ("c (control)", "react", "1", "4.0", "4.0", "9.0", "4 of 4", "100.0", "4 of 4", "100.0", "0 of 1", "0.0"),
    )


def test_claims_of_unsolvability_are_told_per_task_unsolvable_ones_first() -> None:
    rows = [
        row(task="01", outcome="false_abstention", ending="unsolvable_claim", false_abstention=True),
        row(task="01", method="step-back"),
        row(task="10", **DETECTION),
        row(
            task="10",
            method="step-back",
            **{**MISSED, "ending": "malformed", "executable": False, "claims_without_flag": True},
        ),
        row(task="10", regime="online", method="react", **{**MISSED, "ending": "timeout"}),
    ]
    assert abstention_table(frame_of(rows)).rows == (
        ("gripper", "10", "no", "1 of 2", "0 of 1", "0", "0", "1", "1", "1"),
        ("gripper", "01", "yes", "1 of 2", "–", "–", "–", "–", "–", "0"),
    )


def test_tasks_tell_who_solves_them_and_how_they_are_failed_most() -> None:
    rows = [row(task="01", **SUCCESS), row(task="01", model="n", **VIOLATION), row(task="10", **MISSED)]
    rows += [row(task="01", regime="online", method="react", outcome="timeout", ending="timeout")]
    assert tasks_table(frame_of(rows)).rows == (
        ("gripper", "01", "4", "1 of 2", "50", "precondition violation (1)", "0 of 1", "0", "timeout (1)", "1 of 3"),
    )


def test_prices_are_recovered_from_costs_or_not_told() -> None:
    tokens = [(900, 100), (500, 700), (800, 800)]
    exact = [
        row(task=f"{place:02}", input_tokens=i, output_tokens=o, cost_usd=(2.5 * i + 10 * o) / 1e6)
        for place, (i, o) in enumerate(tokens)
    ]
    same = [row(model="n", task=f"{place:02}") for place in range(3)]
    odd = [
        row(model="o", task=f"{place:02}", input_tokens=i, output_tokens=o, cost_usd=place / 100)
        for place, (i, o) in enumerate(tokens)
    ]
    free = [
        row(model="f", task=f"{p:02}", input_tokens=i, cost_usd=0.0, reference=True) for p, (i, _) in enumerate(tokens)
    ]
    assert implied_prices(frame_of(exact + same + odd + free)).rows == (
        ("m", "model", "2.500", "10.000"),
        ("n", "model", "–", "–"),
        ("o", "model", "–", "–"),
        ("f", "control", "0.000", "0.000"),
    )


def test_table_4_stands_beside_the_paper_where_names_match() -> None:
    both = beside_paper(table4(frame_of(known_study()), resamples=100, seed=1))
    assert [column.model for column in both.tested()][:2] == ["gpt-4o-mini", "paper: gpt-4o-mini"]
    lines = as_csv(both).splitlines()
    assert len(lines) == 1 + 72
    assert sum(line.endswith("arXiv:2610.22469 table 4") for line in lines) == 36
    cot = next(line for line in as_markdown(both).splitlines() if line.startswith("| zero-shot-cot"))
    cells = [cell.strip() for cell in cot.strip("|").split("|")]
    assert cells[1:5] == ["4.3", "4.3", "**27.5**\\* / 32.5 / 1 / 0.24", "**27.5**\\* / 32.5 / 1 / –"]
    for text in (as_markdown(both), as_plain(both).replace("\n  ", " "), as_latex(both)):
        assert "nothing in them was measured here" in text
    assert "published values" in as_plain(both)


def test_table_4_says_if_nothing_stands_beside_it() -> None:
    alone = beside_paper(table4(frame_of([row(), *known_controls()]), resamples=10, seed=1))
    assert not alone.published()
    assert "nothing stands beside it" in as_markdown(alone)


def test_every_output_is_made_of_any_table(tmp_path: Path) -> None:
    for name, rows in (("none", []), ("unscored", [unscored()]), ("controls", known_controls()[:60])):
        written = write_all(Study(frame_of(rows), resamples=10, seed=1), tmp_path / name)
        assert len(written) == len(TABLES.keys() - SPECIAL) * 4 + len(FIGURES.keys() - SPECIAL) * 3
        assert all(path.stat().st_size for path in written)


def test_what_others_did_not_measure_is_a_dash_everywhere(tmp_path: Path) -> None:
    nothing = {"plan_length": None, "budget": None, "model_calls": None, "seconds": None}
    nothing |= {"input_tokens": None, "output_tokens": None, "cost_usd": None}
    rows = [row(**{**SUCCESS, **nothing}), row(method="step-back", **{**VIOLATION, **nothing})]
    rows += [row(method="react", regime="online", **nothing), row(task="10", **{**MISSED, **nothing})]
    write_all(Study(frame_of(rows), resamples=10, seed=1), tmp_path)
    for path in (tmp_path / "tables").iterdir():
        assert not re.search(r"\bnan\b|<NA>|\bNone\b", path.read_text(encoding="utf-8")), path


def test_an_unknown_output_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such table or figure; found 'table9'; allowed: table1"):
        write_output("table9", Study(frame_of([]), 10, 1), [tmp_path / "table9.csv"])
