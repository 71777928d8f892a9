"""A first draft of a task: frame, things to buy with what can fill them, coupons and a budget; still without traps."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from planclaims.suites.longhorizon.shopping.generate.frame import (
    USER,
    VERSION,
    Size,
    draw_frame,
    round_cents,
    with_free_shipping,
)
from planclaims.suites.longhorizon.shopping.generate.products import Kind, ProductMaker, kinds
from planclaims.suites.longhorizon.shopping.rules.cart import amounts_of
from planclaims.suites.longhorizon.shopping.task import Choice, Objective, ShoppingTask, Slot
from planclaims.suites.longhorizon.shopping.world import Coupon, Product, ShoppingWorld

FAMILIES: Mapping[int, Sequence[str]] = {
    1: ("size", "brand", "colour", "season", "audience", "rating", "reviews", "one_star", "monthly_sales"),
    2: ("size", "brand", "colour", "season", "audience", "reviews", "one_star", "monthly_sales"),
    3: ("size", "colour", "season", "audience", "rating", "reviews", "one_star", "monthly_sales"),
}
"""Columns that conditions may be about, by level: none that the objective or the coupons already work on."""
NOTHING = Choice((), (), 0, 0)
COUPONS: Mapping[str, tuple[str, float, float, int]] = {
    "X10": ("cross", 0.62, 0.11, 1),
    "X20": ("cross", 0.28, 0.08, 2),
    "B30": ("brand", 0.42, 0.26, 1),
    "B40": ("brand", 0.24, 0.2, 2),
    "V50": ("vip", 0.3, 0.22, 1),
}
"""Kind, threshold as a share of the goods, discount as a share of the threshold, and how many are owned."""


def stream(seed: int, size: str, level: int, attempt: int, step: str) -> random.Random:
    """Return the stream of one step: what one step draws does not depend on how much another one drew."""
    return random.Random(f"shopping {VERSION} {seed} {size} {level} {attempt} {step}")


@dataclass(frozen=True)
class Draft:
    """A world and a task in the making, with what goes on making products for it."""

    world: ShoppingWorld
    task: ShoppingTask
    maker: ProductMaker
    kinds: Mapping[str, Kind]

    def with_products(self, products: Mapping[str, Product]) -> Draft:
        """Return the draft with further or changed products, the table in the order of the ids."""
        table = {**self.world.products, **products}
        return replace(self, world=replace(self.world, products={key: table[key] for key in sorted(table)}))


def draft(seed: int, size_name: str, size: Size, level: int, attempt: int) -> Draft:
    """Return a draft in which a drawn cart is feasible."""
    frame = draw_frame(stream(seed, size_name, level, attempt, "frame"), size, level)
    chance = stream(seed, size_name, level, attempt, "products")
    maker, known = ProductMaker(chance, frame, size), kinds()
    slots: list[Slot] = []
    drawn: list[tuple[str, int]] = []
    products: dict[str, Product] = {}
    for name in _categories(chance, chance.randint(*size.slots), known):
        limit = chance.choice(frame.limits)
        slot, model = maker.slot(known[name], FAMILIES[level], limit)
        key = maker.new_id()
        slots.append(slot)
        drawn.append((key, slot.quantity))
        products[key] = replace(model, price=_price(chance, known[name], level, model.rating))
        products |= {maker.new_id(): product for product in _alternatives(chance, maker, known[name], slot, level)}
    wanted = {slot.category for slot in slots}
    others = [kind for name, kind in known.items() if name not in wanted]
    products |= {maker.new_id(): maker.other(chance.choice(others)) for _ in range(size.further_rows)}
    world = replace(frame.world, products={key: products[key] for key in sorted(products)})
    goods = amounts_of(world, drawn, ()).goods
    world = with_free_shipping(chance, _with_coupons(world, goods, level), goods)
    budget = _budget(chance, world, drawn) if level == 2 else None
    objective: Objective = "max_rating" if level == 2 else "min_price"
    task = ShoppingTask("draft", level, USER, objective, level == 3, tuple(slots), budget, NOTHING)
    return Draft(world, task, maker, known)


def _categories(chance: random.Random, count: int, known: Mapping[str, Kind]) -> list[str]:
    """Return different kinds of things, at least one of which must fit the user."""
    sized = chance.choice([name for name, kind in known.items() if kind.of_user])
    chosen = [sized, *chance.sample([name for name in known if name != sized], count - 1)]
    chance.shuffle(chosen)
    return chosen


def _alternatives(chance: random.Random, maker: ProductMaker, kind: Kind, slot: Slot, level: int) -> Iterable[Product]:
    """Yield products that can fill the slot as well, and some that cannot and do not look it either."""
    size = maker.size
    count = chance.randint(*size.eligible) - 1
    for _ in range(count):
        product = maker.fitting(kind, slot)
        yield replace(product, price=_price(chance, kind, level, product.rating))
    traps = len(slot.conditions) + 2
    for _ in range(size.rows_per_slot - 1 - count - traps):
        yield maker.other(kind, slot)


def _price(chance: random.Random, kind: Kind, level: int, rating: int) -> int:
    """Return a price in the upper half of the kind's range; at level 2 better-rated products cost more."""
    low, high = kind.price
    if level == 2:
        share = 0.15 + (rating - 38) * 0.08 + chance.uniform(-0.12, 0.12)
    else:
        share = chance.uniform(0.45, 0.85) if level == 1 else chance.uniform(0.5, 0.75)
    return round_cents(low + (high - low) * share, 10)


def _with_coupons(world: ShoppingWorld, goods: int, level: int) -> ShoppingWorld:
    """Return the world with coupons that matter for goods of that price; two where none may be used."""
    names = list(COUPONS) if level == 3 else ["X20", "B40"]
    coupons, owned = {}, {}
    for name in names:
        kind, threshold, discount, count = COUPONS[name]
        cents = round_cents(goods * threshold, 500)
        coupons[name] = Coupon(kind, cents, round_cents(cents * discount, 50))  # type: ignore[arg-type]
        owned[name] = count
    user = replace(world.users[USER], coupons=owned)
    return replace(world, coupons=coupons, users={USER: user})


def _budget(chance: random.Random, world: ShoppingWorld, drawn: Sequence[tuple[str, int]]) -> tuple[int, int]:
    """Return a budget that the drawn cart keeps, by at most 3 per cent."""
    final = amounts_of(world, drawn, ()).final
    assert final is not None
    return 0, round_cents(final * chance.uniform(1.0, 1.03) + 50, 100)
