"""The suite keeps the contract: every control is worth what it must be, under every condition, in every set."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import yaml
from planbench_cases import item

from planclaims.analysis.formats.sheet import as_csv, as_latex, as_markdown, as_plain
from planclaims.episodes.play import EpisodeSetup, Player, play
from planclaims.errors import InputError
from planclaims.seam import Reply, Request
from planclaims.suites.check import check_suite
from planclaims.suites.check_outputs import check_outputs
from planclaims.suites.chunk import Chunk
from planclaims.suites.judging import frame_of, row_of
from planclaims.suites.keeping import keep_items, kept_items
from planclaims.suites.planbench import SUITE
from planclaims.suites.planbench.generators.pool import SETS
from planclaims.suites.planbench.kinds import KINDS
from planclaims.suites.planbench.tables import TABLES

ROOT = Path(__file__).parents[2]
BLOCKS = {"blocksworld_three": dict.fromkeys(KINDS, 3)}
FOLDER = {"sets": {"gripper": {"plan_generation": 1, "plan_execution": 1}}, "folders": {"gripper": "domains/gripper"}}


@pytest.mark.parametrize(
    "settings",
    [
        {"sets": BLOCKS},
        {"sets": {"logistics": {"plan_generation": 1, "cost_optimal": 1, "replanning": 1, "plan_generalisation": 1}}},
        {"sets": {"depots": {"plan_verification": 3, "plan_execution": 1}}},
        {"sets": {"blocksworld_hard": {"plan_generation": 2}, "sokoban": {"plan_generation": 1}}},
        FOLDER,
    ],
)
def test_the_suite_keeps_the_contract(settings: dict[str, Any]) -> None:
    assert check_suite(SUITE, {"seed": 2, **settings}) == []


def test_every_kind_and_set_has_its_words_and_is_shown_in_the_configuration() -> None:
    config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    shown = config["suites"]["planbench"]["settings"]["sets"]
    assert {kind for kinds in shown.values() for kind in kinds} == set(KINDS)
    published = yaml.safe_load((ROOT / "experiments/planbench.yaml").read_text(encoding="utf-8"))
    sets = published["suites"]["planbench"]["settings"]["sets"]
    assert set(sets) >= set(SETS)
    assert 4500 <= sum(number for kinds in sets.values() for number in kinds.values()) <= 9000


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"sets": {"nowhere": {"plan_generation": 1}}}, "there is no set of instances 'nowhere'; allowed: blocksworld"),
        ({"sets": {"blocksworld": {"guessing": 1}}}, "there is no kind 'guessing' for set blocksworld; allowed: plan_"),
        (
            {"sets": {"sokoban": {"plan_generalisation": 1}}},
            "set sokoban gives no question of kind plan_generalisation",
        ),
        (
            {"sets": {"load": {"plan_generation": 1}}, "folders": {"load": "domains/load-balancing"}},
            "questions cannot be about numbers yet; found load",
        ),
        ({"sets": {"x": {"plan_generation": 1}}, "folders": {"x": "domains/nowhere"}}, "there is no world"),
    ],
)
def test_what_is_not_there_is_told_in_one_line(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=re.escape(told)) as caught:
        SUITE.items({"seed": 1, **settings})
    assert "\n" not in str(caught.value)


class Cut:
    """A model whose reply is cut off at the limit of tokens."""

    def __init__(self, text: str) -> None:
        self.text = text

    def reply(self, request: Request) -> Reply:
        return Reply(self.text, "length", 1, 1)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("```\n(pick-up blue)\n(stack blue green)", "no_answer"),
        ("1. pick up blue\n2. stack", "no_answer"),
        ("```\n(pick-up blue)\n(stack blue green)\n```\nAnd", "goal_not_reached"),
        ("", "no_answer"),
    ],
)
def test_a_reply_that_is_cut_off_is_no_answer_unless_its_block_is_whole(text: str, verdict: str) -> None:
    asked = item("plan_generation")
    player = Player("cut", {"kind": "litellm"}, "direct", {"regime": "offline"})
    chunk = Chunk(SUITE, player, "zero-shot", [asked], 1)
    record = play(EpisodeSetup(chunk.opened(asked), player), Cut(text))
    row = row_of(chunk, asked, record)
    assert (row["verdict"], row["correct"], row["scored"]) == (verdict, False, True)
    assert row_of(chunk, asked, None)["scored"] is False


def test_every_table_is_written_in_every_format() -> None:
    rows = []
    for asked in SUITE.items({"seed": 2, "sets": {"blocksworld_three": dict.fromkeys(KINDS, 1)}}):
        for script in ("optimal", "forgetful"):
            control = SUITE.controls[script]
            player = Player(script, {"kind": "reference", "script": script}, "direct", {"regime": "offline"})
            chunk = Chunk(SUITE, player, "zero-shot", [asked], 1)
            rows.append(
                row_of(
                    chunk, asked, play(EpisodeSetup(chunk.opened(asked), player), control.model(asked, "zero-shot", 1))
                )
            )
    frame = frame_of(SUITE, rows)
    assert check_outputs(SUITE, frame) == []
    for name, table in TABLES.items():
        sheet = table(frame)
        assert sheet.rows, name
        assert all(write(sheet) for write in (as_csv, as_plain, as_markdown, as_latex))
    theirs = [row for row in TABLES["published"](frame).rows if row[-1] != "this run"]
    assert theirs
    assert all("(theirs)" in row[1] for row in theirs)
    assert not frame[frame["model"] == "optimal"]["correct"].eq(False).any()


def test_tables_of_no_rows_are_empty_and_no_error() -> None:
    empty = frame_of(SUITE, [])
    assert isinstance(empty, pd.DataFrame)
    for name, table in TABLES.items():
        assert table(empty).rows == () or name == "published"


def test_items_are_kept_and_a_broken_file_is_drawn_anew(tmp_path: Path) -> None:
    settings = {"seed": 2, "sets": {"blocksworld_three": {"plan_generation": 2}}}
    items, file = SUITE.items(settings), tmp_path / "items.jsonl"
    keep_items(SUITE, settings, items, file)
    whole = file.read_bytes()
    assert [one.hash for one in kept_items(SUITE, settings, file)] == [one.hash for one in items]
    file.write_bytes(whole[:-40])
    assert [one.hash for one in kept_items(SUITE, settings, file)] == [one.hash for one in items]
    other = {**settings, "seed": 3}
    keep_items(SUITE, other, SUITE.items(other), file)
    assert [one.hash for one in kept_items(SUITE, other, file)] == [one.hash for one in SUITE.items(other)]
    assert file.read_bytes() != whole
    file.write_bytes(whole)
    changed = json.loads(whole.splitlines()[1])
    assert changed["truth"] == items[0].truth
    assert [one.hash for one in kept_items(SUITE, settings, None)] == [one.hash for one in items]


def test_an_item_that_changes_has_another_hash() -> None:
    asked = item("plan_generation")
    assert replace(asked, truth={}).hash != asked.hash
