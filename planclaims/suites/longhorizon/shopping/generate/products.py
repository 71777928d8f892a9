"""Drawing the things to buy: conditions taken from a product, products that fit them, and products that nearly do."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from planclaims.suites.longhorizon.shopping.generate.frame import USER, Frame, Size, pool
from planclaims.suites.longhorizon.shopping.task import Condition, Slot
from planclaims.suites.longhorizon.shopping.world import Product

RANGES: Mapping[str, tuple[int, int]] = {
    "rating": (39, 46),
    "reviews": (300, 2400),
    "one_star": (4, 55),
    "five_star": (150, 1300),
    "monthly_sales": (40, 900),
}
STEPS: Mapping[str, int] = {"rating": 1, "reviews": 50, "one_star": 1, "five_star": 10, "monthly_sales": 10}
OPERATORS: Mapping[str, str] = {"one_star": "<="}
OPTIONS = {"colour": "colours", "season": "seasons", "audience": "audiences"}
EXCLUSIVE = ("reviews", "five_star")
"""Columns of which a slot has a condition on one only, because one bounds the other."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of thing: what its products are called, their sizes, what of the user they must fit, what they cost."""

    name: str
    nouns: Sequence[str]
    sizes: Sequence[str]
    of_user: str | None
    price: tuple[int, int]
    most: int


def kinds() -> Mapping[str, Kind]:
    """Return all kinds of things by category."""
    found = {}
    for name, entry in pool()["categories"].items():
        of_user = entry.get("size")
        sizes = pool()["sizes"][of_user] if of_user else entry["sizes"]
        low, high = entry["price"]
        found[name] = Kind(name, entry["nouns"], sizes, of_user, (low, high), entry.get("most", 1))
    return found


