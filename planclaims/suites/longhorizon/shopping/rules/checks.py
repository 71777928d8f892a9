"""The twelve checks of a cart. Void means that there is nothing to check, and is not a pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from planclaims.suites.longhorizon.measures import Cell, Level
from planclaims.suites.longhorizon.shopping.rules.cart import Amounts, Cart, amounts_of, goods_by_brand
from planclaims.suites.longhorizon.shopping.rules.facts import (
    condition_cells,
    coupon_cells,
    delivery_cells,
    price_cells,
    product_cells,
)
from planclaims.suites.longhorizon.shopping.task import CouponUse, ShoppingTask, Slot
from planclaims.suites.longhorizon.shopping.world import Product, ShoppingWorld


class Verdict(StrEnum):
    """What a check says of a cart."""

    PASS = "pass"
    FAIL = "fail"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Finding:
    """A verdict; of a failed check, the lines of the cart at fault and the cells that would have shown it."""

    verdict: Verdict
    faults: tuple[str, ...] = ()
    cells: frozenset[Cell] = frozenset()


@dataclass(frozen=True)
class Case:
    """A cart before the judge."""

    world: ShoppingWorld
    task: ShoppingTask
    cart: Cart

    @cached_property
    def amounts(self) -> Amounts:
        """Return what the cart costs."""
        return amounts_of(self.world, self.cart.items, self.cart.coupons)

    @cached_property
    def known(self) -> list[tuple[str, Product, int]]:
        """Return the products of the table, with their quantities."""
        products = self.world.products
        return [(key, products[key], quantity) for key, quantity in self.cart.items if key in products]

    @cached_property
    def placed(self) -> list[tuple[str, Product, int, Slot]]:
        """Return the known products whose category a slot wants, with that slot."""
        found = [(*line, self.task.slot_of(line[1].category)) for line in self.known]
        return [(key, product, quantity, slot) for key, product, quantity, slot in found if slot is not None]


def _verdict(faults: Iterable[str], cells: frozenset[Cell] = frozenset(), *, void: bool = False) -> Finding:
    listed = tuple(faults)
    if listed:
        return Finding(Verdict.FAIL, listed, cells)
    return Finding(Verdict.VOID if void else Verdict.PASS)


def known_products(case: Case) -> Finding:
    """Every product is in the table."""
    unknown = [key for key, _ in case.cart.items if key not in case.world.products]
    return _verdict(unknown, void=not case.cart.items)


def slots_filled(case: Case) -> Finding:
    """Every slot has a known product of its category."""
    filled = {slot.category for *_, slot in case.placed}
    return _verdict(slot.category for slot in case.task.slots if slot.category not in filled)


def no_extra_items(case: Case) -> Finding:
    """Every known product is of a slot's category, and none shares a slot."""
    taken: set[str] = set()
    extra = []
    for key, product, _ in case.known:
        if case.task.slot_of(product.category) is None or product.category in taken:
            extra.append(key)
        taken.add(product.category)
    return _verdict(extra, product_cells_of(extra, "category"), void=not case.known)


def quantities_right(case: Case) -> Finding:
    """Every product in a slot is there as often as wanted."""
    wrong = [key for key, _, quantity, slot in case.placed if quantity != slot.quantity]
    return _verdict(wrong, void=not case.placed)


def conditions_met(case: Case) -> Finding:
    """Every product in a slot meets all of the slot's conditions."""
    user = case.world.users[case.task.user]
    broken = [
        (key, condition)
        for key, product, _, slot in case.placed
        for condition in slot.conditions
        if not condition.holds(product, user)
    ]
    cells = frozenset(cell for key, condition in broken for cell in condition_cells(case.task, condition, key))
    return _verdict(dict.fromkeys(key for key, _ in broken), cells, void=not case.placed)


def stock_sufficient(case: Case) -> Finding:
    """No known product is there more often than it is in stock."""
    short = [key for key, product, quantity in case.known if quantity > product.stock]
    return _verdict(short, product_cells_of(short, "stock"), void=not case.known)


def delivery_in_time(case: Case) -> Finding:
    """Every product in a slot comes within the slot's days."""
    region = case.world.users[case.task.user].region
    late = [key for key, product, _, slot in case.placed if case.world.days_to(product.shop, region) > slot.max_days]
    cells = frozenset(cell for key in late for cell in delivery_cells(case.world, case.task, key))
    return _verdict(late, cells, void=not case.placed)


def coupons_owned(case: Case) -> Finding:
    """No coupon is used more often than the user owns it; no coupon at all passes."""
    owned, uses = case.world.users[case.task.user].coupons, total_uses(case.cart.coupons)
    over = [coupon for coupon, count in uses.items() if count > owned.get(coupon, 0)]
    return _verdict(over, coupons_cells(case, over))


