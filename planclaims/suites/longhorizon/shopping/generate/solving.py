"""The best cart as a model for CP-SAT: one worker and a fixed seed, so that the same task gives the same cart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ortools.sat.python import cp_model

from planclaims.suites.longhorizon.shopping.task import Choice, CouponUse, ShoppingTask, eligible
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld

SECONDS = 120.0
Expr = Any
"""A sum of variables: the solver's own types leave the sums of sums open."""


class Unproved(Exception):
    """The solver came to no end within its time."""


def best_choice(
    world: ShoppingWorld, task: ShoppingTask, *, other_than: Choice | None = None, beating: Choice | None = None
) -> Choice | None:
    """Return the best feasible choice, or None if there is none; Unproved if neither is proved in time.

    `other_than` excludes the signature of a choice; `beating` asks for a value that is at least as good.
    """
    model = _CartModel(world, task)
    if other_than is not None:
        model.exclude(other_than)
    if beating is not None:
        model.require(beating)
    return model.solve()


@dataclass(frozen=True)
class _Coupon:
    """Uses of one coupon: by brand, or under None for a coupon of no brand."""

    uses: Mapping[str | None, cp_model.IntVar]


class _CartModel:
    def __init__(self, world: ShoppingWorld, task: ShoppingTask) -> None:
        self.world, self.task, self.model = world, task, cp_model.CpModel()
        self.picks: list[dict[str, cp_model.IntVar]] = []
        for place, slot in enumerate(task.slots):
            row = {key: self.model.new_bool_var(f"x{place}_{key}") for key in eligible(world, task, slot)}
            self.model.add_exactly_one(row.values())
            self.picks.append(row)
        self.coupons = self._coupon_uses()
        self.goods = self._sum({key: world.products[key].price for row in self.picks for key in row})
        self.rating = self._sum({key: world.products[key].rating for row in self.picks for key in row})
        self.final = self.goods + self._shipping() - self._discount()
        if task.budget is not None:
            low, high = task.budget
            self.model.add(self.final >= low)
            self.model.add(self.final <= high)

    def _sum(self, amounts: Mapping[str, int]) -> Expr:
        """Return the sum of an amount over all units of the products that have one."""
        return sum(
            (
                amounts[key] * slot.quantity * pick
                for row, slot in zip(self.picks, self.task.slots, strict=True)
                for key, pick in row.items()
                if key in amounts
            ),
        )

    def _most(self, amounts: Mapping[str, int]) -> int:
        rows = zip(self.picks, self.task.slots, strict=True)
        return sum(max((amounts.get(key, 0) for key in row), default=0) * slot.quantity for row, slot in rows)

    def _shipping(self) -> Expr:
        """Return what all shops take: a fee is due if a shop is used and its goods cost less than they must."""
        products, fees = self.world.products, []
        for name, shop in self.world.shops.items():
            prices = {key: products[key].price for row in self.picks for key in row if products[key].shop == name}
            if not prices or not shop.fee or not shop.free_from:
                continue
            goods, free = self._sum(prices), self.model.new_bool_var(f"free_{name}")
            used, due = self.model.new_bool_var(f"used_{name}"), self.model.new_bool_var(f"due_{name}")
            picks = [pick for row in self.picks for key, pick in row.items() if key in prices]
            self.model.add_max_equality(used, picks)
            self.model.add(goods >= shop.free_from).only_enforce_if(free)
            self.model.add(goods <= shop.free_from - 1).only_enforce_if(~free)
            self.model.add_bool_and(used, ~free).only_enforce_if(due)
            self.model.add_bool_or(~used, free).only_enforce_if(~due)
            fees.append(shop.fee * due)
        return sum(fees)

    def _coupon_uses(self) -> Mapping[str, _Coupon]:
        user, found = self.world.users[self.task.user], {}
        brands = sorted({self.world.products[key].brand for row in self.picks for key in row})
        for name, owned in user.coupons.items() if self.task.use_coupons else ():
            kind = self.world.coupons[name].kind
            if kind == "vip" and not user.vip:
                continue
            keys: list[str | None] = [*brands] if kind == "brand" else [None]
            found[name] = _Coupon({key: self.model.new_int_var(0, owned, f"{name}_{key}") for key in keys})
            self.model.add(sum(found[name].uses.values()) <= owned)
        return found

    def _discount(self) -> Expr:
        """Return what the coupons take off, backed by the goods."""
        products, coupons, backed, off = self.world.products, self.world.coupons, [], []
        by_brand: dict[str, list[Expr]] = {}
        for name, coupon in self.coupons.items():
            for brand, uses in coupon.uses.items():
                backed.append(coupons[name].threshold * uses)
                off.append(coupons[name].discount * uses)
                if brand is not None:
                    by_brand.setdefault(brand, []).append(coupons[name].threshold * uses)
        self.model.add(sum(backed) <= self.goods)
        for brand, parts in by_brand.items():
            prices = {key: products[key].price for row in self.picks for key in row if products[key].brand == brand}
            self.model.add(sum(parts) <= self._sum(prices))
        return sum(off)

    def exclude(self, choice: Choice) -> None:
        """Forbid the signature of a choice."""
        chosen, uses = dict(choice.items), dict[str, int]()
        for use in choice.coupons:
            uses[use.coupon] = uses.get(use.coupon, 0) + use.uses
        differs = [~pick for row in self.picks for key, pick in row.items() if key in chosen]
        for name, coupon in self.coupons.items():
            literal = self.model.new_bool_var(f"other_{name}")
            self.model.add(sum(coupon.uses.values()) != uses.get(name, 0)).only_enforce_if(literal)
            differs.append(literal)
        self.model.add_bool_or(differs)

    def require(self, choice: Choice) -> None:
        """Ask for a value that is at least as good as that of a choice."""
        if self.task.objective == "min_price":
            self.model.add(self.final <= choice.final)
        else:
            weight = self._weight()
            self.model.add(weight * self.rating - self.final >= weight * choice.rating - choice.final)

    def _weight(self) -> int:
        """Return more than any final price, so that one point of rating outweighs every price."""
        prices = {key: self.world.products[key].price for row in self.picks for key in row}
        return self._most(prices) + sum(shop.fee for shop in self.world.shops.values()) + 1

    def solve(self) -> Choice | None:
        """Return the best choice, or None if there is none."""
        if self.task.objective == "min_price":
            self.model.minimize(self.final)
        else:
            self.model.maximize(self._weight() * self.rating - self.final)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 1
        solver.parameters.linearization_level = 2
        solver.parameters.max_time_in_seconds = SECONDS
        status = solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return None
        if status != cp_model.OPTIMAL:
            raise Unproved(solver.status_name(status))
        return self._read(solver)

    def _read(self, solver: cp_model.CpSolver) -> Choice:
        items = [
            (key, slot.quantity)
            for row, slot in zip(self.picks, self.task.slots, strict=True)
            for key, pick in row.items()
            if solver.value(pick)
        ]
        coupons = [
            CouponUse(name, brand, solver.value(uses))
            for name, coupon in self.coupons.items()
            for brand, uses in coupon.uses.items()
            if solver.value(uses)
        ]
        return Choice(tuple(items), tuple(coupons), solver.value(self.final), solver.value(self.rating))
