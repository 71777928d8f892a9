from __future__ import annotations

import pytest
from language_worlds import TEMPLATES, depot_task

from planclaims.language.reading.blocks import fenced_blocks
from planclaims.language.reading.extract import OutputKind, extract
from planclaims.language.reading.imperatives import Imperatives
from planclaims.semantics.task import Step

TASK = depot_task()


@pytest.mark.parametrize("words", ["then", "the", "first, the", "", "()", "and then"])
def test_lines_of_nothing_but_lead_ins_are_no_steps(words: str) -> None:
    reading = Imperatives(TASK, TEMPLATES).compile(words)
    assert reading.steps == ()
    assert reading.problem


def test_the_templates_are_optional() -> None:
    text = "```\nload pkg_1 into truck_1 at loc_1\n```"
    assert extract(TASK, text, TEMPLATES).kind is OutputKind.PLAN
    assert extract(TASK, text).kind is OutputKind.MALFORMED


def test_places_are_taken_by_the_parameter_they_follow_by_name() -> None:
    for text in ("drive truck truck_1 to loc_2 from loc_1", "drive truck from loc_1 to loc_2 with truck_1"):
        assert extract(TASK, f"```\n{text}\n```").steps == (Step("drive-truck", ("truck_1", "loc_1", "loc_2")),)


def test_a_sentence_that_fits_two_templates_is_ambiguous() -> None:
    templates = {"stack": ["set {0} by {1}"], "load-truck": [], "pick-up": [], "drive-truck": []}
    twisted = {**templates, "stack": ["set {0} by {1}", "set {1} by {0}"]}
    text = "```\nset block_a by block_b\n```"
    assert extract(TASK, text, templates).steps == (Step("stack", ("block_a", "block_b")),)
    found = extract(TASK, text, twisted)
    assert found.kind is OutputKind.MALFORMED
    assert "this may mean" in found.reason


def test_the_line_number_counts_from_the_start_of_the_reply() -> None:
    found = extract(TASK, "One.\r\nTwo.\r\n```\r\n(pick-up block_a)\r\n(pick-up block_q)\r\n```\r\n")
    assert found.reason == "line 5: there is no object 'block_q'"


def test_blocks_are_found_with_their_state() -> None:
    blocks = fenced_blocks("```a\nx\n```\n~~~\ny\n~~~\n````\n```\nz")
    assert [[line.text for line in block.lines] for block in blocks] == [["x"], ["y"], ["```", "z"]]
    assert [block.closed for block in blocks] == [True, True, False]


def test_a_block_that_was_never_closed_ends_where_the_next_begins() -> None:
    text = "```\n(pick-up block_b)\n```plan\n(pick-up block_a)\n```"
    assert extract(TASK, text).steps == (Step("pick-up", ("block_a",)),)
