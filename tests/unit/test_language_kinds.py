"""Forms that models write: what a careful reader is sure of is read, and what is in doubt is malformed with a reason.

Each line of the data files has a text and what is right: the plan by the letters of its steps, U for the flag, M for
malformed; for turns the tool with its arguments, or P for a problem. Where two readings are right, `|` stands between.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from language_worlds import TEMPLATES, depot_task
from stages import read_turn

from planclaims.language.reading.extract import OutputKind, extract

LETTERS = {"(pick-up block_a)": "A", "(stack block_a block_b)": "B", "(pick-up block_b)": "X"}
TASK = depot_task()


def cases(name: str) -> list[dict[str, str]]:
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


@pytest.mark.parametrize("case", cases("reply_kinds.jsonl"), ids=lambda case: ascii(case["reply"])[-40:])
def test_a_reply_is_read_or_refused_with_a_reason(case: dict[str, str]) -> None:
    found = extract(TASK, case["reply"], TEMPLATES)
    letters = {OutputKind.UNSOLVABLE: "U", OutputKind.MALFORMED: "M"}.get(found.kind, "")
    read = letters or "".join(LETTERS.get(str(step), "?") for step in found.steps)
    assert read in case["right"].split("|"), found
    assert bool(found.reason) == (read == "M")


@pytest.mark.parametrize("case", cases("turn_kinds.jsonl"), ids=lambda case: ascii(case["turn"])[-40:])
def test_a_turn_is_read_or_has_a_problem_but_loses_no_arguments(case: dict[str, str]) -> None:
    turn = read_turn(case["turn"])
    read = f"{turn.call.tool} {json.dumps(turn.call.arguments)}" if turn.call else "P"
    read += f" + {turn.surplus_calls} more" if turn.call and turn.surplus_calls else ""
    assert read in case["right"].split("|"), turn
    assert bool(turn.problem) == (read == "P")
