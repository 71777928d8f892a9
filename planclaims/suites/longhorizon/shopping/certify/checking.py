"""Is a certificate right? What it claims is worked out again from the files, by other means than it was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from planclaims.suites.longhorizon.shopping.brief import brief_of
from planclaims.suites.longhorizon.shopping.certify import enumeration, rows
from planclaims.suites.longhorizon.shopping.reading import choice_of, task_of, world_of
from planclaims.suites.longhorizon.shopping.rows import read_document
from planclaims.suites.longhorizon.shopping.rules.cart import amounts_of, cart_of
from planclaims.suites.longhorizon.shopping.rules.facts import relevant_cells
from planclaims.suites.longhorizon.shopping.rules.greedy import greedy_choice
from planclaims.suites.longhorizon.shopping.rules.relaxing import relaxations
from planclaims.suites.longhorizon.shopping.rules.scoring import assess
from planclaims.suites.longhorizon.shopping.task import Choice, ShoppingTask
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld


def certificate_faults(folder: Path) -> list[str]:
    """Return every claim of the task's certificate that does not hold, one line each; none if all do.

    InputError, naming the row, if one of the files is broken.
    """
    world = world_of(read_document(folder / "world.json"), folder / "world.json")
    task = task_of(read_document(folder / "task.json"), world, folder / "task.json")
    certificate = read_document(folder / "certificate.json")
    try:
        found = _claim_faults(world, task, certificate)
    except (KeyError, TypeError, AttributeError) as problem:
        return [f"the certificate is not in its form: {type(problem).__name__} {problem}"]
    if (folder / "brief.md").read_text(encoding="utf-8").strip() != brief_of(task):
        found.append("the brief is not that of the task")
    return found


def _claim_faults(world: ShoppingWorld, task: ShoppingTask, certificate: Mapping[str, Any]) -> list[str]:
    found = [*_optimum_faults(world, task, certificate), *_binding_faults(world, task, certificate)]
    found += _second_method_faults(world, task, certificate)
    return found


def _optimum_faults(world: ShoppingWorld, task: ShoppingTask, certificate: Mapping[str, Any]) -> Iterator[str]:
    optimum, runner_up = _choices(world, certificate, "optimum", "runner_up")
    if optimum != task.optimum:
        yield "the optimum of the certificate is not that of the task"
    amounts = amounts_of(world, optimum.items, optimum.coupons)
    for name in ("goods", "shipping", "discount", "final"):
        if getattr(amounts, name) != certificate["optimum"][name]:
            yield f"the optimum's {name} is {getattr(amounts, name)}, not {certificate['optimum'][name]}"
    judged = assess(world, task, cart_of(optimum))
    if not (judged.valid and judged.case and judged.match == 1 and judged.share_of_optimum == 1):
        yield f"the optimum is not worth everything: {judged.first_failed or 'its value'}"
    if judged.rating != optimum.rating:
        yield f"the optimum's rating is {judged.rating}, not {optimum.rating}"
    second = assess(world, task, cart_of(runner_up))
    if not second.valid or second.case or runner_up.signature == optimum.signature:
        yield "the runner-up is no valid and worse cart of another signature"
    greedy = greedy_choice(world, task)
    if _plain(greedy) != certificate["greedy"]:
        yield "the greedy cart is another one"
    if task.level > 1 and greedy is not None and assess(world, task, cart_of(greedy)).case:
        yield "the greedy cart is the best one"
    if len(relevant_cells(world, task)) != certificate["relevant_facts"]:
        yield "the number of relevant facts is another one"


def _binding_faults(world: ShoppingWorld, task: ShoppingTask, certificate: Mapping[str, Any]) -> Iterator[str]:
    """Yield each constraint whose better cart without it is no better cart: it must fail just the check it drops."""
    claimed = {claim["dropped"]: claim for claim in certificate["binding"]}
    for relaxed in relaxations(world, task):
        claim = claimed.pop(relaxed.dropped, None)
        if claim is None:
            yield f"nothing is claimed of {relaxed.dropped!r}"
            continue
        (better,) = _choices(world, claim, "better")
        without = assess(relaxed.world, relaxed.task, cart_of(better))
        value, best = task.value(better.final, better.rating), task.value(task.optimum.final, task.optimum.rating)
        if not without.valid or not value < best:
            yield f"the cart without {relaxed.dropped!r} is no better cart"
        if assess(world, task, cart_of(better)).failed != (claim["check"],):
            yield f"the cart without {relaxed.dropped!r} fails something else than {claim['check']}"
    yield from (f"there is no constraint {name!r}" for name in claimed)


def _second_method_faults(world: ShoppingWorld, task: ShoppingTask, certificate: Mapping[str, Any]) -> Iterator[str]:
    tiny = certificate["generator"]["size"] == "tiny"
    if tiny:
        best, feasible = enumeration.best_two(world, task)
        if feasible != certificate["feasible_choices"]:
            yield f"there are {feasible} feasible carts, not {certificate['feasible_choices']}"
    else:
        best = rows.best_two(world, task)
    if len(best) < 2:
        yield "the second method finds no two carts"
        return
    for choice, name in zip(best, ("optimum", "runner_up"), strict=True):
        (claimed,) = _choices(world, certificate, name)
        if task.value(choice.final, choice.rating) != task.value(claimed.final, claimed.rating):
            yield f"the second method finds another {name}: {choice.final} and {choice.rating}"
    if best[0].signature != task.optimum.signature:
        yield "the second method finds an optimum of another signature"
    if task.value(best[1].final, best[1].rating) <= task.value(best[0].final, best[0].rating):
        yield "the second method finds a second optimum"


def _choices(world: ShoppingWorld, claims: Mapping[str, Any], *names: str) -> list[Choice]:
    keys = ("items", "coupons", "final", "rating")
    return [choice_of({key: claims[name][key] for key in keys}, world, None, name) for name in names]


def _plain(choice: Choice | None) -> Mapping[str, Any] | None:
    if choice is None:
        return None
    coupons = [[use.coupon, use.brand, use.uses] for use in choice.coupons]
    items = [list(item) for item in choice.items]
    return {"items": items, "coupons": coupons, "final": choice.final, "rating": choice.rating}
