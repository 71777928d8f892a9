"""What the competence study tells as held or not: hypotheses of the ladder, demands on controls, coverage."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from planclaims.analysis.filters import selected
from planclaims.analysis.formats.sheet import Sheet, write_sheet
from planclaims.report.suite.build import conclusions_html
from planclaims.suites.competence import SUITE
from planclaims.suites.contract import SHARED
from planclaims.suites.judging import frame_of

COT = "zero-shot-cot"
ITEMS = 40


def rows(*changes: dict[str, Any]) -> pd.DataFrame:
    empty = {column.name: None for column in (*SHARED, *SUITE.columns)}
    base = {
        **empty,
        **{"model": "m", "method": COT, "condition": "plain", "group": "d_reach_generative", "kind": "reach"},
        **{"form": "generative", "domain": "d", "state": "s", "repeat": 0, "reference": False, "scored": True},
        **{"item": "000", "right": True, "malformed": False, "reason": "", "wanted": 2, "none": False, "length": 3},
    }
    return frame_of(SUITE, [{**base, **change} for change in changes])


def arm(right: int, **changes: object) -> list[dict[str, Any]]:
    """Return answers to all items, the first so many of them right."""
    return [{**changes, "item": f"{place:03}", "right": place < right} for place in range(ITEMS)]


def verdicts(frame: pd.DataFrame) -> dict[str, tuple[str, str]]:
    sheet = SUITE.tables["b4-hypotheses"](frame)
    assert all(source is None or len(selected(frame, source)) for line in sheet.sources for source in line)
    return {row[1]: (row[3], row[4]) for row in sheet.rows}


def dosed(*right: int, controls: int = 20) -> list[dict[str, Any]]:
    doses = [("t0", None), *((dose, dose) for dose in ("t1", "t2", "t3", "distractor"))]
    found = [
        one
        for (dose, shown), number in zip(doses, right, strict=True)
        for one in arm(number, condition=dose, arm=shown)
    ]
    control = {"kind": "app", "group": "d_app_generative"}
    return [*found, *arm(20, condition="t0", **control), *arm(controls, condition="t3", arm="t3", **control)]


def test_what_nobody_was_asked_is_neither_held_nor_not() -> None:
    assert {verdict for verdict, _ in verdicts(rows(*arm(20))).values()} == {"not asked"}


def test_a_jump_where_a_machine_traverses_holds_and_one_that_files_make_too_does_not() -> None:
    base, program = arm(10), arm(30, method="program")
    held = verdicts(rows(*base, *program))["H1"]
    assert held[0] == "held"
    assert held[1].startswith("L3 +0.500 [")
    files = arm(35, method="react")
    assert verdicts(rows(*base, *program, *files))["H1"][0] == "not held"
    assert verdicts(rows(*base, *arm(11, method="program")))["H1"][0] == "not held"


@pytest.mark.parametrize(
    ("right", "controls", "held"),
    [
        ((10, 15, 25, 30, 2), 20, {"H2": "held", "H3": "held"}),
        ((10, 25, 15, 30, 10), 20, {"H2": "not held", "H3": "not held"}),
        ((10, 15, 25, 30, 2), 38, {"H2": "not held", "H3": "held"}),
        ((10, 10, 10, 10, 20), 20, {"H2": "not held", "H3": "not held"}),
    ],
)
def test_doses_raise_accuracy_and_distractors_lower_it(
    right: tuple[int, ...], controls: int, held: dict[str, str]
) -> None:
    found = verdicts(rows(*dosed(*right, controls=controls)))
    assert {name: found[name][0] for name in held} == held


def test_failing_at_full_evidence_is_extraction_where_answers_contradict_it() -> None:
    t3 = arm(30, condition="t3", arm="t3")
    refuted = [{**one, "witness": "" if one["right"] else "(go a b)"} for one in t3]
    assert verdicts(rows(*refuted))["H6"] == (
        "held",
        "10 of 10 wrong answers contradict what was shown, 0 are malformed",
    )
    unread = [{**one, "malformed": not one["right"]} for one in t3]
    assert verdicts(rows(*unread))["H6"][0] == "not held"
    assert verdicts(rows(*arm(ITEMS, condition="t3", arm="t3")))["H6"] == (
        "not held",
        "nothing fails at t3 (40 answers)",
    )


def control(model: str, **changes: object) -> dict[str, Any]:
    return {"model": f"reference-{model}", "method": "direct", "reference": True, **changes}


def demands(*answers: dict[str, Any]) -> dict[str, tuple[str, str]]:
    frame = rows(*answers)
    sheet = SUITE.tables["h-controls"](frame)
    assert all(source is None or len(selected(frame, source)) for line in sheet.sources for source in line)
    return {row[0]: (row[1], row[2]) for row in sheet.rows}


def test_controls_are_held_to_what_they_must_be_worth() -> None:
    guesses = arm(19, **control("uniform", form="boolean"))
    found = demands(*arm(ITEMS, **control("exact")), *guesses, *arm(0, **control("local")))
    assert found["exact is always right, generative"] == ("held", "40 of 40, 1 kinds")
    assert found["exact is always right, choice"] == ("not asked", "–")
    assert found["uniform is right by chance, boolean"] == ("held", "0.475 of 40, -0.3 deviations")
    assert [told[0] for name, told in found.items() if name.startswith("local")] == ["held"]
    assert found["every answer is decided by a certificate"] == ("held", "0 of 120 answers undecided")


def test_controls_that_are_worth_something_else_are_told() -> None:
    undecided = {**control("local"), "right": None}
    found = demands(
        *arm(39, **control("exact")),
        *arm(34, **control("uniform", form="boolean")),
        *arm(1, **control("local")),
        undecided,
    )
    assert found["exact is always right, generative"] == ("not held", "39 of 40, 1 kinds")
    assert found["uniform is right by chance, boolean"] == ("not held", "0.850 of 40, +4.4 deviations")
    assert [told for name, told in found.items() if name.startswith("local")] == [("not held", "1 of 40 right")]
    assert found["every answer is decided by a certificate"] == ("not held", "1 of 121 answers undecided")


def test_coverage_counts_questions_once_and_names_what_is_short() -> None:
    twice = [{"item": "000"}, {"item": "000", "model": "n"}, {"item": "001"}]
    other = {"group": "d_app_generative", "kind": "app", "item": "000"}
    sheet = SUITE.tables["c0-coverage"](rows(*twice, other))
    assert [row[:3] for row in sheet.rows] == [("d", "app", "1 of 2"), ("d", "reach", "2 of 2")]
    assert sheet.notes[1] == "Fewer than ordered: d app generative 1 of 2."


def test_the_report_shows_the_conclusion_of_simulated_studies_with_its_tables(tmp_path: Path) -> None:
    assert not list(conclusions_html(SUITE, tmp_path, []))
    (tmp_path / "irt").mkdir()
    (tmp_path / "irt" / "conclusion.md").write_text("In simulated studies of 30 respondents <all> is told.\n")
    for name in ("truths", "acceptance"):
        write_sheet(Sheet(f"The {name}", ("truth",), (("1d",),), ()), [tmp_path / "irt" / f"{name}.json"])
    html = "".join(conclusions_html(SUITE, tmp_path, []))
    assert "<p>In simulated studies of 30 respondents &lt;all&gt; is told.</p>" in html
    assert html.index("The truths") < html.index("The acceptance")
