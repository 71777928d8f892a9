"""The best two carts as a mixed-integer program for HiGHS: rows of their own, values worked out again in integers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from scipy.optimize import Bounds, LinearConstraint, milp  # type: ignore[import-untyped]
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

from planclaims.suites.longhorizon.shopping.rules.cart import amounts_of
from planclaims.suites.longhorizon.shopping.task import Choice, CouponUse, ShoppingTask, obstacles
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld

Terms = dict[int, float]
"""Coefficients by column."""
Columns = npt.NDArray[np.float64]


@dataclass
class _Program:
    """Columns with their upper bounds, all of them whole numbers from 0, and rows with their bounds."""

    upper: list[float] = field(default_factory=list)
    rows: list[Terms] = field(default_factory=list)
    low: list[float] = field(default_factory=list)
    high: list[float] = field(default_factory=list)

    def column(self, upper: float = 1) -> int:
        self.upper.append(upper)
        return len(self.upper) - 1

    def row(self, terms: Terms, low: float = -np.inf, high: float = np.inf) -> None:
        self.rows.append(terms)
        self.low.append(low)
        self.high.append(high)

    def drop_last_row(self) -> None:
        for kept in (self.rows, self.low, self.high):
            kept.pop()

    def least(self, cost: Terms) -> Columns | None:
        """Return the columns of a solution of least cost, or None if there is none."""
        entries = [(row, column, value) for row, terms in enumerate(self.rows) for column, value in terms.items()]
        at, across, values = zip(*entries, strict=True)
        matrix = csr_matrix((values, (at, across)), shape=(len(self.rows), len(self.upper)))
        found = milp(
            np.array([cost.get(column, 0.0) for column in range(len(self.upper))]),
            integrality=np.ones(len(self.upper)),
            bounds=Bounds(0, np.array(self.upper)),
            constraints=LinearConstraint(matrix, np.array(self.low), np.array(self.high)),
            options={"mip_rel_gap": 0.0},
        )
        if found.status == 2:
            return None
        if found.x is None or found.status != 0:
            raise RuntimeError(f"HiGHS came to no end: {found.message}")
        columns: Columns = np.rint(found.x)
        return columns


class CartRows:
    """A task as rows; `best` can be asked again after a signature was excluded."""

    def __init__(self, world: ShoppingWorld, task: ShoppingTask) -> None:
        self.world, self.task, self.program = world, task, _Program()
        user = world.users[task.user]
        self.picks: dict[tuple[int, str], int] = {}
        for place, slot in enumerate(task.slots):
            for key, product in world.products.items():
                if product.category == slot.category and not any(obstacles(world, user, slot, product)):
                    self.picks[place, key] = self.program.column()
            self.program.row({column: 1 for (at, _), column in self.picks.items() if at == place}, 1, 1)
        self.price = {column: self._paid(place, key) for (place, key), column in self.picks.items()}
        self.fees = self._shipping()
        self.uses = self._coupons()
        self.final: Terms = {**self.price, **self.fees}
        for (name, _), column in self.uses.items():
            self.final[column] = -float(world.coupons[name].discount)
        if task.budget is not None:
            self.program.row(self.final, *map(float, task.budget))

    def _paid(self, place: int, key: str) -> float:
        return float(self.world.products[key].price * self.task.slots[place].quantity)

    def _of(self, wanted: Iterable[str]) -> Terms:
        """Return what is paid for the products."""
        keys = set(wanted)
        return {column: self.price[column] for (_, key), column in self.picks.items() if key in keys}

    def _shipping(self) -> Terms:
        """Return the fee of each shop: due where goods are bought, unless a switch says that they reach the amount.

        With a budget that has a lower end a fee must not be paid in vain, so both are tied from both sides.
        """
        fees: Terms = {}
        for name, shop in self.world.shops.items():
            goods = self._of(key for key, product in self.world.products.items() if product.shop == name)
            if not goods:
                continue
            due, free, most = self.program.column(), self.program.column(), sum(goods.values())
            fees[due] = float(shop.fee)
            for column in goods:
                self.program.row({due: 1, free: 1, column: -1}, 0)
            self.program.row({**goods, free: -float(shop.free_from)}, 0)
            self.program.row({**goods, free: -most}, high=float(shop.free_from - 1) if shop.free_from else 0.0)
            self.program.row({due: 1, **dict.fromkeys(goods, -1.0)}, high=0)
            self.program.row({due: 1, free: 1}, high=1)
        return fees

    def _coupons(self) -> Mapping[tuple[str, str | None], int]:
        user, coupons = self.world.users[self.task.user], self.world.coupons
        products, uses = self.world.products, dict[tuple[str, str | None], int]()
        brands = sorted({products[key].brand for _, key in self.picks})
        for name, owned in user.coupons.items() if self.task.use_coupons else ():
            if coupons[name].kind == "vip" and not user.vip:
                continue
            own = {
                (name, brand): self.program.column(owned)
                for brand in (brands if coupons[name].kind == "brand" else [None])
            }
            self.program.row(dict.fromkeys(own.values(), 1), high=owned)
            uses |= own
        thresholds = {column: float(coupons[name].threshold) for (name, _), column in uses.items()}
        self.program.row({**self.price, **{column: -value for column, value in thresholds.items()}}, 0)
        for brand in brands:
            backed = {column: -thresholds[column] for (_, mine), column in uses.items() if mine == brand}
            goods = self._of(key for key, product in products.items() if product.brand == brand)
            if backed:
                self.program.row({**goods, **backed}, 0)
        return uses

    def exclude(self, choice: Choice) -> None:
        """Forbid the signature: another product somewhere, or more or fewer uses of some coupon."""
        chosen = dict(choice.items)
        count: dict[str, int] = {}
        for use in choice.coupons:
            count[use.coupon] = count.get(use.coupon, 0) + use.uses
        kept = [column for (_, key), column in self.picks.items() if key in chosen]
        differs: Terms = dict.fromkeys(kept, -1.0)
        for name in {name for name, _ in self.uses}:
            mine, owned = count.get(name, 0), self.world.users[self.task.user].coupons[name]
            total = {column: 1.0 for (other, _), column in self.uses.items() if other == name}
            more, fewer = self.program.column(), self.program.column()
            self.program.row({**total, more: -float(mine + 1)}, 0)
            self.program.row({**total, fewer: float(owned - mine + 1)}, high=float(owned))
            differs |= {more: 1.0, fewer: 1.0}
        self.program.row(differs, 1 - len(kept))

    def best(self) -> Choice | None:
        """Return the best choice, or None if there is none: the most rating first, where that is wanted."""
        if self.task.objective == "min_price":
            columns = self.program.least(self.final)
            return None if columns is None else self._read(columns)
        rating = {
            column: -float(self.world.products[key].rating * self.task.slots[place].quantity)
            for (place, key), column in self.picks.items()
        }
        most = self.program.least(rating)
        if most is None:
            return None
        best = sum(value * most[column] for column, value in rating.items())
        self.program.row(rating, high=best)
        columns = self.program.least(self.final)
        self.program.drop_last_row()
        assert columns is not None
        return self._read(columns)

    def _read(self, columns: Columns) -> Choice:
        picked = {place: key for (place, key), column in self.picks.items() if columns[column]}
        items = tuple((picked[place], slot.quantity) for place, slot in enumerate(self.task.slots))
        coupons = tuple(CouponUse(*key, int(columns[column])) for key, column in self.uses.items() if columns[column])
        final = amounts_of(self.world, items, coupons).final
        assert final is not None
        return Choice(items, coupons, final, sum(self.world.products[key].rating * count for key, count in items))


def best_two(world: ShoppingWorld, task: ShoppingTask) -> list[Choice]:
    """Return the best choice and the best one of another signature, as far as there are any."""
    rows = CartRows(world, task)
    first = rows.best()
    if first is None:
        return []
    rows.exclude(first)
    second = rows.best()
    return [first] if second is None else [first, second]