class ProductMaker:
    """Draws products of one world; ids and names are its own, and neither comes twice."""

    def __init__(self, chance: random.Random, frame: Frame, size: Size) -> None:
        self.chance, self.frame, self.size = chance, frame, size
        self.brands = chance.sample(pool()["brands"], size.brands)
        self._ids = [f"p{number}" for number in chance.sample(range(100, 1000), 899)]
        self._words: dict[str, list[str]] = {}

    def new_id(self) -> str:
        """Return an id that is not taken; its number tells nothing."""
        return self._ids.pop()

    def slot(self, kind: Kind, families: Sequence[str], limit: int) -> tuple[Slot, Product]:
        """Return a thing to buy, with a product from which its conditions are taken."""
        chance, shop = self.chance, self.chance.choice(self.frame.shops_within(limit))
        quantity = chance.randint(1, kind.most)
        product = self._product(kind, (), {"shop": shop, "stock": quantity + chance.randint(2, 60)})
        count = chance.randint(*self.size.conditions)
        conditions = []
        if kind.of_user is not None:
            product = replace(product, size=self.frame.world.users[USER].sizes[kind.of_user])
            conditions.append(Condition("size", "==", f"user.{kind.of_user}"))
        open_families = [name for name in families if name != "size" or kind.of_user is None]
        for name in chance.sample(open_families, len(open_families)):
            taken = {condition.field for condition in conditions}
            if len(conditions) < count and not (name in EXCLUSIVE and taken & set(EXCLUSIVE)):
                conditions.append(self._condition(name, product))
        return Slot(kind.name, quantity, tuple(conditions), limit), product

    def _condition(self, field: str, product: Product) -> Condition:
        """Return a condition that the product meets, a number near its own."""
        value = getattr(product, field)
        if isinstance(value, str):
            return Condition(field, "==", value)
        step, operator = STEPS[field], OPERATORS.get(field, ">=")
        if operator == "<=":
            return Condition(field, operator, value + self.chance.randint(0, 5))
        low, _ = RANGES[field]
        near = max(low, round(value * self.chance.uniform(0.85, 1.0))) if field != "rating" else value - 1
        return Condition(field, operator, max(step, near // step * step))

    def fitting(self, kind: Kind, slot: Slot, **columns: Any) -> Product:  # noqa: ANN401 - columns of a product
        """Return a product that can fill the slot, but for the columns that are given."""
        shop = self.chance.choice(self.frame.shops_within(slot.max_days))
        stock = slot.quantity + self.chance.randint(1, 60)
        return self._product(kind, slot.conditions, {"shop": shop, "stock": stock, **columns})

    def nearly(self, kind: Kind, slot: Slot, broken: str, **columns: Any) -> Product:  # noqa: ANN401
        """Return a product that breaks just one thing: the condition on a column, the `stock` or the `days`."""
        if broken == "stock":
            return self.fitting(kind, slot, **{**columns, "stock": self.chance.randrange(slot.quantity)})
        if broken == "days":
            late = self.chance.choice(self.frame.shops_beyond(slot.max_days))
            return self.fitting(kind, slot, **{**columns, "shop": late})
        condition = next(condition for condition in slot.conditions if condition.field == broken)
        return self.fitting(kind, slot, **{**columns, broken: self._breaking(kind, condition)})

    def other(self, kind: Kind, slot: Slot | None = None) -> Product:
        """Return a product of a kind that breaks a condition of the slot, at no tempting price."""
        columns: dict[str, Any] = {"shop": self.chance.choice(list(self.frame.world.shops))}
        if slot is not None:
            columns["price"] = self.chance.randrange(kind.price[1], kind.price[1] * 3 // 2, 10)
            broken = self.chance.choice(slot.conditions)
            columns[broken.field] = self._breaking(kind, broken)
        return self._product(kind, (), columns)

    def _breaking(self, kind: Kind, condition: Condition) -> str | int:
        wanted = condition.looks_up()
        value = condition.value if wanted is None else self.frame.world.users[USER].sizes[wanted]
        if isinstance(value, str):
            return self.chance.choice([option for option in self._options(kind, condition.field) if option != value])
        if condition.operator == "<=":
            return self.chance.randint(value + 1, value + 2 + value // 2)
        return self.chance.randint(value - 3 if condition.field == "rating" else value * 2 // 3, value - 1)

    def _options(self, kind: Kind, field: str) -> Sequence[str]:
        if field == "size":
            return kind.sizes
        return self.brands if field == "brand" else list(pool()[OPTIONS[field]])

    def _product(self, kind: Kind, conditions: Sequence[Condition], columns: Mapping[str, Any]) -> Product:
        by_field = {condition.field: condition for condition in conditions}
        drawn: dict[str, Any] = {"name": self._name(kind), "category": kind.name, "stock": self.chance.randint(0, 80)}
        for field in ("brand", "size", *OPTIONS):
            drawn[field] = self._text(kind, field, by_field.get(field))
        drawn["price"] = self.chance.randrange(*kind.price, 10)
        for field in ("rating", "one_star", "monthly_sales"):
            drawn[field] = columns.get(field, self._number(field, by_field.get(field)))
        drawn |= self._reviews(drawn["one_star"], by_field, columns)
        return Product(**{**drawn, **columns})

    def _name(self, kind: Kind) -> str:
        if kind.name not in self._words:
            names = [f"{word} {noun}" for word in pool()["words"] for noun in kind.nouns]
            self._words[kind.name] = self.chance.sample(names, len(names))
        return self._words[kind.name].pop()

    def _text(self, kind: Kind, field: str, condition: Condition | None) -> str:
        if condition is None:
            return self.chance.choice(self._options(kind, field))
        wanted = condition.looks_up()
        return str(condition.value) if wanted is None else self.frame.world.users[USER].sizes[wanted]

    def _number(self, field: str, condition: Condition | None) -> int:
        low, high = RANGES[field]
        if condition is None or not isinstance(condition.value, int):
            return self.chance.randint(low, high)
        if condition.operator == "<=":
            return self.chance.randint(min(low, condition.value), condition.value)
        return self.chance.randint(condition.value, max(high, condition.value))

    def _reviews(
        self, one_star: int, by_field: Mapping[str, Condition], columns: Mapping[str, Any]
    ) -> Mapping[str, int]:
        """Return the reviews with their stars; what the world does not tell of them is left out."""
        share = self.chance.uniform(0.45, 0.65)
        if "five_star" in by_field:
            five = columns.get("five_star", self._number("five_star", by_field["five_star"]))
            reviews = max(round(five / share), five + one_star + 3)
        else:
            reviews = columns.get("reviews", self._number("reviews", by_field.get("reviews")))
            five = round((reviews - one_star) * share)
        rest = reviews - five - one_star
        four, three = rest * 3 // 5, rest // 4
        stars = {"five_star": five, "four_star": four, "three_star": three, "two_star": rest - four - three}
        return {"reviews": reviews, **(stars if self.size.all_stars else {})}
