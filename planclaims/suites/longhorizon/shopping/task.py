"""A shopping task: what is wanted, by which objective, and the cart that is proved to be the best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt
from typing import Literal

from planclaims.suites.longhorizon.shopping.world import Product, ShoppingWorld, User

Objective = Literal["min_price", "max_rating"]
OBJECTIVES: tuple[Objective, ...] = ("min_price", "max_rating")
USER = "user."
"""A value of this beginning names a column of the user, which has to be looked up."""

OPERATORS: Mapping[str, Callable[[object, object], bool]] = {
    "==": eq,
    ">=": ge,  # type: ignore[dict-item]
    "<=": le,  # type: ignore[dict-item]
    ">": gt,  # type: ignore[dict-item]
    "<": lt,  # type: ignore[dict-item]
    "contains": lambda whole, part: str(part).lower() in str(whole).lower(),
}


@dataclass(frozen=True, slots=True)
class Condition:
    """A predicate over one column of a product; text or a whole number, or `user.COLUMN`."""

    field: str
    operator: str
    value: str | int

    def looks_up(self) -> str | None:
        """Return the column of the user that the condition is about, if it is about one."""
        text = self.value
        return text.removeprefix(USER) if isinstance(text, str) and text.startswith(USER) else None

    def holds(self, product: Product, user: User) -> bool:
        """Return whether the product meets the condition; a column that the world does not tell meets none."""
        column = self.looks_up()
        wanted = self.value if column is None else user.sizes[column]
        found = getattr(product, self.field)
        return found is not None and OPERATORS[self.operator](found, wanted)


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing to buy: so many of a product of the category, that meets all conditions and comes in time."""

    category: str
    quantity: int
    conditions: tuple[Condition, ...]
    max_days: int


@dataclass(frozen=True, slots=True)
class CouponUse:
    """Uses of a coupon, on a brand if it is a brand's."""

    coupon: str
    brand: str | None
    uses: int


@dataclass(frozen=True, slots=True)
class Choice:
    """Products with quantities and coupons, with the price in cents and the rating times quantity in tenths."""

    items: tuple[tuple[str, int], ...]
    coupons: tuple[CouponUse, ...]
    final: int
    rating: int

    @property
    def signature(self) -> tuple[object, ...]:
        """Return what tells two choices apart: products with quantities, uses per coupon whatever the brand."""
        uses: dict[str, int] = {}
        for use in self.coupons:
            uses[use.coupon] = uses.get(use.coupon, 0) + use.uses
        return tuple(sorted(self.items)), tuple(sorted(uses.items()))


@dataclass(frozen=True)
class ShoppingTask:
    """What a user wants; `budget` bounds the final price in cents, at both ends."""

    name: str
    level: int
    user: str
    objective: Objective
    use_coupons: bool
    slots: tuple[Slot, ...]
    budget: tuple[int, int] | None
    optimum: Choice

    def slot_of(self, category: str) -> Slot | None:
        """Return the slot of a category, if one is wanted."""
        return next((slot for slot in self.slots if slot.category == category), None)

    def value(self, final: int, rating: int) -> tuple[int, ...]:
        """Return what the objective makes of a cart; less is better."""
        return (final,) if self.objective == "min_price" else (-rating, final)


def obstacles(world: ShoppingWorld, user: User, slot: Slot, product: Product) -> Iterator[str]:
    """Yield the columns by which the product cannot fill the slot: of its conditions, then `stock`, then `days`."""
    yield from (condition.field for condition in slot.conditions if not condition.holds(product, user))
    if product.stock < slot.quantity:
        yield "stock"
    if world.days_to(product.shop, user.region) > slot.max_days:
        yield "days"


def eligible(world: ShoppingWorld, task: ShoppingTask, slot: Slot) -> list[str]:
    """Return the products that can fill the slot, in the order of the table."""
    user = world.users[task.user]
    return [
        key
        for key, product in world.products.items()
        if product.category == slot.category and not any(obstacles(world, user, slot, product))
    ]
