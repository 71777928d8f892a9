"""Rows of the tables as they are told, in the tools and in the question: money and ratings with their decimals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from planclaims.suites.longhorizon.amounts import money_text, rating_text
from planclaims.suites.longhorizon.measures import Cell
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld

TERMS = ("kind", "threshold", "discount")


def product_row(world: ShoppingWorld, key: str) -> Mapping[str, object]:
    """Return a product; columns that the world does not tell are left out."""
    product = world.products[key]
    told = {name: value for name, value in asdict(product).items() if value is not None}
    return {"product_id": key, **told, "price": money_text(product.price), "rating": rating_text(product.rating)}


def shop_row(world: ShoppingWorld, key: str) -> Mapping[str, object]:
    """Return a shop."""
    shop = world.shops[key]
    return {
        "name": shop.name,
        "region": shop.region,
        "carrier": shop.provider,
        "shipping": money_text(shop.fee),
        "free_from": money_text(shop.free_from),
    }


def user_row(world: ShoppingWorld, key: str) -> Mapping[str, object]:
    """Return a user, with the terms of the coupons."""
    user = world.users[key]
    return {
        "user_id": key,
        "name": user.name,
        "region": user.region,
        "vip": user.vip,
        "sizes": dict(user.sizes),
        "coupons": [coupon_row(world, name, owned) for name, owned in user.coupons.items()],
    }


def coupon_row(world: ShoppingWorld, key: str, owned: int) -> Mapping[str, object]:
    """Return a coupon with the number that is owned."""
    coupon = world.coupons[key]
    return {
        "coupon": key,
        "kind": coupon.kind,
        "threshold": money_text(coupon.threshold),
        "discount": money_text(coupon.discount),
        "owned": owned,
    }


def product_told(world: ShoppingWorld, key: str) -> frozenset[Cell]:
    """Return the cells that the details of a product tell: all of it, and the terms of its shop."""
    product = world.products[key]
    columns = [Cell("products", key, name) for name, value in asdict(product).items() if value is not None]
    return frozenset([*columns, Cell("shops", product.shop, "fee"), Cell("shops", product.shop, "free_from")])


def user_told(world: ShoppingWorld, key: str) -> frozenset[Cell]:
    """Return the cells that the information about a user tells: all of it, and the terms of the coupons."""
    user = world.users[key]
    columns = ["name", "region", "vip", *user.sizes, *(f"coupons.{coupon}" for coupon in user.coupons)]
    terms = [Cell("coupons", coupon, column) for coupon in user.coupons for column in TERMS]
    return frozenset([*(Cell("users", key, column) for column in columns), *terms])
