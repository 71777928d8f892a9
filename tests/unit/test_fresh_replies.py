"""Replies in forms that models really use: no step may be lost in silence, and no reply may take long to read."""

from __future__ import annotations

import time

import pytest
from language_worlds import TEMPLATES, depot_task

from planclaims.language.reading.extract import extract

PICK, STACK = "(pick-up block_a)", "(stack block_a block_b)"


@pytest.mark.parametrize("joint", [" -> ", " => ", " → ", " - ", " – ", ", ", " "])
@pytest.mark.parametrize("fenced", [True, False])
def test_steps_joined_on_one_line_are_all_read(joint: str, fenced: bool) -> None:
    line = f"{PICK}{joint}{STACK}"
    read = extract(depot_task(), f"```\n{line}\n```" if fenced else line, TEMPLATES)
    assert [str(step) for step in read.steps] == [PICK, STACK]


@pytest.mark.parametrize("remark", ["it is held", "(holding block_a)", "the hand is full: careful"])
@pytest.mark.parametrize("joint", [" -> ", " – ", ": "])
@pytest.mark.parametrize("step", [PICK, "pick-up block_a", "pick-up(block_a)", "**pick-up block_a**"])
def test_a_remark_behind_a_step_is_a_remark(step: str, joint: str, remark: str) -> None:
    read = extract(depot_task(), f"```\n{step}{joint}{remark}\n```", TEMPLATES)
    assert [str(step) for step in read.steps] == [PICK]


@pytest.mark.parametrize("line", ["[\t\t" + '"a"' + " " * 30_000 + "x", " - " * 20_000, '"a",' * 20_000 + "x"])
def test_a_hostile_line_is_read_in_no_time(line: str) -> None:
    start = time.process_time()
    assert extract(depot_task(), line, TEMPLATES).kind == "malformed"
    assert time.process_time() - start < 20
