"""The best two carts by looking at every cart there is, and their number; for tiny worlds."""

from __future__ import annotations

from itertools import product as combinations

from planclaims.suites.longhorizon.shopping.rules.cart import amounts_of
from planclaims.suites.longhorizon.shopping.rules.greedy import coupon_sets, lines
from planclaims.suites.longhorizon.shopping.task import Choice, ShoppingTask, eligible
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld


def best_two(world: ShoppingWorld, task: ShoppingTask) -> tuple[list[Choice], int]:
    """Return the best choice and the best one of another signature, and how many feasible carts there are."""
    best: list[Choice] = []
    feasible = 0
    for chosen in combinations(*(eligible(world, task, slot) for slot in task.slots)):
        items = lines(task, chosen)
        rating = sum(world.products[key].rating * quantity for key, quantity in items)
        for coupons in coupon_sets(world, task, items):
            final = amounts_of(world, items, coupons).final
            assert final is not None
            if task.budget is None or task.budget[0] <= final <= task.budget[1]:
                feasible += 1
                best = _kept(task, best, Choice(items, coupons, final, rating))
    return best, feasible


def _kept(task: ShoppingTask, best: list[Choice], new: Choice) -> list[Choice]:
    """Return the best two of different signatures."""
    pool = sorted([*best, new], key=lambda choice: task.value(choice.final, choice.rating))
    kept: list[Choice] = []
    for choice in pool:
        if all(choice.signature != other.signature for other in kept):
            kept.append(choice)
    return kept[:2]
