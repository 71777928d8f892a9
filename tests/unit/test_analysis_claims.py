"""Every number that the paper draws from its table 4 comes out of episodes with the counts of that table."""

import re
from functools import cache

import pandas as pd
import pytest
from analysis_rows import DETECTION, MISSED, SUCCESS, VIOLATION, known_controls, known_study, row, unscored

from planclaims.analysis.claims.all_claims import HEADER, claims
from planclaims.analysis.published import published, published_cells, published_numbers
from planclaims.analysis.table.frame import frame_of
from planclaims.analysis.table.row import EpisodeRow
from planclaims.analysis.tables.outcomes_table import outcomes_table
from planclaims.analysis.tiers import tiers_of

MADE_UP = re.compile(
    "highest mean score|domains in which|tasks (solved|never)|precondition violation|malformed|timeouts|recognised"
    "|lost online|pairs of model|across domains|fit the online|false abst|optimal length|mean |inspection|never query"
)
"""Claims about what table 4 does not tell, so that episodes built from its counts need not agree with the paper."""


@cache
def study() -> pd.DataFrame:
    return frame_of(known_study() + known_controls())


@cache
def known_claims() -> dict[str, dict[str, str]]:
    sheet = claims(study(), resamples=2_000, seed=1)
    return {line[0]: dict(zip(sheet.header, line, strict=True)) for line in sheet.rows}


@pytest.mark.parametrize(
    ("claim", "value", "counts"),
    [
        ("best offline success", "77.5%", "31 of 40"),
        ("best online success", "40.0%", "16 of 40"),
        ("models that solve less online than offline", "4", "4 of 4"),
        ("success across models, offline", "17–61%", ""),
        ("success across methods, offline", "28–48%", ""),
        ("success across models, online", "5–37%", ""),
        ("success across methods, online", "19–23%", ""),
        ("tests significant before correction, offline", "3", "3 of 20"),
        ("tests that survive the correction, offline", "0", "0 of 20"),
        ("smallest p value, offline", "0.0215", ""),
        ("least detectable difference, offline", "25.0 points", "10 of 40"),
        ("tests significant before correction, online", "0", "0 of 8"),
        ("tests that survive the correction, online", "0", "0 of 8"),
        ("smallest p value, online", "0.2500", ""),
        ("least detectable difference, online", "22.5 points", "9 of 40"),
        ("failures that are precondition violations, online", "84.4%", "320 of 379"),
        ("executable plans that miss the goal across methods, offline", "2.5–8.8%", ""),
        ("detections", "8.9%", "32 of 360"),
        ("detections, offline", "9.2%", "22 of 240"),
        ("detections, online", "8.3%", "10 of 120"),
        ("false abstentions", "0.0%", "0 of 1440"),
        ("tokens of tree-of-thoughts over direct", "21.5", ""),
        ("tokens of critic over react", "1.8", ""),
        ("lead of gpt-4o over gpt-4o-mini, offline", "+44.2 points", ""),
        ("lead of gemini-2.0-flash over gemini-2.0-flash-lite with critic", "+22.5 points", ""),
        ("detections by models of a higher tier", "84.4%", "27 of 32"),
        ("failures of gemini-2.0-flash that are precondition violations, online", "77.1%", "64 of 83"),
        ("failures that are precondition violations across models, online", "77–94%", ""),
        ("most detections of a configuration, offline", "4", "4 of 10"),
        ("most detections of a configuration, online", "4", "4 of 10"),
        ("successful offline plans that fit the online budget", "100.0%", "365 of 365"),
        ("inspection rate", "25.0%", "600 of 2400"),
        ("mean acts of an online episode", "4.0", ""),
        ("online configurations on the Pareto front", "0", "0 of 6"),
    ],
)
def test_claims_of_known_counts(claim: str, value: str, counts: str) -> None:
    assert (known_claims()[claim]["value"], known_claims()[claim]["counts"]) == (value, counts)


def test_success_and_violations_of_every_method_are_the_published_ones() -> None:
    rows = {line[0]: line for line in outcomes_table(study()).rows}
    shown = {method: round(float(line[3])) for method, line in rows.items()}
    assert list(shown.values()) == [35, 48, 45, 39, 34, 28, 23, 21, 19]
    assert all(f"{shown[method]}%" == line[-2] for method, line in rows.items())
    assert [line[-1] for line in rows.values()] == ["58%", "46%", "53%", "56%", "56%", "64%", "67%", "68%", "66%"]


def test_claims_agree_with_the_paper_wherever_its_table_4_decides_them() -> None:
    compared = 0
    for name, line in known_claims().items():
        if line["paper"] != "–" and not MADE_UP.search(name):
            compared += 1
            ours, theirs = (re.findall(r"[\d.]+", line[column]) for column in ("value", "paper"))
            if line["paper"].startswith("about"):
                continue
            if line["paper"].startswith(line["counts"]) and line["counts"]:
                continue
            digits = len(theirs[0].partition(".")[2])
            assert round(float(ours[0]), digits) == float(theirs[0]), (name, line)
    assert compared >= 25