def coupon_scope(case: Case) -> Finding:
    """A brand's coupon names a brand of the cart and no other coupon a brand; a VIP's coupon needs a VIP.

    No coupon at all passes; any coupon fails where the task wants none used.
    """
    wrong = [use.coupon for use in case.cart.coupons if not case.task.use_coupons or not in_scope(case, use)]
    return _verdict(dict.fromkeys(wrong), coupons_cells(case, wrong))


def in_scope(case: Case, use: CouponUse) -> bool:
    """Return whether the coupon may be used as it is, whatever its threshold."""
    coupon = case.world.coupons.get(use.coupon)
    if coupon is None or (coupon.kind == "vip" and not case.world.users[case.task.user].vip):
        return False
    if coupon.kind == "brand":
        return use.brand is not None and any(product.brand == use.brand for _, product, _ in case.known)
    return use.brand is None


def coupon_thresholds(case: Case) -> Finding:
    """Every cent of goods backs one coupon only, and a brand's coupon is backed by goods of its brand."""
    table, brands = case.world.coupons, goods_by_brand(case.world, case.cart.items)
    known = [use for use in case.cart.coupons if use.coupon in table]
    backed: dict[str, int] = {}
    for use in known:
        if table[use.coupon].kind == "brand" and use.brand is not None:
            backed[use.brand] = backed.get(use.brand, 0) + table[use.coupon].threshold * use.uses
    over = [use.coupon for use in known if use.brand in backed and backed[use.brand] > brands.get(use.brand, 0)]
    if sum(table[use.coupon].threshold * use.uses for use in known) > case.amounts.goods:
        over = [use.coupon for use in known]
    prices = frozenset(cell for key, *_ in case.known for cell in product_cells(key, ["price", "brand"]))
    return _verdict(dict.fromkeys(over), coupons_cells(case, over) | prices)


def total_correct(case: Case) -> Finding:
    """The stated total is the final price, and everything in the cart is known."""
    right = bool(case.cart.items) and case.cart.total == case.amounts.final
    return _verdict([] if right else ["total"], money_cells(case))


def within_budget(case: Case) -> Finding:
    """The final price is known, and within the budget if there is one."""
    final = case.amounts.final
    low, high = case.task.budget or (0, final or 0)
    fits = bool(case.cart.items) and final is not None and low <= final <= high
    return _verdict([] if fits else ["total"], money_cells(case))


def total_uses(coupons: Iterable[CouponUse]) -> Mapping[str, int]:
    """Return how often each coupon is used, whatever the brand."""
    uses: dict[str, int] = {}
    for use in coupons:
        uses[use.coupon] = uses.get(use.coupon, 0) + use.uses
    return uses


def product_cells_of(keys: Iterable[str], column: str) -> frozenset[Cell]:
    """Return one column of several products."""
    return frozenset(cell for key in keys for cell in product_cells(key, [column]))


def coupons_cells(case: Case, coupons: Iterable[str]) -> frozenset[Cell]:
    """Return what shows how the known ones of the coupons may be used."""
    known = [coupon for coupon in coupons if coupon in case.world.coupons]
    return frozenset(cell for coupon in known for cell in coupon_cells(case.task, coupon))


def money_cells(case: Case) -> frozenset[Cell]:
    """Return what the final price is made of."""
    prices = frozenset(cell for key, *_ in case.known for cell in price_cells(case.world, key))
    return prices | coupons_cells(case, total_uses(case.cart.coupons))


CHECKS: Mapping[str, tuple[str, Level, Callable[[Case], Finding]]] = {
    "known_products": ("items", Level.SANDBOX, known_products),
    "slots_filled": ("items", Level.GLOBAL, slots_filled),
    "no_extra_items": ("items", Level.LOCAL, no_extra_items),
    "quantities_right": ("items", Level.LOCAL, quantities_right),
    "conditions_met": ("items", Level.LOCAL, conditions_met),
    "stock_sufficient": ("availability", Level.LOCAL, stock_sufficient),
    "delivery_in_time": ("availability", Level.LOCAL, delivery_in_time),
    "coupons_owned": ("coupons", Level.GLOBAL, coupons_owned),
    "coupon_scope": ("coupons", Level.GLOBAL, coupon_scope),
    "coupon_thresholds": ("coupons", Level.GLOBAL, coupon_thresholds),
    "total_correct": ("money", Level.GLOBAL, total_correct),
    "within_budget": ("money", Level.GLOBAL, within_budget),
}
"""Dimension, level of a failure and rule of each check, in the order in which the first failed one is told."""
DIMENSIONS = ("items", "availability", "coupons", "money")
EXPLICIT = frozenset(
    {"slots_filled", "no_extra_items", "quantities_right", "conditions_met", "delivery_in_time", "within_budget"}
)
"""Checks of what the brief says; the other ones are of what only the world says."""
