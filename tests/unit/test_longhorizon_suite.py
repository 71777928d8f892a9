"""The suite as a whole: it keeps the contract, measures move where they should, tables and figures are drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

import pytest

from planclaims.episodes.play import EpisodeSetup, Player, play
from planclaims.episodes.record import EpisodeRecord
from planclaims.seam import CallKind
from planclaims.suites.check import check_suite
from planclaims.suites.chunk import Chunk
from planclaims.suites.contract import Item
from planclaims.suites.explanation import Mark, Part, TimelineBlock, block_faults
from planclaims.suites.judging import Row, frame_of, row_of
from planclaims.suites.longhorizon import SUITE
from planclaims.suites.longhorizon.measures import Cell, Committed, Fault, Level, Look, Outcome, Stated, measured

if TYPE_CHECKING:
    import pandas as pd

TINY = {"size": "tiny", "tasks": {"travel": 1, "shopping": 2}}
METHODS: Mapping[str, Mapping[str, object]] = {"direct": {"regime": "offline"}, "react": {"regime": "online"}}


@cache
def played() -> Sequence[tuple[Chunk, Item, EpisodeRecord]]:
    """Return every control's record of every tiny item, asked and entered."""
    found = []
    for item in SUITE.items({**SUITE.defaults, **TINY}):
        for script, control in SUITE.controls.items():
            for method, settings in METHODS.items():
                player = Player(f"reference-{script}", {"kind": "reference", "script": script}, method, settings)
                chunk = Chunk(SUITE, player, "plain", [item], 1)
                found.append(
                    (chunk, item, play(EpisodeSetup(chunk.opened(item), player), control.model(item, "plain", 1)))
                )
    return found


@cache
def rows() -> Sequence[Row]:
    return [row_of(chunk, item, record) for chunk, item, record in played()]


@cache
def frame() -> pd.DataFrame:
    return frame_of(SUITE, rows())


def test_the_suite_keeps_the_contract() -> None:
    assert check_suite(SUITE, TINY) == []


def test_the_controls_pin_the_measures() -> None:
    def of(script: str, method: str) -> list[Row]:
        return [row for row in rows() if (row["model"], row["method"]) == (f"reference-{script}", method)]

    assert {row["facts_share"] for row in of("optimal", "react")} == {1.0}
    assert {(row["outcome"], row["facts_seen"]) for row in of("blind", "react")} == {("optimal", 0)}
    assert {row["outcome"] for row in of("wanderer", "react")} == {"budget_spent"}
    assert all(int(str(row["wasted_idle"])) > 0 for row in of("wanderer", "react"))
    assert {row["label_b1"] for row in of("careless", "react")} == {True}
    assert {row["facts_seen"] for row in of("optimal", "direct")} == {None}
    assert {row["optimal"] for row in of("greedy", "react") if row["kind"] != "level 1"} == {False}


@pytest.mark.parametrize("name", list(SUITE.tables))
def test_every_table_has_rows_of_the_width_of_its_header(name: str) -> None:
    sheet = SUITE.tables[name](frame())
    assert sheet.rows or name == "comparisons"
    assert {len(row) for row in sheet.rows} <= {len(sheet.header)}


@pytest.mark.parametrize("name", list(SUITE.figures))
def test_every_figure_shows_something(name: str) -> None:
    figure = SUITE.figures[name](frame())
    assert any(axis.lines or axis.patches for axis in figure.axes)


def test_every_table_and_figure_has_a_caption() -> None:
    assert {*SUITE.tables, *SUITE.figures} == set(SUITE.captions)


def test_explanations_can_be_shown_and_colour_what_fails() -> None:
    for chunk, item, record in played():
        blocks = SUITE.explain(record, item)
        assert list(block_faults(blocks)) == []
        if item.group == "travel" and "optimal" in chunk.player.model:
            plan = next(block for block in blocks if isinstance(block, TimelineBlock) and block.part is Part.WHY)
            assert {event.mark for stretch in plan.stretches for event in stretch.events} == {Mark.RIGHT}


PRICE, HOURS = Cell("hotels", "Inn", "price"), Cell("attractions", "Museum", "open")


def test_a_fact_missed_is_told_apart_from_one_seen_and_ignored() -> None:
    fault = Fault("hours", Level.LOCAL, explicit=False, cells=frozenset({HOURS}))
    committed = Committed(Outcome.INVALID, (fault,), (Stated(PRICE, right=False),))
    relevant = frozenset({PRICE, HOURS})
    blind, _ = measured(committed, relevant, [Look(CallKind.EPISTEMIC, "a", cells=frozenset({PRICE}))])
    assert (blind["label_a1"], blind["label_b2"], blind["label_a3"], blind["decisive_missed"]) == (True, False, True, 1)
    seeing, _ = measured(committed, relevant, [Look(CallKind.EPISTEMIC, "a", cells=frozenset({HOURS}))])
    assert (seeing["label_a1"], seeing["label_b2"], seeing["label_a3"], seeing["displaced"]) == (False, True, False, 0)


def test_wasted_calls_are_of_four_kinds() -> None:
    seen = frozenset({PRICE})
    looks = [
        Look(CallKind.EPISTEMIC, "a", cells=seen),
        Look(CallKind.EPISTEMIC, "a", cells=seen),
        Look(CallKind.EPISTEMIC, "b", found=False),
        Look(CallKind.ILL_FORMED, ""),
        Look(CallKind.ONTIC, "act"),
        Look(CallKind.EPISTEMIC, "a", cells=seen),
    ]
    values, _ = measured(Committed(Outcome.NOTHING), seen, looks)
    counts = {name: values[f"wasted_{name}"] for name in ("ill_formed", "repeated", "empty", "idle")}
    assert counts == {"ill_formed": 1, "repeated": 1, "empty": 1, "idle": 2}
