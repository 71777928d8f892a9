"""What holds for every cart, every text and every series of calls."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from planclaims.seam import CallKind, IllFormedCall, ToolCall
from planclaims.suites.longhorizon import SUITE
from planclaims.suites.longhorizon.shopping.items import Behind, behind
from planclaims.suites.longhorizon.shopping.question import read_answer
from planclaims.suites.longhorizon.shopping.rules.cart import (
    Cart,
    MalformedCart,
    amounts_of,
    cart_of,
    cart_text,
    read_cart,
)
from planclaims.suites.longhorizon.shopping.rules.checks import Verdict
from planclaims.suites.longhorizon.shopping.rules.scoring import Assessment, assess
from planclaims.suites.longhorizon.shopping.store.environment import Shop
from planclaims.suites.longhorizon.shopping.store.tools import TOOLS
from planclaims.suites.longhorizon.shopping.task import Choice, CouponUse, ShoppingTask
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld


@cache
def tasks() -> list[Behind]:
    chosen = {**SUITE.defaults, "size": "tiny", "tasks": {"shopping": 6}}
    return [behind(item) for item in SUITE.items(chosen) if item.group == "shopping"]


@st.composite
def carts(draw: st.DrawFn, known: Behind) -> Cart:
    """Draw carts near the optimum, far from it, and with things that are not there."""
    best = known.task.optimum
    items = dict(best.items) if draw(st.booleans()) else {}
    keys = st.sampled_from([*known.world.products, "p000"])
    for key, quantity in draw(st.dictionaries(keys, st.integers(0, 6), max_size=4)).items():
        items[key] = quantity
    uses = {(use.coupon, use.brand): use.uses for use in best.coupons} if draw(st.booleans()) else {}
    brands = st.sampled_from([None, "Quillon", *_brands(known)])
    coupons = st.tuples(st.sampled_from([*known.world.coupons, "Z0"]), brands)
    uses |= draw(st.dictionaries(coupons, st.integers(0, 3), max_size=3))
    lines = tuple((key, quantity) for key, quantity in items.items() if quantity)
    used = tuple(CouponUse(coupon, brand, count) for (coupon, brand), count in uses.items() if count)
    final = amounts_of(known.world, lines, used).final
    right = final if final is not None and final >= 0 and draw(st.booleans()) else draw(st.integers(0, 10**9))
    return Cart(lines, used, right)


def _brands(known: Behind) -> list[str]:
    return sorted(known.world.values["brand"])


@st.composite
def cases(draw: st.DrawFn) -> tuple[Behind, Cart]:
    known = draw(st.sampled_from(tasks()))
    return known, draw(carts(known))


def scores(found: Assessment) -> tuple[Any, ...]:
    return (
        [finding.verdict for finding in found.findings.values()],
        (found.valid, found.match, found.share_of_optimum, found.case, found.published_match, found.published_case),
        found.amounts,
    )


@given(cases())
def test_printed_cart_is_read_as_the_same(case: tuple[Behind, Cart]) -> None:
    _, cart = case
    assert read_cart(cart_text(cart)) == cart
    assert read_answer(f"So:\n```json\n{cart_text(cart)}\n```") == cart


@given(cases())
def test_valid_is_that_every_check_passes_and_void_never_counts(case: tuple[Behind, Cart]) -> None:
    known, cart = case
    found = assess(known.world, known.task, cart)
    verdicts = [finding.verdict for finding in found.findings.values()]
    assert found.valid == all(verdict is Verdict.PASS for verdict in verdicts)
    assert not (Verdict.VOID in verdicts and (found.valid or found.case))
    assert 0 <= found.match <= 1
    assert 0 <= found.share_of_optimum <= 1
    assert found.case <= found.valid
    assert found.case <= (found.match == 1 and found.share_of_optimum == 1)


@given(cases())
def test_no_valid_cart_beats_the_optimum(case: tuple[Behind, Cart]) -> None:
    known, cart = case
    found = assess(known.world, known.task, cart)
    if found.valid and found.amounts is not None and found.amounts.final is not None:
        best = known.task.optimum
        assert known.task.value(found.amounts.final, found.rating) >= known.task.value(best.final, best.rating)


@given(cases(), st.data())
def test_score_stays_if_products_are_renamed_and_rows_permuted(case: tuple[Behind, Cart], data: st.DataObject) -> None:
    known, cart = case
    order = data.draw(st.permutations(list(known.world.products)))
    names = {key: f"q{place}" for place, key in enumerate(order)}
    products = {names[key]: replace(known.world.products[key], name=f"thing {key}") for key in order}
    shops = dict(reversed(known.world.shops.items()))
    world = replace(known.world, products=products, shops=shops)
    task = replace(known.task, optimum=_renamed(known.task.optimum, names))
    moved = replace(cart, items=tuple((names.get(key, key), count) for key, count in reversed(cart.items)))
    assert scores(assess(world, task, moved)) == scores(assess(known.world, known.task, cart))


def _renamed(choice: Choice, names: Mapping[str, str]) -> Choice:
    return replace(choice, items=tuple((names[key], count) for key, count in choice.items))


@given(cases(), st.data())
def test_adding_what_nobody_wants_never_raises_a_score(case: tuple[Behind, Cart], data: st.DataObject) -> None:
    known, cart = case
    wanted, mine = dict(known.task.optimum.items), dict(cart.items)
    spare = [key for key in known.world.products if key not in wanted and key not in mine]
    key = data.draw(st.sampled_from(spare))
    more = _priced(known.world, replace(cart, items=(*cart.items, (key, 1))), cart)
    before, after = assess(known.world, known.task, cart), assess(known.world, known.task, more)
    table = known.world.products
    filled = known.task.slot_of(table[key].category)
    assert after.match <= before.match
    if filled is None or any(table[other].category == filled.category for other in mine if other in table):
        assert not after.valid
        assert after.share_of_optimum == 0
    assert after.case <= before.case


@given(cases(), st.data())
def test_adding_a_coupon_beyond_the_best_never_raises_a_score(case: tuple[Behind, Cart], data: st.DataObject) -> None:
    known, cart = case
    wanted = {use.coupon for use in known.task.optimum.coupons}
    mine = {use.coupon for use in cart.coupons}
    spare = [name for name in known.world.coupons if name not in wanted and name not in mine]
    if spare:
        name = data.draw(st.sampled_from(spare))
        more = _priced(known.world, replace(cart, coupons=(*cart.coupons, CouponUse(name, None, 1))), cart)
        before, after = assess(known.world, known.task, cart), assess(known.world, known.task, more)
        assert after.match <= before.match
        assert after.case <= before.case


def _priced(world: ShoppingWorld, cart: Cart, before: Cart) -> Cart:
    """Return the cart, its total right where that of the cart before was right."""
    final = amounts_of(world, cart.items, cart.coupons).final
    right = before.total == amounts_of(world, before.items, before.coupons).final
    return replace(cart, total=final) if right and final is not None else cart


WORDS = st.text(max_size=4)
KEYS = ("items", "coupons", "total", "product", "quantity", "coupon", "brand", "uses")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS) | WORDS, inner, max_size=5),
    max_leaves=12,
)


@given(st.one_of(st.text(), st.binary().map(lambda data: data.decode("latin-1")), JSON.map(json.dumps)))
def test_no_text_crashes_the_judge_or_scores_if_it_is_malformed(text: str) -> None:
    known = tasks()[0]
    try:
        cart = read_answer(text)
    except MalformedCart:
        cart = None
    found = assess(known.world, known.task, cart)
    assert not found.case
    if cart is None:
        assert (found.match, found.share_of_optimum, found.published_match) == (0, 0, 0)


@st.composite
def calls(draw: st.DrawFn, known: Behind) -> ToolCall:
    """Draw a call of a tool, often a sensible one."""
    tool = draw(st.sampled_from(TOOLS))
    products = st.sampled_from(list(known.world.products))
    names = st.sampled_from([*known.world.coupons, *_brands(known)])
    plain = {
        "product_id": products,
        "product_ids": st.lists(products, min_size=1, max_size=4),
        "quantity": st.integers(1, 3),
        "brand": st.sampled_from(_brands(known)),
        "coupon_name": st.sampled_from(list(known.world.coupons)),
        "coupon_names": st.lists(names, max_size=2),
        "total": st.sampled_from(["1.00", "x"]),
    }
    chosen = [name for name in tool.arguments if name not in tool.optional or draw(st.booleans())]
    arguments = {}
    for name in chosen:
        sensible = name in plain and draw(st.integers(0, 5)) > 0
        arguments[name] = draw(plain[name] if sensible else JSON)
    return ToolCall(tool.name, arguments)


@settings(max_examples=60)
@given(st.data())
def test_no_series_of_calls_breaks_the_shop(data: st.DataObject) -> None:
    known = data.draw(st.sampled_from(tasks()))
    place = Shop(known.world, known.task, {})
    for _ in range(data.draw(st.integers(0, 20))):
        if place.ending is not None:
            break
        before, refused = place.basket, place.refused
        try:
            told = place.call(data.draw(calls(known)))
        except IllFormedCall:
            assert place.basket is before
            continue
        assert place.basket.fault() is None
        assert (told.kind is CallKind.ONTIC) == (told.step is not None)
        if told.kind is not CallKind.ONTIC or place.refused > refused:
            assert place.basket is before


@given(st.sampled_from(tasks()))
def test_optimum_is_worth_everything(known: Behind) -> None:
    task: ShoppingTask = known.task
    found = assess(known.world, task, cart_of(task.optimum))
    assert (found.case, found.match, found.share_of_optimum) == (True, 1, 1)
