"""Cells of the world's tables: what a check needs, what a tool has told; delivery is of a product to a region."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from planclaims.suites.longhorizon.measures import Cell
from planclaims.suites.longhorizon.shopping.store.telling import TERMS
from planclaims.suites.longhorizon.shopping.task import Condition, ShoppingTask, Slot, eligible, obstacles
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld

RULED_OUT = "ruled out"
"""The column under which it counts as one fact that a product cannot fill its slot, whichever cell shows it."""


def product_cells(key: str, columns: Iterable[str]) -> frozenset[Cell]:
    """Return the cells of a product."""
    return frozenset(Cell("products", key, column) for column in columns)


def condition_cells(task: ShoppingTask, condition: Condition, product: str) -> frozenset[Cell]:
    """Return what has to be known to tell whether the product meets the condition."""
    column = condition.looks_up()
    own = product_cells(product, [condition.field])
    return own if column is None else own | {Cell("users", task.user, column)}


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
    columns = [Cell("coupons", coupon, column) for column in TERMS]
    return frozenset([*columns, Cell("users", task.user, f"coupons.{coupon}")])


def relevant_cells(world: ShoppingWorld, task: ShoppingTask) -> frozenset[Cell]:
    """Return what the certificate reads: all that makes the optimum fit and cost what it does, and what decides rivals.

    A rival that can fill its slot is decided by what it costs, and by its rating where that counts; any other one by
    being ruled out. Coupons matter where they may be used.
    """
    user, chosen = world.users[task.user], dict(task.optimum.items)
    deciding = (["rating"] if task.objective == "max_rating" else []) + (["brand"] if task.use_coupons else [])
    found: set[Cell] = set()
    for slot in task.slots:
        fitting = set(eligible(world, task, slot))
        for key in (key for key, product in world.products.items() if product.category == slot.category):
            if key in fitting:
                found |= price_cells(world, key) | product_cells(key, deciding)
            else:
                found.add(Cell("products", key, RULED_OUT))
            if key in chosen:
                found |= slot_cells(world, task, slot, key)
    if task.use_coupons:
        found |= {cell for coupon in user.coupons for cell in coupon_cells(task, coupon)}
        if any(world.coupons[coupon].kind == "vip" for coupon in user.coupons):
            found.add(Cell("users", task.user, "vip"))
    return frozenset(found)


def rulings(world: ShoppingWorld, task: ShoppingTask) -> Mapping[Cell, Cell]:
    """Return the cells that each rule a product out of its slot, with the fact that they show."""
    user, found = world.users[task.user], dict[Cell, Cell]()
    for slot in task.slots:
        for key, product in world.products.items():
            for column in obstacles(world, user, slot, product) if product.category == slot.category else ():
                shown = Cell("delivery", key, user.region) if column == "days" else Cell("products", key, column)
                found[shown] = Cell("products", key, RULED_OUT)
    return found
