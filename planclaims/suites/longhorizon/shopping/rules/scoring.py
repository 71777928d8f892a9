"""What a cart is worth: verdicts, dimensions and scores; a malformed or missing cart is worth nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from planclaims.suites.longhorizon.shopping.rules.cart import Amounts, Cart
from planclaims.suites.longhorizon.shopping.rules.checks import CHECKS, DIMENSIONS, Case, Finding, Verdict, total_uses
from planclaims.suites.longhorizon.shopping.task import Choice, ShoppingTask
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld

NOTHING = Fraction(0)


@dataclass(frozen=True)
class Assessment:
    """The worth of a cart; `amounts` is None if there was no well-formed cart. Shares are exact."""

    findings: Mapping[str, Finding]
    amounts: Amounts | None
    rating: int
    valid: bool
    match: Fraction
    share_of_optimum: Fraction
    case: bool
    published_match: Fraction
    published_case: bool

    @property
    def dimensions(self) -> Mapping[str, bool]:
        """Return of each dimension whether all of its checks pass."""
        return {
            dimension: all(
                self.findings[name].verdict is Verdict.PASS for name, check in CHECKS.items() if check[0] == dimension
            )
            for dimension in DIMENSIONS
        }

    @property
    def first_failed(self) -> str | None:
        """Return the first check that is not passed, void ones too."""
        return next((name for name, finding in self.findings.items() if finding.verdict is not Verdict.PASS), None)

    @property
    def failed(self) -> tuple[str, ...]:
        """Return all checks that fail; void ones do not."""
        return tuple(name for name, finding in self.findings.items() if finding.verdict is Verdict.FAIL)


def assess(world: ShoppingWorld, task: ShoppingTask, cart: Cart | None) -> Assessment:
    """Return what the cart is worth; None stands for a malformed one, of which every check fails."""
    if cart is None:
        failed = dict.fromkeys(CHECKS, Finding(Verdict.FAIL))
        return Assessment(failed, None, 0, False, NOTHING, NOTHING, False, NOTHING, False)
    case = Case(world, task, cart)
    findings = {name: check(case) for name, (_, _, check) in CHECKS.items()}
    valid = all(finding.verdict is Verdict.PASS for finding in findings.values())
    rating = sum(product.rating * quantity for _, product, quantity in case.known)
    final, best = case.amounts.final, task.optimum
    optimal = valid and final is not None and task.value(final, rating) == task.value(best.final, best.rating)
    published = published_match(cart, best)
    return Assessment(
        findings=findings,
        amounts=case.amounts,
        rating=rating,
        valid=valid,
        match=jaccard(cart, best),
        share_of_optimum=share_of_optimum(task, final, rating) if valid else NOTHING,
        case=optimal,
        published_match=published,
        published_case=published == 1,
    )


def share_of_optimum(task: ShoppingTask, final: int | None, rating: int) -> Fraction:
    """Return how near a valid cart comes to the best one, by price or by rating."""
    best = task.optimum
    if task.objective == "max_rating":
        return Fraction(rating, best.rating)
    return Fraction(best.final, final) if final else NOTHING


def jaccard(cart: Cart, best: Choice) -> Fraction:
    """Return the Jaccard index of the multisets of units and of uses of coupons, whatever their brand."""
    mine, wanted = _units(cart.items, cart), _units(best.items, best)
    keys = mine.keys() | wanted.keys()
    shared = sum(min(mine.get(key, 0), wanted.get(key, 0)) for key in keys)
    return Fraction(shared, sum(max(mine.get(key, 0), wanted.get(key, 0)) for key in keys))


def _units(items: Iterable[tuple[str, int]], of: Cart | Choice) -> Mapping[tuple[str, str], int]:
    units = {("product", key): quantity for key, quantity in items}
    return units | {("coupon", key): uses for key, uses in total_uses(of.coupons).items()}


def published_match(cart: Cart, best: Choice) -> Fraction:
    """Return the published measure: expected products found, however many, and coupons in the expected number."""
    present, uses, wanted = dict(cart.items), total_uses(cart.coupons), total_uses(best.coupons)
    found = sum(key in present for key, _ in best.items)
    found += sum(uses.get(coupon) == count for coupon, count in wanted.items())
    return Fraction(found, len(best.items) + len(wanted))
