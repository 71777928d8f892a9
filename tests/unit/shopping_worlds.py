"""A shopping world small enough to reckon by hand: two shops, a brand's coupon, two things to buy."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from planclaims.suites.longhorizon.shopping.reading import task_of, world_of
from planclaims.suites.longhorizon.shopping.task import ShoppingTask
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld

Json = Any


def product(texts: str, shop: str, price: int, stock: int, rating: int) -> Json:
    name, category, brand, size = texts.split(", ")
    return {
        "name": name,
        "category": category,
        "brand": brand,
        "colour": "green",
        "size": size,
        "season": "autumn",
        "audience": "women",
        "shop": shop,
        "price": price,
        "stock": stock,
        "monthly_sales": 100,
        "rating": rating,
        "reviews": 500,
        "one_star": 10,
    }


WORLD: dict[str, Any] = {
    "shops": {
        "s1": {"name": "Near", "region": "here", "provider": "fast", "fee": 500, "free_from": 10000},
        "s2": {"name": "Far", "region": "there", "provider": "slow", "fee": 300, "free_from": 50000},
    },
    "delivery": {
        "base": {"here": {"here": 1, "there": 3}, "there": {"here": 3, "there": 1}},
        "provider": {"fast": -1, "slow": 2},
    },
    "users": {
        "u1": {"name": "Nell", "region": "here", "vip": False, "tops": "M", "coupons": {"C1": 1, "B1": 2, "V1": 1}}
    },
    "coupons": {
        "C1": {"kind": "cross", "threshold": 8000, "discount": 600},
        "B1": {"kind": "brand", "threshold": 4000, "discount": 500},
        "V1": {"kind": "vip", "threshold": 1000, "discount": 400},
    },
    "products": {
        "coat-a": product("Oak Coat, coat, Alder, M", "s1", 8000, 3, 44),
        "coat-b": product("Elm Coat, coat, Birch, M", "s1", 7800, 3, 45),
        "coat-small": product("Ash Coat, coat, Alder, S", "s1", 5000, 9, 49),
        "coat-late": product("Fir Coat, coat, Alder, M", "s2", 6000, 9, 46),
        "coat-gone": product("Yew Coat, coat, Alder, M", "s1", 6500, 0, 46),
        "cup-a": product("Oak Cup, cup, Alder, big", "s1", 1000, 9, 40),
        "cup-b": product("Elm Cup, cup, Birch, big", "s2", 800, 9, 41),
        "lamp": product("Oak Lamp, lamp, Birch, big", "s1", 2000, 9, 40),
    },
}
SLOTS = [
    {"category": "coat", "quantity": 1, "conditions": [["size", "==", "user.tops"]], "max_days": 2},
    {"category": "cup", "quantity": 2, "conditions": [["rating", ">=", 40]], "max_days": 5},
]
CHEAPEST = {"items": [["coat-a", 1], ["cup-a", 2]], "coupons": [["B1", "Alder", 2]], "final": 9000, "rating": 124}
"""The best cart with coupons: goods 10000, free from there on, two uses of B1."""
TASK: dict[str, Any] = {
    "id": "by-hand",
    "level": 3,
    "user": "u1",
    "objective": "min_price",
    "use_coupons": True,
    "budget": None,
    "slots": SLOTS,
    "optimum": CHEAPEST,
}


def hand_world(**tables: Json) -> ShoppingWorld:
    return world_of({**deepcopy(WORLD), **tables})


def hand_task(**changes: Json) -> ShoppingTask:
    return task_of({**deepcopy(TASK), **changes}, hand_world())