def test_every_published_number_stands_beside_a_claim() -> None:
    """A misspelt claim, model or method in the reference data would silently compare with nothing."""
    beside = [line["paper"] for line in known_claims().values()]
    beside += [cell for line in outcomes_table(study()).rows for cell in line[-2:]]
    assert sum(cell != "–" for cell in beside) == len(published_numbers())
    assert all(number.source.startswith("arXiv:2610.22469 ") for number in published_numbers())


def test_published_cells_are_those_of_the_paper() -> None:
    cells = published_cells()
    assert len(cells) == 36
    assert {key for key, cell in cells.items() if cell.starred} == {
        ("gpt-4o", "zero-shot-cot"),
        ("gpt-4o-mini", "zero-shot-cot"),
        ("gemini-2.0-flash", "plan-and-solve"),
    }
    assert sum(cell.detections for cell in cells.values() if cell.regime == "offline") == 22
    best = cells["gpt-4o", "react"]
    assert (best.success_rate, best.executable_rate, best.tokens) == (0.4, 0.525, 25_600)


def test_nothing_of_the_paper_stands_beside_other_models() -> None:
    rows = [row(model="gpt-4o-2026", **SUCCESS), row(model="gpt-4o-2026", method="react", regime="online")]
    sheet = claims(frame_of(rows), resamples=10, seed=1)
    assert {line[HEADER.index("paper")] for line in sheet.rows} == {"–"}
    assert published("best offline success", ["gpt-4o"], ["direct"]) is None
    assert published("detections", ["gpt-4o"], ["direct", "react"]) is None
    some = [one for one in known_study() if one.model != "gpt-4o"]
    found = {line[0]: line for line in claims(frame_of(some), resamples=10, seed=1).rows}
    assert found["detections"][HEADER.index("paper")] == "–"
    assert found["best online over best offline success of gpt-4o-mini"][HEADER.index("paper")] == "about 1/4"


def test_claims_name_what_they_rest_on() -> None:
    found = known_claims()
    assert found["best offline success"]["rests on"] == "gpt-4o with zero-shot-cot"
    assert found["best online success"]["95% interval"].startswith("2")
    assert found["detections"]["rests on"] == "episodes on unsolvable tasks"
    assert found["smallest p value, offline"]["rests on"] == "gpt-4o with zero-shot-cot: 9 gained, 1 lost"
    front = found["configurations on the Pareto front of score and cost"]
    assert front["value"] == "6"
    on_it = [line["rests on"] for name, line in found.items() if name.startswith("on the Pareto front")]
    assert (on_it[0], on_it[-1], len(on_it)) == ("gemini-2.0-flash-lite with direct", "gpt-4o with zero-shot-cot", 6)
    assert found["on the Pareto front, 6"]["value"] == "0.68 for $0.0172"


def test_inspection_and_optimality_are_shares_of_acts_and_successes() -> None:
    online = {"regime": "online", "method": "react"}
    rows = [
        row(task="01", **online, **{"acts": 6, "inspected_acts": 3, "state_queries": 3}),
        row(task="02", **online, **{"acts": 2, "inspected_acts": 0, "state_queries": 0}),
        row(task="03", **online, **{"acts": 0, "inspected_acts": 0, "state_queries": 0}),
        row(task="04", **SUCCESS),
        row(task="05", **{**SUCCESS, "plan_length": 8, "score": 0.5}),
    ]
    sheet = claims(frame_of(rows), resamples=10, seed=1)
    found = {line[0]: line[1] for line in sheet.rows}
    assert found["inspection rate"] == found["inspection rate of react"] == "37.5%"
    assert found["acting episodes that never query the state"] == "50.0%"
    assert found["mean state queries of an online episode"] == "1.0"
    assert found["successes of optimal length, offline"] == "50.0%"
    assert found["mean score of a success, offline"] == "0.75"
    assert found["best online success"] == "0.0%"
    assert found["tasks never solved, offline"] == "0"
    assert found["tasks never solved, online"] == "3"


def test_endings_and_detections_are_counted_where_they_belong() -> None:
    rows = [
        row(task="09", **{**MISSED, **VIOLATION, "outcome": "missed_infeasibility"}),
        row(task="10", **DETECTION),
        row(task="10", model="n", **DETECTION),
        row(task="01", outcome="false_abstention", ending="unsolvable_claim", false_abstention=True),
        row(task="02", outcome="malformed", ending="malformed", executable=False),
    ]
    found = {line[0]: line for line in claims(frame_of(rows), resamples=10, seed=1).rows}
    assert found["missed infeasibilities that end in a precondition violation, offline"][1:3] == ("100.0%", "1 of 1")
    assert found["detections on the task most often recognised, offline"][1:5] == ("100.0%", "2 of 2", "", "gripper/10")
    assert found["detections on the task most often recognised, online"][1] == "–"
    assert found["false abstentions"][1:3] == ("50.0%", "1 of 2")
    assert found["malformed outputs, offline"][1:3] == ("50.0%", "1 of 2")


