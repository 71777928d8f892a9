"""The world of a shopping task: shops, delivery, users, coupons and products, all of it integers and names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

CouponKind = Literal["cross", "brand", "vip"]
COUPON_KINDS: tuple[CouponKind, ...] = ("cross", "brand", "vip")
TEXT_FIELDS = ("name", "category", "brand", "colour", "size", "season", "audience")
COUNT_FIELDS = ("stock", "monthly_sales", "reviews", "five_star", "four_star", "three_star", "two_star", "one_star")
NUMBER_FIELDS = ("price", "rating", *COUNT_FIELDS)
"""Columns of a product that can be compared: the price in cents, the rating in tenths, counts."""


@dataclass(frozen=True, slots=True)
class Shop:
    """A shop: its parcels cost `fee` cents unless the goods bought there reach `free_from` cents."""

    name: str
    region: str
    provider: str
    fee: int
    free_from: int


@dataclass(frozen=True, slots=True)
class Coupon:
    """A coupon: `threshold` cents of goods back one use, which takes off `discount` cents."""

    kind: CouponKind
    threshold: int
    discount: int


@dataclass(frozen=True, slots=True)
class User:
    """Who shops: `sizes` by what they are the size of, `coupons` by how often each may be used."""

    name: str
    region: str
    vip: bool
    sizes: Mapping[str, str]
    coupons: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Product:
    """A product; money in cents, rating in tenths, a star count that the world does not tell is None."""

    name: str
    category: str
    brand: str
    colour: str
    size: str
    season: str
    audience: str
    shop: str
    price: int
    stock: int
    monthly_sales: int
    rating: int
    reviews: int
    one_star: int
    two_star: int | None = None
    three_star: int | None = None
    four_star: int | None = None
    five_star: int | None = None


@dataclass(frozen=True)
class ShoppingWorld:
    """All tables by key; `base` holds days from region to region, `provider` what a provider adds to them."""

    shops: Mapping[str, Shop]
    base: Mapping[str, Mapping[str, int]]
    provider: Mapping[str, int]
    users: Mapping[str, User]
    coupons: Mapping[str, Coupon]
    products: Mapping[str, Product]

    def days(self, origin: str, destination: str, provider: str) -> int:
        """Return the days that a parcel of the provider takes between two regions, at least 1."""
        return max(1, self.base[origin][destination] + self.provider[provider])

    def days_to(self, shop: str, region: str) -> int:
        """Return the days that a parcel of the shop takes to the region."""
        sender = self.shops[shop]
        return self.days(sender.region, region, sender.provider)

    @property
    def regions(self) -> tuple[str, ...]:
        """Return the closed list of regions."""
        return tuple(self.base)

    @cached_property
    def values(self) -> Mapping[str, frozenset[str]]:
        """Return the values that occur in each text column of the products."""
        return {
            field: frozenset(getattr(product, field) for product in self.products.values()) for field in TEXT_FIELDS
        }
