"""What a world is drawn from, its sizes, and its frame: shops, delivery and the user, before any product."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from planclaims.suites.longhorizon.shopping.world import Shop, ShoppingWorld, User

VERSION = 1
"""Of the generator: another version may give other worlds for the same seed."""
USER = "u1"


class Rejected(Exception):
    """A draft that does not do; the message says why."""


@dataclass(frozen=True, slots=True)
class Size:
    """How big worlds of a size are; pairs are the least and the most."""

    slots: tuple[int, int]
    rows_per_slot: int
    eligible: tuple[int, int]
    conditions: tuple[int, int]
    further_rows: int
    shops: int
    brands: int
    all_stars: bool


SIZES: Mapping[str, Size] = {
    "tiny": Size((3, 3), 8, (2, 4), (1, 2), 6, 3, 3, all_stars=False),
    "small": Size((4, 5), 20, (5, 8), (2, 3), 30, 5, 4, all_stars=True),
    "published": Size((5, 10), 36, (8, 12), (2, 4), 60, 6, 6, all_stars=True),
}


@cache
def pool() -> Mapping[str, Any]:
    """Return what worlds are drawn from."""
    return tomllib.loads((Path(__file__).parent / "pool.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Frame:
    """A world without products and coupons; `days` of each shop to the user, and the limits that split the shops."""

    world: ShoppingWorld
    days: Mapping[str, int]
    limits: tuple[int, ...]

    def shops_within(self, limit: int) -> list[str]:
        """Return the shops whose parcels come in time."""
        return [shop for shop, days in self.days.items() if days <= limit]

    def shops_beyond(self, limit: int) -> list[str]:
        """Return the shops whose parcels come too late."""
        return [shop for shop, days in self.days.items() if days > limit]


def draw_frame(chance: random.Random, size: Size, level: int) -> Frame:
    """Return a frame in which some limit of days lets most shops, but not all, deliver in time."""
    for _ in range(100):
        frame = _draw(chance, size, level)
        if frame.limits:
            return frame
    raise Rejected("no limit of days splits the shops")


def _draw(chance: random.Random, size: Size, level: int) -> Frame:
    regions = chance.sample(pool()["regions"], 4)
    base: dict[str, dict[str, int]] = {region: {region: 1} for region in regions}
    for place, here in enumerate(regions):
        for there in regions[:place]:
            base[here][there] = base[there][here] = chance.randint(2, 5)
    ordered = {here: {there: base[here][there] for there in regions} for here in regions}
    carriers = pool()["carriers"]
    names = chance.sample(pool()["shops"], size.shops)
    shops = {f"s{n}": _shop(chance, name, regions, carriers, level) for n, name in enumerate(names, 1)}
    sizes = {what: chance.choice(options) for what, options in pool()["sizes"].items()}
    user = User(chance.choice(pool()["users"]), chance.choice(regions), False, sizes, {})
    world = ShoppingWorld(shops, ordered, carriers, {USER: user}, {}, {})
    days = {shop: world.days_to(shop, user.region) for shop in shops}
    within = {limit: sum(took <= limit for took in days.values()) for limit in set(days.values())}
    limits = tuple(sorted(limit for limit, count in within.items() if 2 <= count < len(shops)))
    return Frame(world, days, limits)


def _shop(chance: random.Random, name: str, regions: list[str], carriers: Mapping[str, int], level: int) -> Shop:
    """Return a shop; at level 1 nothing is taken for shipping, so that the slots are independent."""
    fee = 0 if level == 1 else chance.randrange(300, 950, 50)
    return Shop(name, chance.choice(regions), chance.choice(list(carriers)), fee, 0)


def with_free_shipping(chance: random.Random, world: ShoppingWorld, goods: int) -> ShoppingWorld:
    """Return the world in which shops with fees send for free from a part of so many cents of goods."""
    shops = {
        key: replace(shop, free_from=round_cents(goods * chance.uniform(0.25, 0.6), 1000)) if shop.fee else shop
        for key, shop in world.shops.items()
    }
    return replace(world, shops=shops)


def round_cents(amount: float, step: int) -> int:
    """Return the amount as a multiple of the step, at least one step."""
    return max(step, round(amount / step) * step)
