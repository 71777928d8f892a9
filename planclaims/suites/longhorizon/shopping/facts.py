"""Cells of the world's tables: what a check needs, what a tool has told; delivery is of a product to a region."""

from __future__ import annotations

from collections.abc import Iterable

from planclaims.suites.longhorizon.measures import Cell
from planclaims.suites.longhorizon.shopping.task import Condition, ShoppingTask, Slot
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld


def product_cells(key: str, columns: Iterable[str]) -> frozenset[Cell]:
    """Return the cells of a product."""
    return frozenset(Cell("products", key, column) for column in columns)


def condition_cells(task: ShoppingTask, condition: Condition, product: str) -> frozenset[Cell]:
    """Return what has to be known to tell whether the product meets the condition."""
    column = condition.looks_up()
    own = product_cells(product, [condition.field])
    return own if column is None else own | {Cell("users", task.user, f"{column}")}


def delivery_cells(world: ShoppingWorld, task: ShoppingTask, product: str) -> frozenset[Cell]:
    """Return what has to be known to tell how long the product takes to the user."""
    region = world.users[task.user].region
    return frozenset({Cell("delivery", product, region), Cell("users", task.user, "region")})


def slot_cells(world: ShoppingWorld, task: ShoppingTask, slot: Slot, product: str) -> frozenset[Cell]:
    """Return everything that has to be known to tell that the product can fill the slot."""
    found = product_cells(product, ["category", "stock"]) | delivery_cells(world, task, product)
    for condition in slot.conditions:
        found |= condition_cells(task, condition, product)
    return found


def price_cells(world: ShoppingWorld, product: str) -> frozenset[Cell]:
    """Return what has to be known of a product and its shop to tell a price."""
    shop = world.products[product].shop
    return product_cells(product, ["price", "shop"]) | {Cell("shops", shop, "fee"), Cell("shops", shop, "free_from")}


def coupon_cells(task: ShoppingTask, coupon: str) -> frozenset[Cell]:
    """Return what has to be known of a coupon to tell whether and how it may be used."""
    columns = [Cell("coupons", coupon, column) for column in ("kind", "threshold", "discount")]
    return frozenset([*columns, Cell("users", task.user, f"coupons.{coupon}")])