def test_runs_of_a_repeated_task_do_not_outvote_others() -> None:
    rows = [row(task="01", method="tree-of-thoughts", repeat=run, **SUCCESS) for run in range(3)]
    rows += [row(task="01"), row(task="10", **MISSED)]
    rows += [row(task="10", method="tree-of-thoughts", repeat=run, **DETECTION) for run in range(3)]
    sheet = claims(frame_of(rows), resamples=10, seed=1)
    found = {line[0]: line for line in sheet.rows}
    assert found["detections"][1:3] == ("50.0%", "1 of 2")
    assert found["mean score of a success, offline"][4] == "1 success"
    assert any("counts once" in note for note in sheet.notes)
    outcomes = {line[0]: line for line in outcomes_table(frame_of(rows)).rows}
    assert outcomes["tree-of-thoughts"][2:4] == ("1", "100.0")


def test_claims_without_a_model_under_test_are_dashes() -> None:
    for rows in ([], [unscored()], known_controls()[:4]):
        sheet = claims(frame_of(rows), resamples=10, seed=1)
        assert {line[1] for line in sheet.rows} == {"–"}
        assert "No episode of a model under test" in sheet.notes[0]


def found_claims(rows: list[EpisodeRow], **options: object) -> dict[str, tuple[str, ...]]:
    sheet = claims(frame_of(rows), resamples=50, seed=1, **options)  # type: ignore[arg-type]
    return {line[0]: line for line in sheet.rows}


def test_tiers_are_what_the_configuration_says_and_pair_tasks() -> None:
    small = [row(model="s", task=task, **(SUCCESS if task == "01" else {})) for task in ("01", "02", "03", "04")]
    large = [row(model="l", task=task, repeat=run, **SUCCESS) for task in ("01", "02") for run in range(2)]
    large += [row(model="l", task="03"), row(model="l", task="03", repeat=1, **SUCCESS)]
    found = found_claims(small + large, tiers=tiers_of([{"lower": "s", "higher": "l"}]))
    # On the three tasks that both play: shares of 1, 1 and 1/2 against 1, 0 and 0.
    assert found["lead of l over s with direct"][1] == "+50.0 points"
    assert found["lead of l over s with direct"][4] == "direct, 3 tasks"
    assert found["lead of l over s, offline"][1] == "+50.0 points"
    assert not any(name.startswith("lead of") for name in found_claims(small + large))
    apart = [row(model="s", task="01"), row(model="l", task="02")]
    lone = found_claims(apart, tiers=tiers_of([{"lower": "s", "higher": "l"}]))
    assert lone["lead of l over s, offline"][1:5] == ("–", "", "", "no task in common")


def test_all_best_detectors_are_named() -> None:
    rows = [row(task=task, method=method, **DETECTION) for task in ("09", "10") for method in ("direct", "step-back")]
    rows += [row(task=task, method="self-refine", **MISSED) for task in ("09", "10")]
    found = found_claims(rows)
    name = "most detections of a configuration, offline"
    assert found[name][1:5] == ("2", "2 of 2", "", "m with direct; m with step-back")
    assert found_claims([row(task="10", **MISSED)])[name][1] == "0"
    assert found_claims([row()])[name][1] == "–"


@pytest.mark.parametrize(("length", "budget", "fits"), [(15, 20, 1), (16, 20, 0), (1, 6, 1), (2, 6, 0)])
def test_a_plan_fits_if_four_calls_its_steps_and_a_claim_do(length: int, budget: int, fits: int) -> None:
    columns = {**SUCCESS, "plan_length": length, "optimal_length": 1, "score": 1 / length, "budget": budget}
    rows = [row(**columns), row(task="03", **{**columns, "budget": None}), row(task="04")]
    assert found_claims(rows)["successful offline plans that fit the online budget"][2] == f"{fits} of 1"


def test_domains_tell_where_acting_costs_most() -> None:
    rows = [row(domain=domain, task=task, **SUCCESS) for domain in ("a", "b") for task in ("01", "02")]
    rows += [row(domain="a", task="01", method="react", regime="online", **SUCCESS)]
    rows += [row(domain=d, task=t, method="react", regime="online") for d, t in (("a", "02"), ("b", "01"), ("b", "02"))]
    found = found_claims(rows)
    assert [found[f"success lost online in {domain}"][1] for domain in "ab"] == ["+50.0 points", "+100.0 points"]
    assert found["success lost online in b"][3] == ""
    assert found["success lost online across domains"][1] == "50 to 100 points"
    assert found["success across domains, online"][1:5] == ("0–50%", "", "", "lowest b, highest a")
    assert found["pairs of model and domain in which less is solved online than offline"][2] == "2 of 2"
