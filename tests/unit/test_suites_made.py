"""Suites whose items are made by jobs: groups are known before, items come from files, samples go by patterns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from planclaims.errors import InputError
from planclaims.suites.contract import Data, Item
from planclaims.suites.load import load_suite
from planclaims.suites.study import SuiteStudy

LAMPS = Path(__file__).parents[1] / "guest" / "lamps"


def made_lamps(tmp_path: Path, **entry: object) -> SuiteStudy:
    inner = load_suite("lamps", LAMPS)

    class Made(type(inner)):  # type: ignore[misc]
        item_code: Sequence[str] = ()
        item_settings: Sequence[str] = ("seed", "items")

        def batches(self, settings: Data, root: Path) -> Mapping[str, Sequence[str]]:
            return {"all": ["short", "long"]}

        def make(self, settings: Data, batch: str, root: Path) -> Sequence[Item]:
            assert batch == "all"
            return list(self.items(settings))

        def specimens(self, settings: Data, root: Path) -> Sequence[Item]:
            return list(self.items(settings))[:1]

        def faults(self, settings: Data, conditions: Sequence[str]) -> Sequence[str]:
            return []

        def plays(self, group: str, condition: str) -> bool:
            return (group, condition) != ("long", "hinted")

    models = {"one": {"kind": "reference", "script": "optimal"}, "other": {"kind": "reference", "script": "idle"}}
    config = {"models": models, "methods": {"direct": {"regime": "offline"}}, "repeats": 1, "seed": 1}
    full = {"models": list(models), "methods": ["direct"], **entry}
    return SuiteStudy(Made(), full, config, results=tmp_path)


def test_jobs_are_known_before_an_item_is_made_and_items_come_from_the_file(tmp_path: Path) -> None:
    study = made_lamps(tmp_path)
    assert {(key.group, key.condition) for key in study.chunks()} == {
        ("short", "plain"),
        ("long", "plain"),
        ("short", "hinted"),
    }
    with pytest.raises(InputError, match="have not been made yet"):
        study.items("short")
    study.make_batch("all")
    assert study.item_file("short") == tmp_path / "lamps/items/all.json"
    assert [item.hash for item in study.items("short")] == [
        item.hash for item in study.suite.items(study.settings) if item.group == "short"
    ]


def test_a_broken_file_of_items_is_named(tmp_path: Path) -> None:
    study = made_lamps(tmp_path)
    path = study.item_file("short")
    path.parent.mkdir(parents=True)
    path.write_text('[{"group": "short"}]')
    with pytest.raises(InputError, match=r"all\.json: this is no list of items"):
        study.items("short")


def test_a_sample_goes_by_number_or_by_the_first_pattern_that_fits(tmp_path: Path) -> None:
    study = made_lamps(tmp_path, sample={"one": 2, "other": {"sh*": 1}})
    study.make_batch("all")
    assert [len(study.chosen("one", "direct", group)) for group in ("short", "long")] == [2, 2]
    assert [len(study.chosen("other", "direct", group)) for group in ("short", "long")] == [1, 0]
    assert {key.group for key in study.chunks() if key.model == "other"} == {"short"}


def test_a_sample_can_go_by_method(tmp_path: Path) -> None:
    study = made_lamps(tmp_path, sample={"one": {"direct/*": 1, "zero-shot-cot/sh*": 2}})
    study.make_batch("all")
    methods = ("direct", "zero-shot-cot")
    chosen = {(method, group): len(study.chosen("one", method, group)) for method in methods for group in study.groups}
    assert chosen == {
        ("direct", "short"): 1,
        ("direct", "long"): 1,
        ("zero-shot-cot", "short"): 2,
        ("zero-shot-cot", "long"): 0,
    }


def test_each_method_may_have_conditions_of_its_own(tmp_path: Path) -> None:
    study = made_lamps(tmp_path, conditions={"direct": ["hinted"]})
    assert {key.condition for key in study.chunks()} == {"hinted"}
    assert study.conditions("react") == []
