"""Carts before the judge: their strict form, the twelve checks, exact scores, and the defects of the published rule."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from shopping_worlds import hand_task, hand_world

from planclaims.suites.longhorizon.shopping.question import read_answer
from planclaims.suites.longhorizon.shopping.rules.cart import (
    Cart,
    MalformedCart,
    amounts_of,
    cart_of,
    cart_text,
    read_cart,
)
from planclaims.suites.longhorizon.shopping.rules.checks import CHECKS, Verdict
from planclaims.suites.longhorizon.shopping.rules.scoring import Assessment, assess
from planclaims.suites.longhorizon.shopping.task import CouponUse, ShoppingTask

Json = Any

GOOD: dict[str, Any] = {
    "items": [{"product": "coat-a", "quantity": 1}, {"product": "cup-a", "quantity": 2}],
    "coupons": [{"coupon": "B1", "brand": "Alder", "uses": 2}],
    "total": "90.00",
}


def judged(items: dict[str, int], *coupons: CouponUse, total: int | None = None, **changes: Json) -> Assessment:
    """Return the worth of a cart, its total right unless it is given."""
    world, task = hand_world(), hand_task(**changes)
    lines = tuple(items.items())
    final = amounts_of(world, lines, coupons).final
    return assess(world, task, Cart(lines, coupons, (final or 0) if total is None else total))


def verdicts(found: Assessment, verdict: Verdict) -> set[str]:
    return {name for name, finding in found.findings.items() if finding.verdict is verdict}


BEST = {"coat-a": 1, "cup-a": 2}
TWO = CouponUse("B1", "Alder", 2)


def test_best_cart_is_worth_everything() -> None:
    found = assess(hand_world(), hand_task(), read_cart(json.dumps(GOOD)))
    assert found.valid
    assert found.case
    assert (found.match, found.share_of_optimum, found.published_match) == (1, 1, 1)
    assert found.amounts is not None
    assert (found.amounts.goods, found.amounts.shipping, found.amounts.discount) == (10000, 0, 1000)
    assert verdicts(found, Verdict.PASS) == set(CHECKS)


def test_shares_are_exact() -> None:
    found = judged(BEST)
    assert found.valid
    assert not found.case
    assert found.share_of_optimum == Fraction(9000, 10000)
    assert found.match == Fraction(3, 5)
    assert found.published_match == Fraction(2, 3)


FAULTS: dict[str, tuple[Assessment, set[str]]] = {
    "an unknown product": (
        judged({**BEST, "ghost": 1}, TWO),
        {"known_products", "total_correct", "within_budget"},
    ),
    "a slot left empty": (judged({"coat-a": 1}, CouponUse("B1", "Alder", 1)), {"slots_filled"}),
    "a product of no slot": (judged({**BEST, "lamp": 1}, TWO), {"no_extra_items"}),
    "a second product of a slot": (judged({**BEST, "coat-b": 1}, TWO), {"no_extra_items"}),
    "too many of one": (judged({"coat-a": 1, "cup-a": 3}, TWO), {"quantities_right"}),
    "a wrong size": (judged({"coat-small": 1, "cup-a": 2}), {"conditions_met"}),
    "nothing in stock": (judged({"coat-gone": 1, "cup-a": 2}), {"stock_sufficient"}),
    "a parcel that is late": (judged({"coat-late": 1, "cup-a": 2}), {"delivery_in_time"}),
    "a coupon used too often": (judged(BEST, CouponUse("C1", None, 2)), {"coupons_owned", "coupon_thresholds"}),
    "an unknown coupon": (
        judged(BEST, CouponUse("Z", None, 1)),
        {"coupons_owned", "coupon_scope", "total_correct", "within_budget"},
    ),
    "a brand's coupon without a brand": (judged(BEST, CouponUse("B1", None, 1)), {"coupon_scope"}),
    "a brand's coupon on a brand that is not there": (
        judged(BEST, CouponUse("B1", "Birch", 1)),
        {"coupon_scope", "coupon_thresholds"},
    ),
    "a coupon of no brand on a brand": (judged(BEST, CouponUse("C1", "Alder", 1)), {"coupon_scope"}),
    "a member's coupon": (judged(BEST, CouponUse("V1", None, 1)), {"coupon_scope"}),
    "one cent for two coupons": (judged(BEST, CouponUse("C1", None, 1), TWO), {"coupon_thresholds"}),
    "a brand's goods for too many uses": (
        judged({"coat-b": 1, "cup-a": 2}, CouponUse("B1", "Birch", 2)),
        {"coupon_thresholds"},
    ),
    "a coupon where none is wanted": (judged(BEST, TWO, use_coupons=False), {"coupon_scope"}),
    "a total that is a cent off": (judged(BEST, TWO, total=8999), {"total_correct"}),
    "more than the budget": (judged(BEST, TWO, budget=[0, 8999]), {"within_budget"}),
    "less than the budget": (judged(BEST, TWO, budget=[9001, 9999]), {"within_budget"}),
}


@pytest.mark.parametrize(("found", "failed"), FAULTS.values(), ids=FAULTS.keys())
def test_one_fault_fails_its_checks_only(found: Assessment, failed: set[str]) -> None:
    assert verdicts(found, Verdict.FAIL) == failed
    assert not found.valid
    assert not found.case
    assert found.share_of_optimum == 0
    assert found.first_failed == next(name for name in CHECKS if name in failed)


def test_every_check_can_fail() -> None:
    assert set(CHECKS) == {name for _, failed in FAULTS.values() for name in failed}


def test_empty_cart_passes_nothing_but_coupons() -> None:
    found = judged({})
    assert verdicts(found, Verdict.PASS) == {"coupons_owned", "coupon_scope", "coupon_thresholds"}
    assert verdicts(found, Verdict.VOID) == {
        "known_products",
        "no_extra_items",
        "quantities_right",
        "conditions_met",
        "stock_sufficient",
        "delivery_in_time",
    }
    assert found.match == 0
    assert [name for name, passed in found.dimensions.items() if passed] == ["coupons"]


def test_malformed_cart_fails_every_check() -> None:
    found = assess(hand_world(), hand_task(), None)
    assert verdicts(found, Verdict.FAIL) == set(CHECKS)
    assert found.first_failed == "known_products"
    assert (found.match, found.published_match, found.share_of_optimum) == (0, 0, 0)


def test_rating_counts_before_the_price() -> None:
    best = {"items": [["coat-b", 1], ["cup-b", 2]], "coupons": [], "final": 10200, "rating": 127}
    wanted: dict[str, Any] = {"objective": "max_rating", "use_coupons": False, "budget": [0, 10500], "optimum": best}
    found = judged({"coat-b": 1, "cup-b": 2}, **wanted)
    assert found.amounts is not None
    assert found.amounts.final == 7800 + 1600 + 500 + 300
    assert found.case
    worse = judged({"coat-a": 1, "cup-b": 2}, **wanted)
    assert worse.valid
    assert worse.share_of_optimum == Fraction(126, 127)


MALFORMED = {
    "text": "I bought the coat.",
    "nothing": "",
    "a list": "[]",
    "null": "null",
    "a number": "3",
    "a key too many": json.dumps({**GOOD, "note": "thanks"}),
    "a key too few": json.dumps({"items": [], "total": "0.00"}),
    "a key twice": '{"items": [], "items": [], "coupons": [], "total": "0.00"}',
    "a total that is a number": json.dumps({**GOOD, "total": 90.0}),
    "a total without cents": json.dumps({**GOOD, "total": "90"}),
    "a total with one decimal": json.dumps({**GOOD, "total": "90.0"}),
    "a total with a sign": json.dumps({**GOOD, "total": "+90.00"}),
    "a total with a leading zero": json.dumps({**GOOD, "total": "090.00"}),
    "a total with a comma": json.dumps({**GOOD, "total": "90,00"}),
    "a total in other digits": json.dumps({**GOOD, "total": "٩٠.٠٠"}),
    "items that are no list": json.dumps({**GOOD, "items": {}}),
    "an item that is text": json.dumps({**GOOD, "items": ["coat-a"]}),
    "an item with a price": json.dumps({**GOOD, "items": [{"product": "coat-a", "quantity": 1, "price": 1}]}),
    "a product that is a number": json.dumps({**GOOD, "items": [{"product": 7, "quantity": 1}]}),
    "a quantity in text": json.dumps({**GOOD, "items": [{"product": "coat-a", "quantity": "1"}]}),
    "half of one": json.dumps({**GOOD, "items": [{"product": "coat-a", "quantity": 0.5}]}),
    "a whole float": json.dumps({**GOOD, "items": [{"product": "coat-a", "quantity": 1.0}]}),
    "none of one": json.dumps({**GOOD, "items": [{"product": "coat-a", "quantity": 0}]}),
    "fewer than none": json.dumps({**GOOD, "items": [{"product": "coat-a", "quantity": -1}]}),
    "true of one": json.dumps({**GOOD, "items": [{"product": "coat-a", "quantity": True}]}),
    "a great many": '{"items": [{"product": "coat-a", "quantity": 1'
    + "0" * 6000
    + '}], "coupons": [], "total": "1.00"}',
    "a product twice": json.dumps({**GOOD, "items": [{"product": "coat-a", "quantity": 1}] * 2}),
    "a coupon twice on a brand": json.dumps({**GOOD, "coupons": GOOD["coupons"] * 2}),
    "a coupon without a brand key": json.dumps({**GOOD, "coupons": [{"coupon": "C1", "uses": 1}]}),
    "uses in text": json.dumps({**GOOD, "coupons": [{"coupon": "C1", "brand": None, "uses": "1"}]}),
    "not a number": '{"items": [], "coupons": [], "total": NaN}',
    "a nest": "[" * 100000,
    "a comment": json.dumps(GOOD) + " // done",
    "two documents": json.dumps(GOOD) * 2,
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_text_is_no_cart(text: str) -> None:
    with pytest.raises(MalformedCart):
        read_cart(text)
    with pytest.raises(MalformedCart):
        read_answer(f"Here it is:\n```json\n{text}\n```")


def test_absurd_numbers_are_a_cart_that_is_worth_nothing() -> None:
    world, task = hand_world(), hand_task()
    dear = read_cart(json.dumps({**GOOD, "total": "9" * 5000 + ".00"}))
    assert assess(world, task, dear).failed == ("total_correct",)
    many = read_cart(json.dumps({**GOOD, "items": [{"product": "coat-a", "quantity": 10**18}]}))
    assert not assess(world, task, many).valid


def test_last_block_counts() -> None:
    other = json.dumps({**GOOD, "total": "1.00"})
    text = f"```\n{other}\n```\nNo, rather:\n```json\n{json.dumps(GOOD, indent=1)}\n```\nDone."
    assert read_answer(text) == read_cart(json.dumps(GOOD))
    assert read_answer(json.dumps(GOOD)) == read_cart(json.dumps(GOOD))


def test_order_of_lines_and_keys_is_free() -> None:
    backwards = {key: GOOD[key][::-1] if isinstance(GOOD[key], list) else GOOD[key] for key in reversed(GOOD)}
    assert assess(hand_world(), hand_task(), read_cart(json.dumps(backwards))).case


class TestDefectsOfThePublishedRule:
    """What the published rule calls solved and this one does not."""

    @staticmethod
    def solved_by_theirs_only(found: Assessment) -> bool:
        return found.published_case and found.published_match == 1 and not found.case and not found.valid

    def test_whole_catalogue(self) -> None:
        found = judged(dict.fromkeys(hand_world().products, 1), TWO)
        assert self.solved_by_theirs_only(found)
        assert found.match < Fraction(1, 2)

    def test_any_quantity(self) -> None:
        assert self.solved_by_theirs_only(judged({"coat-a": 99, "cup-a": 1}, TWO))

    def test_further_coupon(self) -> None:
        assert self.solved_by_theirs_only(judged(BEST, TWO, CouponUse("C1", None, 1)))

    def test_coupon_of_a_brand_on_two_brands(self) -> None:
        mixed = judged({"coat-b": 1, "cup-a": 2}, CouponUse("B1", "Alder", 1), CouponUse("B1", "Birch", 1))
        assert "coupon_thresholds" in mixed.failed

    def test_empty_truth_is_not_solved_by_anything(self) -> None:
        nothing = {"items": [["lamp", 1]], "coupons": [], "final": 2500, "rating": 40}
        assert not judged({}, optimum=nothing).case


def test_printed_cart_is_read_again() -> None:
    task: ShoppingTask = hand_task()
    assert read_cart(cart_text(cart_of(task.optimum))) == cart_of(task.optimum)
