"""A guest suite from a folder outside the package keeps the contract, and the checker sees where one does not."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from planclaims.episodes.record import EpisodeRecord
from planclaims.errors import ConfigError, InputError
from planclaims.suites.check import check_suite
from planclaims.suites.contract import Data, Item, Judgement, Suite
from planclaims.suites.load import load_suite

GUEST = Path(__file__).parents[1] / "guest" / "lamps"


def lamps() -> Suite:
    return load_suite("lamps", GUEST)


def test_the_guest_keeps_the_contract() -> None:
    assert check_suite(lamps()) == []
    assert len(lamps().items(lamps().defaults)) == 10


def no_items(settings: Data) -> Sequence[Item]:
    return []


def leaking(settings: Data) -> Sequence[Item]:
    return [replace(item, truth={"note": "Each lamp has a switch"}) for item in lamps().items(settings)]


def generous(record: EpisodeRecord, item: Item) -> Judgement:
    return Judgement({"right": True, "presses": 0})


def moody(record: EpisodeRecord, item: Item) -> Judgement:
    return Judgement({"right": True, "presses": next(MOODS)})


MOODS = count()


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"items": no_items}, "there are no items"),
        ({"schema": {}}, "unknown settings are not refused"),
        ({"defaults": {"seed": "one", "items": 10}}, "the defaults break the schema"),
        ({"items": leaking}, "holds the truth 'Each lamp has a switch'"),
        ({"judge": generous}, "right is True, and must be False"),
        ({"judge": moody}, "judging twice gives different values"),
        ({"conditions": {}}, "there is no condition"),
    ],
)
def test_the_checker_names_what_is_wrong(parts: dict[str, object], told: str) -> None:
    suite = copy(lamps())
    for name, value in parts.items():
        setattr(suite, name, value)
    assert any(told in line for line in check_suite(suite))


def test_a_column_that_is_not_declared_is_an_error_of_the_suite() -> None:
    suite = copy(lamps())
    suite.columns = ()
    with pytest.raises(InputError, match="suite lamps: the judge gives columns that are not declared: right"):
        check_suite(suite)


@pytest.mark.parametrize(
    ("name", "folder", "told"),
    [
        ("nowhere", None, "there is no suite 'nowhere': planclaims.suites.nowhere was looked for"),
        ("lamps", GUEST.parent, r"there is no .*guest/__init__.py"),
        ("lights", GUEST, "holds another suite; found 'lamps'; allowed: 'lights'"),
        ("textless", GUEST / "texts", "there is no"),
    ],
)
def test_a_suite_that_is_not_there_is_told_in_one_line(name: str, folder: Path | None, told: str) -> None:
    with pytest.raises(ConfigError, match=told) as caught:
        load_suite(name, folder)
    assert "\n" not in str(caught.value)
