"""The cart: its strict form as JSON text, its printing, and what it costs; money is cents throughout."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from planclaims.suites.longhorizon.amounts import money_text, read_money
from planclaims.suites.longhorizon.shopping.task import Choice, CouponUse
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld

MOST = 10**18
"""The greatest number that a line of a cart may say, and the greatest total that is told from a greater one."""
_AMOUNT = re.compile(r"(0|[1-9][0-9]*)\.[0-9]{2}")


class MalformedCart(Exception):
    """A text is no cart; the message is a clause that says why."""


@dataclass(frozen=True, slots=True)
class Cart:
    """A cart as it is handed in: lines of product and quantity, coupons, and the stated total in cents."""

    items: tuple[tuple[str, int], ...] = ()
    coupons: tuple[CouponUse, ...] = ()
    total: int = 0


@dataclass(frozen=True, slots=True)
class Amounts:
    """What a cart costs, from the tables; `final` is None if a product or a coupon is unknown."""

    goods: int
    shipping: int
    discount: int
    final: int | None


def read_cart(text: str) -> Cart:
    """Return the cart that the JSON text says; MalformedCart for anything but exactly its form."""
    try:
        document = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except (ValueError, RecursionError) as problem:
        reason = str(problem) if isinstance(problem, _Twice) else "it is not JSON"
        raise MalformedCart(reason) from None
    _keys(document, "the cart", ("items", "coupons", "total"))
    items = tuple(_line(entry) for entry in _list(document["items"], "items"))
    coupons = tuple(_use(entry) for entry in _list(document["coupons"], "coupons"))
    _no_repeats((product for product, _ in items), "product")
    _no_repeats(((use.coupon, use.brand) for use in coupons), "coupon")
    return Cart(items, coupons, read_total(document["total"]))


def read_total(value: object) -> int:
    """Return a stated total in cents; MalformedCart unless it is decimal text of two places."""
    if not isinstance(value, str):
        raise MalformedCart("the total is not given as text")
    cents = read_money(value)
    if cents is None and _AMOUNT.fullmatch(value):
        return MOST
    if cents is None:
        raise MalformedCart('the total is no amount as text, such as "24.50"')
    return cents


def cart_text(cart: Cart) -> str:
    """Return the cart as the JSON text that reads as the same cart."""
    document = {
        "items": [{"product": product, "quantity": quantity} for product, quantity in cart.items],
        "coupons": [{"coupon": use.coupon, "brand": use.brand, "uses": use.uses} for use in cart.coupons],
        "total": money_text(cart.total),
    }
    return json.dumps(document, ensure_ascii=False)


def cart_of(choice: Choice) -> Cart:
    """Return the cart of a choice, its price as the stated total."""
    return Cart(choice.items, choice.coupons, choice.final)


def amounts_of(world: ShoppingWorld, items: Iterable[tuple[str, int]], coupons: Iterable[CouponUse]) -> Amounts:
    """Return goods, shipping and discount of what is known, and the final price if all of it is."""
    goods, everything_known = 0, True
    per_shop: dict[str, int] = {}
    for key, quantity in items:
        product = world.products.get(key)
        if product is None:
            everything_known = False
            continue
        goods += product.price * quantity
        per_shop[product.shop] = per_shop.get(product.shop, 0) + product.price * quantity
    shipping = sum(shipping_of(world, shop, bought) for shop, bought in per_shop.items())
    discount = 0
    for use in coupons:
        coupon = world.coupons.get(use.coupon)
        everything_known = everything_known and coupon is not None
        discount += coupon.discount * use.uses if coupon else 0
    return Amounts(goods, shipping, discount, goods + shipping - discount if everything_known else None)


def shipping_of(world: ShoppingWorld, shop: str, goods: int) -> int:
    """Return what the shop takes for sending goods of so many cents."""
    return 0 if goods >= world.shops[shop].free_from else world.shops[shop].fee


def goods_by_brand(world: ShoppingWorld, items: Iterable[tuple[str, int]]) -> Mapping[str, int]:
    """Return the price of the known goods by brand."""
    found: dict[str, int] = {}
    for key, quantity in items:
        product = world.products.get(key)
        if product is not None:
            found[product.brand] = found.get(product.brand, 0) + product.price * quantity
    return found


class _Twice(ValueError):
    """A key stands twice in an object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Twice("a key stands twice")
    return found


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _keys(value: Any, place: str, keys: tuple[str, ...]) -> None:  # noqa: ANN401
    if not isinstance(value, dict) or value.keys() != set(keys):
        raise MalformedCart(f"{place} is no object with exactly the keys {', '.join(keys)}")


def _list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise MalformedCart(f"{name} is no list")
    return value


def _line(entry: Any) -> tuple[str, int]:  # noqa: ANN401
    _keys(entry, "an item", ("product", "quantity"))
    return _name(entry["product"], "a product"), _count(entry["quantity"], "a quantity")


def _use(entry: Any) -> CouponUse:  # noqa: ANN401
    _keys(entry, "a coupon", ("coupon", "brand", "uses"))
    brand = None if entry["brand"] is None else _name(entry["brand"], "a brand")
    return CouponUse(_name(entry["coupon"], "a coupon"), brand, _count(entry["uses"], "the uses of a coupon"))


def _name(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise MalformedCart(f"{what} is not named as text")
    return value


def _count(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST:
        raise MalformedCart(f"{what} is no whole number from 1 to {MOST}")
    return value


def _no_repeats(keys: Iterable[object], what: str) -> None:
    listed = list(keys)
    if len(set(listed)) < len(listed):
        raise MalformedCart(f"one {what} stands on two lines")
