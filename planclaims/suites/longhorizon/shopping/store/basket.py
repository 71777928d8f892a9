"""The cart while it is filled: every change gives a new basket, or is refused with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from planclaims.suites.longhorizon.shopping.rules.cart import Amounts, Cart, amounts_of, goods_by_brand
from planclaims.suites.longhorizon.shopping.task import CouponUse
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Refused:
    """Why the shop does not do what is asked, as a clause."""

    reason: str


@dataclass(frozen=True)
class Basket:
    """What a user has in the cart: quantities by product, uses by coupon and brand."""

    world: ShoppingWorld
    user: str
    items: Mapping[str, int] = field(default_factory=dict)
    coupons: Mapping[tuple[str, str | None], int] = field(default_factory=dict)

    def with_product(self, product: str, count: int) -> Basket | Refused:
        """Return the basket with so many more of a product, or fewer."""
        quantity = self.items.get(product, 0) + count
        if quantity < 0:
            return Refused(f"{product} is not in the cart so many times")
        return self._changed(self._counted(self.items, product, quantity), self.coupons)

    def with_coupon(self, coupon: str, brand: str | None, count: int) -> Basket | Refused:
        """Return the basket with so many more uses of a coupon, or fewer."""
        uses = self.coupons.get((coupon, brand), 0) + count
        if uses < 0:
            return Refused(f"{coupon} is not used so many times")
        return self._changed(self.items, self._counted(self.coupons, (coupon, brand), uses))

    @staticmethod
    def _counted(counts: Mapping[Key, int], key: Key, count: int) -> Mapping[Key, int]:
        return {name: number for name, number in {**counts, key: count}.items() if number}

    def _changed(self, items: Mapping[str, int], coupons: Mapping[tuple[str, str | None], int]) -> Basket | Refused:
        changed = Basket(self.world, self.user, items, coupons)
        fault = changed.fault()
        return changed if fault is None else Refused(fault)

    def fault(self) -> str | None:
        """Return what breaks the rules of the shop: stock, ownership, membership or thresholds."""
        table, user = self.world.coupons, self.world.users[self.user]
        for product, quantity in self.items.items():
            if quantity > self.world.products[product].stock:
                return f"there are not so many of {product} in stock"
        for coupon in {name for name, _ in self.coupons}:
            if sum(uses for (name, _), uses in self.coupons.items() if name == coupon) > user.coupons.get(coupon, 0):
                return f"{coupon} is not owned so many times"
            if table[coupon].kind == "vip" and not user.vip:
                return f"{coupon} is for members only"
        return self._threshold_fault()

    def _threshold_fault(self) -> str | None:
        table, goods = self.world.coupons, goods_by_brand(self.world, self.items.items())
        needed: dict[str | None, int] = {}
        for (coupon, brand), uses in self.coupons.items():
            needed[brand] = needed.get(brand, 0) + table[coupon].threshold * uses
        for brand, threshold in needed.items():
            if brand is not None and threshold > goods.get(brand, 0):
                return f"the goods of {brand} in the cart do not back its coupons"
        if sum(needed.values()) > sum(goods.values()):
            return "the goods in the cart do not back the coupons"
        return None

    @cached_property
    def amounts(self) -> Amounts:
        """Return what the cart costs as it is."""
        return amounts_of(self.world, self.items.items(), self._uses())

    def _uses(self) -> Iterable[CouponUse]:
        return [CouponUse(coupon, brand, uses) for (coupon, brand), uses in self.coupons.items()]

    def cart(self, total: int) -> Cart:
        """Return the cart with a stated total in cents."""
        return Cart(tuple(self.items.items()), tuple(self._uses()), total)

    def lines(self) -> Mapping[str, object]:
        """Return what is in the cart, as it is told."""
        items = [{"product": key, "quantity": quantity} for key, quantity in self.items.items()]
        coupons = [{"coupon": use.coupon, "brand": use.brand, "uses": use.uses} for use in self._uses()]
        return {"items": items, "coupons": coupons}

    def coupon_checks(self) -> Mapping[str, str]:
        """Return the checks of coupons that the shop keeps itself, as they are told."""
        return dict.fromkeys(("coupons_owned", "coupon_scope", "coupon_thresholds"), "pass")

    def backing(self, coupons: Sequence[str], keys: Sequence[str]) -> list[str]:
        """Return the products that can back each of the coupons: any can, but for a coupon that is for members only."""
        member = self.world.users[self.user].vip
        barred = any(self.world.coupons[coupon].kind == "vip" and not member for coupon in coupons)
        return [] if barred else list(keys)
