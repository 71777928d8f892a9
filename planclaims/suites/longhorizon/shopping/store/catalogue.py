"""Queries over the products: each returns ids and, when asked, the cells that the answer tells."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from planclaims.suites.longhorizon.measures import Cell
from planclaims.suites.longhorizon.shopping.world import TEXT_FIELDS, ShoppingWorld

WORD = re.compile(r"\w+")
ENDLESS = 10**12
"""More than any number of the tables."""


def no_cells() -> frozenset[Cell]:
    """Return that nothing is told."""
    return frozenset()


@dataclass(frozen=True)
class Told:
    """The ids that a query found, and the cells that its answer tells, worked out only where they are wanted."""

    ids: Sequence[str]
    cells: Callable[[], frozenset[Cell]] = no_cells


@dataclass(frozen=True)
class Catalogue:
    """The products of a world behind queries. The columns of `values` must be known exactly to know the best cart.

    A filter tells of every product it was given whether it passes, which settles a condition but not an exact value;
    an order tells no value either.
    """

    world: ShoppingWorld
    values: frozenset[str] = frozenset({"price"})

    @cached_property
    def ids(self) -> Sequence[str]:
        """Return all ids, in the order of the table."""
        return list(self.world.products)

    @cached_property
    def _index(self) -> Mapping[str, Sequence[str]]:
        """Return the products by the words of their texts."""
        index: dict[str, dict[str, None]] = {}
        for key, product in self.world.products.items():
            for field in TEXT_FIELDS:
                for word in WORD.findall(getattr(product, field).lower()):
                    index.setdefault(word, {})[key] = None
        return {word: list(keys) for word, keys in index.items()}

    @cached_property
    def _place(self) -> Mapping[str, int]:
        return {key: place for place, key in enumerate(self.ids)}

    def search(self, query: str, limit: int) -> Told:
        """Return the products with most words of the query first, then in the order of the table."""
        words = dict.fromkeys(WORD.findall(query.lower()))
        hits: dict[str, int] = {}
        for word in words:
            for key in self._matching(word):
                hits[key] = hits.get(key, 0) + 1
        found = sorted(hits, key=lambda key: (-hits[key], self._place[key]))[:limit]
        return Told(found, lambda: self._named(found, words))

    def _matching(self, word: str) -> Sequence[str]:
        return self._index.get(word) or self._index.get(word.removesuffix("s"), ())

    def _named(self, keys: Iterable[str], words: Iterable[str]) -> frozenset[Cell]:
        """Return the columns in which words of the query are found."""
        wanted = {form for word in words for form in (word, word.removesuffix("s"))}
        return frozenset(
            Cell("products", key, field)
            for key in keys
            for field in TEXT_FIELDS
            if wanted.intersection(WORD.findall(getattr(self.world.products[key], field).lower()))
        )

    def among(self, field: str, names: Iterable[str], keys: Sequence[str]) -> Told:
        """Return the products with one of the values in a text column, whatever their case."""
        wanted, products = {name.lower() for name in names}, self.world.products
        fitting = {value for value in self.world.values[field] if value.lower() in wanted}
        found = [key for key in keys if getattr(products[key], field) in fitting]
        return Told(found, lambda: frozenset(Cell("products", key, field) for key in keys))

    def in_range(self, field: str, comparison: str, value: Decimal, keys: Sequence[str]) -> Told:
        """Return the products whose number compares so with the value."""
        products, (low, high) = self.world.products, whole_range(comparison, value)
        numbers = ((key, getattr(products[key], field)) for key in keys)
        found = [key for key, number in numbers if number is not None and low <= number <= high]
        told = () if field in self.values else keys
        return Told(found, lambda: frozenset(Cell("products", key, field) for key in told))

    @cached_property
    def _orders(self) -> dict[tuple[str, bool], Mapping[str, int]]:
        return {}

    def in_order(self, field: str, keys: Sequence[str], *, descending: bool) -> Told:
        """Return the products by a number, then in the order of the table; where it is not told, last."""
        if (field, descending) not in self._orders:
            sign = -1 if descending else 1
            numbers = {key: getattr(product, field) for key, product in self.world.products.items()}
            ordered = sorted(numbers, key=lambda key: (numbers[key] is None, sign * (numbers[key] or 0)))
            self._orders[field, descending] = {key: place for place, key in enumerate(ordered)}
        order = self._orders[field, descending]
        return Told(list(order) if len(keys) == len(order) else sorted(keys, key=order.__getitem__))


def whole_range(comparison: str, value: Decimal) -> tuple[int, int]:
    """Return the least and the most whole number that compare so with the value; the least is greater if none does."""
    below, above = math.floor(value), math.ceil(value)
    ranges = {
        ">": (below + 1, ENDLESS),
        ">=": (above, ENDLESS),
        "<": (-ENDLESS, above - 1),
        "<=": (-ENDLESS, below),
        "=": (above, below),
    }
    return ranges[comparison]
