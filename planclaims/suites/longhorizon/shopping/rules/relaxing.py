"""What a task asks and its world forbids, one thing dropped at a time: each must keep a better cart away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from planclaims.suites.longhorizon.shopping.task import Condition, ShoppingTask, Slot, obstacles
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld

NO_HURRY = 99
"""More days than any parcel takes."""


@dataclass(frozen=True)
class Relaxed:
    """A task and its world without one constraint: what was dropped, and the check that guards it."""

    dropped: str
    check: str
    world: ShoppingWorld
    task: ShoppingTask


def relaxations(world: ShoppingWorld, task: ShoppingTask) -> Iterator[Relaxed]:
    """Yield the task without each constraint: conditions, days, budget, coupons; then without each implicit trap."""
    for place, slot in enumerate(task.slots):
        for condition in slot.conditions:
            yield without_condition(world, task, place, condition)
        yield without_days(world, task, place)
    if task.budget is not None:
        yield Relaxed("budget", "within_budget", world, replace(task, budget=None))
    if not task.use_coupons:
        yield Relaxed("no coupons", "coupon_scope", world, replace(task, use_coupons=True))
    for place, slot in enumerate(task.slots):
        if any(out_of_stock(world, task, slot)):
            yield without_stock(world, task, place)
    user = world.users[task.user]
    if task.use_coupons and not user.vip and any(world.coupons[name].kind == "vip" for name in user.coupons):
        users = {**world.users, task.user: replace(user, vip=True)}
        yield Relaxed("membership", "coupon_scope", replace(world, users=users), task)


def without_condition(world: ShoppingWorld, task: ShoppingTask, place: int, condition: Condition) -> Relaxed:
    """Return the task without one condition of one slot."""
    slot = task.slots[place]
    kept = tuple(other for other in slot.conditions if other != condition)
    name = f"{slot.category}: {condition.field} {condition.operator} {condition.value}"
    return Relaxed(name, "conditions_met", world, _with_slot(task, place, replace(slot, conditions=kept)))


def without_days(world: ShoppingWorld, task: ShoppingTask, place: int) -> Relaxed:
    """Return the task with all the time in the world for one slot."""
    slot = task.slots[place]
    name = f"{slot.category}: within {slot.max_days} days"
    return Relaxed(name, "delivery_in_time", world, _with_slot(task, place, replace(slot, max_days=NO_HURRY)))


def without_stock(world: ShoppingWorld, task: ShoppingTask, place: int) -> Relaxed:
    """Return the world with enough of everything that only stock keeps out of one slot."""
    slot = task.slots[place]
    filled = {key: replace(world.products[key], stock=slot.quantity) for key in out_of_stock(world, task, slot)}
    full = replace(world, products={**world.products, **filled})
    return Relaxed(f"{slot.category}: stock", "stock_sufficient", full, task)


def out_of_stock(world: ShoppingWorld, task: ShoppingTask, slot: Slot) -> Iterator[str]:
    """Yield the products that would fill the slot, were there enough of them."""
    user = world.users[task.user]
    for key, product in world.products.items():
        if product.category == slot.category and list(obstacles(world, user, slot, product)) == ["stock"]:
            yield key


def _with_slot(task: ShoppingTask, place: int, slot: Slot) -> ShoppingTask:
    return replace(task, slots=(*task.slots[:place], slot, *task.slots[place + 1 :]))


def dropped_names(world: ShoppingWorld, task: ShoppingTask) -> Mapping[str, str]:
    """Return the check that guards each constraint, by the constraint's name."""
    return {relaxed.dropped: relaxed.check for relaxed in relaxations(world, task)}
