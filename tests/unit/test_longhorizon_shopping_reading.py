"""Worlds and tasks of shops: what is broken is refused with its row."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from shopping_worlds import TASK, WORLD, hand_world

from planclaims.errors import InputError
from planclaims.suites.longhorizon.shopping.reading import task_of, world_of
from planclaims.suites.longhorizon.shopping.rows import read_document

World = dict[str, Any]


def _set(table: str, row: str, column: str, value: object) -> Callable[[World], None]:
    def change(world: World) -> None:
        world[table][row][column] = value

    return change


def _drop(table: str, row: str, column: str) -> Callable[[World], None]:
    return lambda world: world[table][row].pop(column)


BROKEN = {
    "a dangling shop": (_set("products", "cup-a", "shop", "s9"), "products cup-a, shop"),
    "a name that stands twice": (_set("products", "cup-b", "name", "Oak Cup"), "products cup-b is that of"),
    "a price in text": (_set("products", "cup-a", "price", "10.00"), "products cup-a, price"),
    "a price with a fraction": (_set("products", "cup-a", "price", 10.5), "products cup-a, price"),
    "a price of nothing": (_set("products", "cup-a", "price", 0), "products cup-a, price"),
    "a price of true": (_set("products", "cup-a", "price", True), "products cup-a, price"),
    "a price below zero": (_set("products", "cup-a", "price", -100), "products cup-a, price"),
    "a rating of more than five": (_set("products", "lamp", "rating", 51), "products lamp, rating"),
    "no stock": (_drop("products", "lamp", "stock"), "products lamp, stock"),
    "a blank brand": (_set("products", "lamp", "brand", " "), "products lamp, brand"),
    "a column too many": (_set("products", "lamp", "weight", 3), "products lamp"),
    "a region that is nowhere": (_set("shops", "s1", "region", "moon"), "shops s1, region"),
    "an unknown carrier": (_set("shops", "s2", "provider", "owl"), "shops s2, provider"),
    "a fee in text": (_set("shops", "s2", "fee", "free"), "shops s2, fee"),
    "a user nowhere": (_set("users", "u1", "region", "moon"), "users u1, region"),
    "a user with a coupon that is not": (_set("users", "u1", "coupons", {"X": 1}), "users u1, coupons"),
    "a coupon of no kind": (_set("coupons", "C1", "kind", "any"), "coupons C1, kind"),
    "a discount above its threshold": (_set("coupons", "C1", "discount", 8001), "coupons C1, discount"),
    "days that are missing": (_drop("delivery", "base", "there"), "delivery base here"),
    "days in text": (_set("delivery", "provider", "fast", "soon"), "delivery provider, fast"),
    "a row that is no object": (lambda world: world["products"].update(lamp=3), "products lamp"),
    "a table that is missing": (lambda world: world.pop("coupons"), "the world, coupons"),
}


@pytest.mark.parametrize(("change", "place"), BROKEN.values(), ids=BROKEN.keys())
def test_broken_world_is_refused_with_its_row(change: Callable[[World], None], place: str) -> None:
    world = deepcopy(WORLD)
    change(world)
    with pytest.raises(InputError) as refusal:
        world_of(world, "world.json")
    assert place in str(refusal.value)
    assert str(refusal.value).startswith("world.json")
    assert "\n" not in str(refusal.value)


def test_key_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "world.json"
    path.write_text('{"products": {"p1": {}, "p1": {}}}')
    with pytest.raises(InputError, match="'p1'"):
        read_document(path)


@pytest.mark.parametrize("text", ["{", '{"a": 1', "", "\xff"])
def test_text_that_is_no_json_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "world.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(InputError, match=r"world\.json"):
        read_document(path)


WRONG_TASKS: dict[str, tuple[dict[str, Any], str]] = {
    "a user who is not": ({"user": "u9"}, "user"),
    "no objective": ({"objective": "max_fun"}, "max_fun"),
    "no slots": ({"slots": []}, "slots"),
    "a category twice": ({"slots": [TASK["slots"][0], TASK["slots"][0]]}, "slots"),
    "an unknown category": ({"slots": [{**TASK["slots"][0], "category": "ship"}]}, "ship"),
    "no quantity": ({"slots": [{**TASK["slots"][0], "quantity": 0}]}, "quantity"),
    "a column that is not": ({"slots": [{**TASK["slots"][0], "conditions": [["weight", ">=", 1]]}]}, "weight"),
    "a comparison of text": ({"slots": [{**TASK["slots"][0], "conditions": [["brand", ">=", "A"]]}]}, ">="),
    "a number in text": ({"slots": [{**TASK["slots"][0], "conditions": [["price", "<=", "9"]]}]}, "'9'"),
    "a user column that is not": ({"slots": [{**TASK["slots"][0], "conditions": [["size", "==", "user.hat"]]}]}, "hat"),
    "a budget upside down": ({"budget": [5000, 100]}, "budget"),
    "an optimum of unknown products": ({"optimum": {**TASK["optimum"], "items": [["p0", 1]]}}, "p0"),
    "an unknown key": ({"colour": "red"}, "colour"),
}


@pytest.mark.parametrize(("changes", "found"), WRONG_TASKS.values(), ids=WRONG_TASKS.keys())
def test_broken_task_is_refused(changes: dict[str, Any], found: str) -> None:
    with pytest.raises(InputError, match=r"task\.json") as refusal:
        task_of({**TASK, **changes}, hand_world(), "task.json")
    assert found in str(refusal.value)


def test_days_are_at_least_one() -> None:
    world = hand_world()
    assert world.days("here", "here", "fast") == 1
    assert world.days("there", "here", "slow") == 5
