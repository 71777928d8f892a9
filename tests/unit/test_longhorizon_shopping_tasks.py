"""The checked-in shopping tasks: certificates hold and break at the smallest change, controls score as known."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from planclaims.episodes.play import EpisodeSetup, Player, play
from planclaims.suites.check import check_suite
from planclaims.suites.chunk import Chunk
from planclaims.suites.contract import Item
from planclaims.suites.explanation import Mark, ReceiptBlock, TableBlock, block_faults
from planclaims.suites.judging import row_of
from planclaims.suites.longhorizon import SUITE
from planclaims.suites.longhorizon.data import ROOT
from planclaims.suites.longhorizon.shopping.brief import condition_text
from planclaims.suites.longhorizon.shopping.certify.checking import certificate_faults
from planclaims.suites.longhorizon.shopping.items import behind

FOLDERS = sorted(path.parent for path in (ROOT / "domains/longhorizon/shopping").glob("*/task.json"))
SMALL = {**SUITE.defaults, "size": "small", "tasks": {"shopping": 12}}
TINY = {**SUITE.defaults, "size": "tiny", "tasks": {"shopping": 6}}


def items(settings: dict[str, Any] = SMALL) -> list[Item]:
    return [item for item in SUITE.items(settings) if item.group == "shopping"]


def test_there_are_four_small_tasks_of_each_level() -> None:
    kinds = [item.kind for item in items()]
    assert {kind: kinds.count(kind) for kind in kinds} == {"level 1": 4, "level 2": 4, "level 3": 4}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_certificate_holds(folder: Path) -> None:
    assert certificate_faults(folder) == []


@pytest.mark.parametrize("level", [1, 2, 3])
def test_smallest_change_on_the_path_of_the_optimum_breaks_the_certificate(level: int, tmp_path: Path) -> None:
    source = next(folder for folder in FOLDERS if folder.name.endswith(f"tiny-01-l{level}"))
    task = json.loads((source / "task.json").read_text())
    for key, _ in task["optimum"]["items"]:
        for column, by in (("price", 1), ("price", -1), ("rating", 1), ("rating", -1)):
            folder = tmp_path / f"{key}-{column}-{by}"
            shutil.copytree(source, folder)
            world = json.loads((folder / "world.json").read_text())
            world["products"][key][column] += by
            (folder / "world.json").write_text(json.dumps(world))
            assert certificate_faults(folder), f"{key}: {column} {by:+}"


@pytest.mark.parametrize("claim", ["optimum", "runner_up", "greedy", "binding", "feasible_choices", "relevant_facts"])
def test_changed_claim_is_found(claim: str, tmp_path: Path) -> None:
    folder = tmp_path / "task"
    shutil.copytree(next(folder for folder in FOLDERS if folder.name == "tiny-01-l3"), folder)
    path = folder / "certificate.json"
    certificate = json.loads(path.read_text())
    if claim == "binding":
        certificate["binding"].pop()
    elif isinstance(certificate[claim], int):
        certificate[claim] += 1
    else:
        certificate[claim]["final"] += 1
    path.write_text(json.dumps(certificate))
    assert certificate_faults(folder)


@pytest.mark.parametrize("item", items(), ids=lambda item: item.name)
def test_brief_says_every_condition_once_and_tells_nothing_implicit(item: Item) -> None:
    known = behind(item)
    for slot in known.task.slots:
        line = next(line for line in known.brief.splitlines() if f"× {slot.category}:" in line)
        assert line.startswith(f"- {slot.quantity} ×")
        for condition in slot.conditions:
            assert line.count(condition_text(condition)) == 1
        assert line.count(",") == len(slot.conditions)
    user = known.world.users[known.task.user]
    secrets = [*known.world.products, *(product.name for product in known.world.products.values()), user.region]
    assert not [secret for secret in secrets if secret in known.brief]
    assert ("budget" in str(known.task.budget)) is False
    assert ("The final price must" in known.brief) == (known.task.budget is not None)


def test_suite_keeps_the_contract() -> None:
    assert check_suite(SUITE, TINY) == []


def played(item: Item, script: str, condition: str = "plain", method: str = "react") -> dict[str, Any]:
    regime = "online" if method == "react" else "offline"
    player = Player(script, {"kind": "reference", "script": script}, method, {"regime": regime})
    chunk = Chunk(SUITE, player, condition, [item], 1)
    record = play(EpisodeSetup(chunk.opened(item), player), SUITE.controls[script].model(item, condition, 1))
    return dict(row_of(chunk, item, record))


@pytest.mark.parametrize("item", items(), ids=lambda item: item.name)
class TestControls:
    """The scores that the reference agents must have, on every small task."""

    def test_optimal_has_seen_everything(self, item: Item) -> None:
        row = played(item, "optimal")
        assert (row["outcome"], row["match"], row["share"], row["published_solved"]) == ("optimal", 1.0, 1.0, True)
        assert row["facts_seen"] == row["facts_relevant"] > 50
        assert (row["wasted_idle"], row["wasted_repeated"], row["inapplicable"]) == (0, 0, 0)
        assert row["ending"] == "submitted"

    def test_blind_scores_without_having_seen_anything(self, item: Item) -> None:
        row = played(item, "blind")
        assert (row["outcome"], row["facts_seen"], row["facts_share"]) == ("optimal", 0, 0.0)

    def test_greedy_is_best_at_the_first_level_only(self, item: Item) -> None:
        row = played(item, "greedy")
        assert row["optimal"] == (item.kind == "level 1")

    def test_careless_fails_just_the_condition_that_it_drops(self, item: Item) -> None:
        row = played(item, "careless")
        assert (row["outcome"], row["failed"], row["level"]) == ("invalid", "conditions_met", "local")
        assert (row["label_a1"], row["label_b1"], row["label_b2"]) == (False, True, False)
        assert row["decisive_missed"] == 0

    def test_wanderer_hands_nothing_in(self, item: Item) -> None:
        row = played(item, "wanderer")
        assert (row["outcome"], row["ending"], row["match"]) == ("budget_spent", "timeout", 0.0)
        assert row["wasted_repeated"] > 0

    def test_oracle_information_gives_the_same_worth_and_no_measures_of_looking(self, item: Item) -> None:
        row = played(item, "optimal", method="direct")
        assert (row["outcome"], row["facts_seen"], row["wasted_idle"]) == ("optimal", None, None)
        assert played(item, "wanderer", method="direct")["outcome"] == "malformed"


def test_refused_act_ends_a_strict_episode_only() -> None:
    from planclaims.interfaces import ToolCall
    from planclaims.suites.longhorizon.scripted import Scripted
    from planclaims.suites.longhorizon.shopping.controls import buying

    item = items(TINY)[0]
    known = behind(item)
    gone = next(key for key, product in known.world.products.items() if product.stock == 0)
    calls = [ToolCall("add_product_to_cart", {"product_id": gone}), *buying(known.task.optimum)]
    for condition, outcome, refused in (("plain", "optimal", 1), ("strict", "nothing_submitted", 1)):
        player = Player("model", {"kind": "reference", "script": "own"}, "react", {"regime": "online"})
        chunk = Chunk(SUITE, player, condition, [item], 1)
        record = play(EpisodeSetup(chunk.opened(item), player), Scripted("", calls))
        row = row_of(chunk, item, record)
        assert (row["outcome"], row["inapplicable"]) == (outcome, refused)


def test_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    pytest.importorskip("ortools")
    from planclaims.suites.longhorizon.shopping.generate.proving import prove
    from planclaims.suites.longhorizon.shopping.generate.writing import write_task

    for level in (1, 2, 3):
        source = ROOT / f"domains/longhorizon/shopping/tiny-01-l{level}"
        seed = json.loads((source / "certificate.json").read_text())["generator"]["seed"]
        write_task(prove(seed, "tiny", level, source.name), tmp_path / source.name)
        for path in sorted(source.iterdir()):
            assert (tmp_path / source.name / path.name).read_bytes() == path.read_bytes(), path.name


def test_certify_imports_neither_generator_nor_solver() -> None:
    import subprocess
    import sys

    code = (
        "import sys, planclaims.suites.longhorizon.shopping.certify.checking\n"
        "print([name for name in sys.modules if 'generate' in name and 'longhorizon' in name or 'ortools' in name])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize("script", ["optimal", "greedy", "careless", "blind", "wanderer"])
@pytest.mark.parametrize("method", ["react", "direct"])
def test_explanation_shows_both_carts_the_checks_and_what_was_not_seen(script: str, method: str) -> None:
    item = items(TINY)[2]
    regime = "online" if method == "react" else "offline"
    player = Player(script, {"kind": "reference", "script": script}, method, {"regime": regime})
    chunk = Chunk(SUITE, player, "plain", [item], 1)
    record = play(EpisodeSetup(chunk.opened(item), player), SUITE.controls[script].model(item, "plain", 1))
    blocks = SUITE.explain(record, item)
    assert list(block_faults(blocks)) == []
    receipts = [block for block in blocks if isinstance(block, ReceiptBlock)]
    tables = {block.label: block for block in blocks if isinstance(block, TableBlock)}
    assert len(receipts) == (1 if script == "wanderer" else 2)
    facts = [label for label in tables if label.startswith("Relevant facts")]
    assert bool(facts) == (method == "react")
    if script == "blind" and method == "react":
        assert facts[0].startswith("Relevant facts: 0 of")
        assert len(tables[facts[0]].rows) > 20
    marks = {entry.mark for entry in receipts[-1].entries}
    if script in ("optimal", "blind"):
        assert marks == {Mark.RIGHT}
    if script == "careless":
        wrong = next(entry for entry in receipts[-1].entries if entry.mark is Mark.WRONG)
        assert wrong.note.startswith("conditions_met; not ")
        assert Mark.MISSED in marks
