"""Worlds and tasks that cannot be right are refused in one line that names the table and the row."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from travel_worlds import hand_document, hand_task, hand_world

from planclaims.errors import InputError
from planclaims.suites.longhorizon.travel.loading import read_world, world_of

Bend = Callable[[dict[str, Any]], object]
BENT: dict[str, tuple[Bend, str]] = {
    "a dangling station": (lambda d: d["trains"][1].update({"to": "Nowhere"}), "trains, row 2: dangling to"),
    "a train to a hotel": (lambda d: d["trains"][0].update({"to": "Inn"}), "trains, row 1: dangling to"),
    "a dangling sight": (lambda d: d["restaurants"][2].update(near="Soup"), "restaurants, row 3: dangling near"),
    "a dangling route": (lambda d: d["routes"][4].update({"from": "Nowhere"}), "routes, row 5: dangling from"),
    "a route twice": (lambda d: d["routes"].append(d["routes"][0]), "duplicate route"),
    "a duplicate name": (lambda d: d["hotels"].append(d["hotels"][0]), "hotels, row 3: duplicate name"),
    "a duplicate train": (lambda d: d["trains"].append(d["trains"][3]), "trains, row 5: duplicate leg"),
    "a price that is no money": (lambda d: d["hotels"][1].update(price=12.5), "hotels, row 2: wrong price"),
    "a price below nothing": (lambda d: d["attractions"][0].update(ticket=-1), "attractions, row 1: wrong ticket"),
    "a price in words": (lambda d: d["restaurants"][0].update(price="20.00"), "restaurants, row 1: wrong price"),
    "a truth for a price": (lambda d: d["trains"][0].update(price=True), "trains, row 1: wrong price"),
    "a time past midnight": (lambda d: d["trains"][2].update(arr=1441), "trains, row 3: wrong arr"),
    "an end before the begin": (lambda d: d["trains"][0].update(arr=400), "trains, row 1: dep is not before arr"),
    "closed before open": (lambda d: d["attractions"][0].update(close=540), "attractions, row 1: open is not before"),
    "more least than most": (
        lambda d: d["attractions"][0].update(min=181),
        "attractions, row 1: min is not before max",
    ),
    "an unknown weekday": (
        lambda d: d["attractions"][0].update(closed=["Mondays"]),
        "attractions, row 1: wrong closed",
    ),
    "an unknown city": (lambda d: d["places"][0].update(city="Far"), "places, row 1: unknown city"),
    "a missing column": (lambda d: d["hotels"][0].pop("star"), "hotels, row 1: the columns are not right"),
    "a column too many": (lambda d: d["hotels"][0].update(stars=3), "hotels, row 1: the columns are not right"),
    "a row that is none": (lambda d: d["routes"].insert(0, 7), "routes, row 1: the columns are not right"),
    "a table that is none": (lambda d: d.update(hotels={}), "hotels, row 1: is no list"),
    "a missing table": (lambda d: d.pop("flights"), "the tables are not right"),
    "another place": (lambda d: d["hotels"][0].update(x=0), "hotels, row 1: not where places has it"),
    "a place without a row": (lambda d: d["hotels"].pop(), "places, row 4: no row in hotels"),
    "a bad date": (lambda d: d["trains"][0].update(date="2026-02-30"), "trains, row 1: wrong date"),
    "a bad name": (lambda d: d["places"][0].update(name="A | B"), "places, row 1: wrong name"),
}


@pytest.mark.parametrize("name", BENT)
def test_a_bad_row_is_refused_with_its_place(name: str) -> None:
    bend, told = BENT[name]
    document = hand_document()
    bend(document)
    with pytest.raises(InputError, match=told.replace("|", r"\|")) as refused:
        world_of(document, Path("world.json"))
    assert str(refused.value).startswith("world.json: ")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "told"), [("{", "is not JSON"), ("[]", "is no JSON object"), ("{}", "the tables are not right")]
)
def test_a_file_that_is_no_world_is_refused(tmp_path: Path, content: str, told: str) -> None:
    path = tmp_path / "world.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=told):
        read_world(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_world(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"weekday": "Sunday"}, "wrong weekday"),
        ({"origin": "Far"}, "wrong origin"),
        ({"destinations": ["Home"]}, "wrong destinations"),
        ({"days": 1}, "wrong days"),
        ({"people": 0}, "wrong people"),
        ({"constraints": [{"id": "c", "family": "miracle"}]}, "constraint 1 is not right"),
    ],
)
def test_a_task_that_cannot_be_right_is_refused(changes: dict[str, object], told: str) -> None:
    with pytest.raises(InputError, match=told):
        hand_task(**changes)


def test_a_world_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "world.json"
    path.write_text(json.dumps(hand_document()), encoding="utf-8")
    assert read_world(path) == hand_world()
