"""Tables, figures and explanations of the competence study, from rows made up and from answers of respondents."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from planclaims.analysis.filters import selected
from planclaims.episodes.play import EpisodeSetup, Player, play
from planclaims.suites.chunk import Chunk
from planclaims.suites.competence import SUITE
from planclaims.suites.competence.questions.items import Order, make_items
from planclaims.suites.competence.questions.made import Effort
from planclaims.suites.contract import SHARED
from planclaims.suites.explanation import Part, TableBlock, TextBlock, block_faults
from planclaims.suites.judging import frame_of, row_of

DOMAINS = Path(__file__).parents[2] / "domains"


def rows(*changes: dict[str, Any]) -> pd.DataFrame:
    empty = {column.name: None for column in (*SHARED, *SUITE.columns)}
    base = {
        **empty,
        **{"model": "m", "method": "direct", "condition": "plain", "group": "d_app_generative", "kind": "app"},
        **{"form": "generative", "domain": "d", "state": "s", "repeat": 0, "reference": False, "scored": True},
        **{"item": "000", "right": True, "malformed": False, "reason": ""},
    }
    return frame_of(SUITE, [{**base, "item": f"{place:03}", **change} for place, change in enumerate(changes)])


def table(name: str, frame: pd.DataFrame) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return the cells of a table by the names of the row, after checking that sources select rows."""
    sheet = SUITE.tables[name](frame)
    found = {}
    for texts, sources in zip(sheet.rows, sheet.sources, strict=True):
        names = tuple(text for text, source in zip(texts, sources, strict=True) if source is None)
        found[names] = tuple(text for text, source in zip(texts, sources, strict=True) if source is not None)
        for source in sources:
            assert source is None or len(selected(frame, source)) <= len(frame)
    return found


def test_gaps_between_forms_raw_and_with_guessing_taken_out() -> None:
    changes = [{"right": value} for value in (True, False)]
    changes += [{"form": "boolean", "right": value} for value in (True, True, True, False)]
    found = table("c2-formats", rows(*changes))
    assert found["m", "direct", "plain", "app"] == ("0.500", "–", "0.750", "–", "+0.250", "–", "+0.000")


def test_undecided_answers_are_left_out_and_scripts_are_marked() -> None:
    frame = rows({"right": None, "reference": True}, {"right": True, "reference": True})
    assert table("c2-formats", frame)["m (scripted)", "direct", "plain", "app"][0] == "1.000"


def test_doses_are_compared_over_items_that_have_both_arms() -> None:
    cot = {"method": "zero-shot-cot", "kind": "reach"}
    frame = rows(
        {**cot, "condition": "t0", "item": "a", "right": False},
        {**cot, "condition": "t0", "item": "b", "right": False},
        {**cot, "condition": "distractor", "item": "a", "right": True, "arm": "distractor"},
        {**cot, "condition": "distractor", "item": "b", "right": False},
    )
    found = table("c4-doses", frame)
    assert found["m", "zero-shot-cot", "reach", "", "distractor"] == ("1.000 (1)", "+1.000 [+1.000, +1.000] (1)")
    assert found["m", "zero-shot-cot", "reach", "", "t0", "–"] == ("0.000 (2)",)


def test_programs_have_one_outcome_each_and_arms_mix_by_kind() -> None:
    program = {"method": "program", "program": "translation", "right": False}
    frame = rows(
        {**program, "kind": "reach", "extraction": True},
        {**program, "kind": "app", "program": "correct", "right": True},
        {"method": "zero-shot-cot", "kind": "reach", "right": True},
        {"method": "zero-shot-cot", "kind": "app", "right": False},
    )
    outcomes = table("c11-programs", frame)["m", "plain", "reach"]
    assert outcomes == ("0", "0", "0", "0", "0", "0", "1", "0", "1")
    sheet = SUITE.tables["c11-arms"](frame)
    assert sheet.rows == (("m", "0.500 (2)", "0.500 (2)", "0.000 (2)", "1.000 (2)"),)


def test_graders_differ_both_ways() -> None:
    frame = rows(
        {"official": False, "right": True}, {"official": True, "right": False}, {"official": True}, {"official": None}
    )
    assert table("c15-graders", frame)["m", "direct", "plain", "app"] == ("3", "0.667", "0.667", "1", "1")


def test_malformed_answers_are_counted_by_class_of_reason() -> None:
    frame = rows({"malformed": True, "reason": "there is no action 'a'"}, {"malformed": True, "reason": "empty: no"})
    counted = table("c14-malformed", frame)
    assert {names[-1]: cells for names, cells in counted.items()} == {"there is no action": ("1",), "empty": ("1",)}


@pytest.mark.parametrize("name", SUITE.figures)
def test_figures_are_drawn_from_anything_and_nothing(name: str) -> None:
    full = rows(
        {"kind": "reach"},
        {"kind": "reach", "method": "zero-shot-cot", "condition": "t0"},
        {"kind": "reach", "method": "zero-shot-cot", "condition": "t2", "arm": "t2"},
        {"kind": "reach", "method": "zero-shot-cot", "item": "x"},
        {"kind": "reach", "method": "zero-shot-cot", "condition": "targeted", "item": "x"},
    )
    assert SUITE.figures[name](full).axes
    assert not SUITE.figures[name](full[:0]).axes


def test_a_wrong_answer_is_explained_with_what_was_due_and_the_plan_that_refutes_it() -> None:
    order = Order({"generative": 4, "boolean": 1, "choice": 1}, 1, Effort(20_000, 20_000))
    items = make_items(DOMAINS / "hospital", "land", order)
    player = Player("uniform", {"kind": "reference", "script": "uniform"}, "direct", {"regime": "offline"})
    for item in items:
        chunk = Chunk(SUITE, player, "plain", [item], 1)
        for seed in range(3):
            model = SUITE.controls["uniform"].model(item, "plain", seed)
            record = play(EpisodeSetup(chunk.opened(item), player), model)
            blocks = SUITE.explain(record, item)
            assert not list(block_faults(blocks))
            assert {block.part for block in blocks} == {Part.READ, Part.EXPECTED, Part.WHY}
            row = row_of(chunk, item, record)
            why = next(block for block in blocks if block.part is Part.WHY)
            assert isinstance(why, TextBlock)
            assert why.label == ("Why it is right" if row["right"] else "Why it is wrong")
            plans = [block for block in blocks if block.part is Part.WHY and isinstance(block, TableBlock)]
            assert bool(plans) is bool(row["witness"])
