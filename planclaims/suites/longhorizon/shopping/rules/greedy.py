"""The cart that one finds without looking at the whole: the best product for each thing, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product as combinations

from planclaims.suites.longhorizon.shopping.rules.cart import amounts_of, goods_by_brand
from planclaims.suites.longhorizon.shopping.task import Choice, CouponUse, ShoppingTask, eligible
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld

Items = tuple[tuple[str, int], ...]


def greedy_choice(world: ShoppingWorld, task: ShoppingTask) -> Choice | None:
    """Return the greedy cart, or None if a slot has no eligible product.

    For the least price: the cheapest eligible product of every slot, with the best coupons for that cart if they may be
    used. For the most rating: the best-rated of every slot, then the slot whose change to its cheapest product saves
    most is changed, until the budget holds or nothing is left to change.
    """
    candidates = [eligible(world, task, slot) for slot in task.slots]
    if not all(candidates):
        return None
    cheapest = [min(keys, key=lambda key: world.products[key].price) for keys in candidates]
    if task.objective == "min_price":
        return with_best_coupons(world, task, lines(task, cheapest))
    chosen = [
        min(keys, key=lambda key: (-world.products[key].rating, world.products[key].price)) for keys in candidates
    ]
    while not _affordable(world, task, chosen):
        savings = [
            ((world.products[mine].price - world.products[least].price) * slot.quantity, -place)
            for place, (mine, least, slot) in enumerate(zip(chosen, cheapest, task.slots, strict=True))
        ]
        saved, place = max(savings)
        if saved <= 0:
            break
        chosen[-place] = cheapest[-place]
    return with_best_coupons(world, task, lines(task, chosen))


def lines(task: ShoppingTask, chosen: Sequence[str]) -> Items:
    """Return the chosen products with the quantities of their slots."""
    return tuple((key, slot.quantity) for key, slot in zip(chosen, task.slots, strict=True))


def _affordable(world: ShoppingWorld, task: ShoppingTask, chosen: Sequence[str]) -> bool:
    final = amounts_of(world, lines(task, chosen), ()).final
    return final is not None and (task.budget is None or final <= task.budget[1])


def with_best_coupons(world: ShoppingWorld, task: ShoppingTask, items: Items) -> Choice:
    """Return the cart with the coupons that take off most; the first of equal ones, in the order of the tables."""
    rating = sum(world.products[key].rating * quantity for key, quantity in items)
    best: Choice | None = None
    for uses in coupon_sets(world, task, items):
        final = amounts_of(world, items, uses).final
        assert final is not None
        if best is None or final < best.final:
            best = Choice(items, uses, final, rating)
    assert best is not None
    return best


def coupon_sets(world: ShoppingWorld, task: ShoppingTask, items: Items) -> Iterator[tuple[CouponUse, ...]]:
    """Yield every lawful use of the user's coupons on the goods, no coupon at all first."""
    brands = goods_by_brand(world, items)
    user = world.users[task.user]
    ways: list[list[tuple[CouponUse, ...]]] = []
    for name, owned in user.coupons.items() if task.use_coupons else ():
        coupon = world.coupons[name]
        if coupon.kind == "brand":
            ways.append(list(_spread(name, owned, list(brands))))
        elif coupon.kind == "cross" or user.vip:
            ways.append([(), *((CouponUse(name, None, uses),) for uses in range(1, owned + 1))])
    for way in combinations(*ways):
        uses = tuple(use for part in way for use in part)
        if _backed(world, brands, uses):
            yield uses


def _spread(name: str, owned: int, brands: Sequence[str]) -> Iterator[tuple[CouponUse, ...]]:
    """Yield every way to use a brand's coupon on brands, at most as often as it is owned."""
    for counts in combinations(range(owned + 1), repeat=len(brands)):
        if sum(counts) <= owned:
            yield tuple(CouponUse(name, brand, count) for brand, count in zip(brands, counts, strict=True) if count)


def _backed(world: ShoppingWorld, brands: Mapping[str, int], uses: Sequence[CouponUse]) -> bool:
    needed: dict[str | None, int] = {}
    for use in uses:
        needed[use.brand] = needed.get(use.brand, 0) + world.coupons[use.coupon].threshold * use.uses
    if sum(needed.values()) > sum(brands.values()):
        return False
    return all(threshold <= brands[brand] for brand, threshold in needed.items() if brand is not None)
