"""From a draft to a task with a certificate: the optimum is proved and unique, and everything asked of it binds."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from planclaims.suites.longhorizon.shopping.generate.drafting import Draft, draft, stream
from planclaims.suites.longhorizon.shopping.generate.frame import SIZES, Rejected, round_cents
from planclaims.suites.longhorizon.shopping.generate.solving import Unproved, best_choice
from planclaims.suites.longhorizon.shopping.rules.greedy import greedy_choice
from planclaims.suites.longhorizon.shopping.rules.relaxing import Relaxed, relaxations
from planclaims.suites.longhorizon.shopping.task import Choice, ShoppingTask, Slot, eligible
from planclaims.suites.longhorizon.shopping.world import ShoppingWorld

REPAIRS = 10
REDRAWS = 5
DRAFTS = 12
"""How often a near tie is repaired, a trap is drawn anew, and a seed is given another draft."""
BEST_RATING = 49


@dataclass(frozen=True)
class Proved:
    """A task with what is known of it; `binding` holds the best cart without each constraint."""

    world: ShoppingWorld
    task: ShoppingTask
    seed: int
    size: str
    attempt: int
    runner_up: Choice
    greedy: Choice | None
    binding: Sequence[tuple[Relaxed, Choice]]
    repairs: Sequence[str]


def prove(seed: int, size: str, level: int, name: str) -> Proved:
    """Return a task of the level; Rejected, with the last reason, if no draft of the seed does."""
    reason = ""
    for attempt in range(DRAFTS):
        try:
            return _prove(seed, size, level, name, attempt)
        except (Rejected, Unproved) as problem:
            reason = str(problem)
    raise Rejected(reason)


def _prove(seed: int, size: str, level: int, name: str, attempt: int) -> Proved:
    drafted = draft(seed, size, SIZES[size], level, attempt)
    drafted, runner_up, repairs = _unique(drafted, stream(seed, size, level, attempt, "repairs"))
    drafted = _with_traps(drafted, stream(seed, size, level, attempt, "traps"))
    task = replace(drafted.task, name=name)
    world, optimum = drafted.world, drafted.task.optimum
    if best_choice(world, task) != optimum or best_choice(world, task, other_than=optimum, beating=optimum) is not None:
        raise Rejected("the traps change the optimum")
    greedy = greedy_choice(world, task)
    if level > 1 and greedy is not None and _feasible(task, greedy) and _as_good(task, greedy, optimum):
        raise Rejected("the greedy cart is the best one")
    if level == 3 and set(optimum.items) == set(_cheapest(world, task)):
        raise Rejected("the cheapest goods are the best ones")
    binding = [(relaxed, _better(relaxed, optimum)) for relaxed in relaxations(world, task)]
    return Proved(world, task, seed, size, attempt, runner_up, greedy, binding, repairs)


def _unique(drafted: Draft, chance: random.Random) -> tuple[Draft, Choice, list[str]]:
    """Return the draft with its unique optimum, the runner-up, and the repairs that moved it away."""
    repairs: list[str] = []
    while True:
        optimum = best_choice(drafted.world, drafted.task)
        if optimum is None:
            raise Rejected("there is no feasible cart")
        drafted = replace(drafted, task=replace(drafted.task, optimum=optimum))
        runner_up = best_choice(drafted.world, drafted.task, other_than=optimum)
        if runner_up is None:
            raise Rejected("there is only one feasible cart")
        if _well_behind(drafted.task, runner_up):
            return drafted, runner_up, repairs
        rivals = [key for key, _ in runner_up.items if key not in dict(optimum.items)]
        if len(repairs) == REPAIRS or not rivals:
            raise Rejected("the second best cart cannot be moved away")
        key = chance.choice(rivals)
        product = drafted.world.products[key]
        price = product.price + round_cents(product.price * chance.uniform(0.01, 0.03), 10)
        repairs.append(f"{key}: price {product.price} to {price}")
        drafted = drafted.with_products({key: replace(product, price=price)})


def _well_behind(task: ShoppingTask, runner_up: Choice) -> bool:
    """Return whether the second best cart is worse; at level 3, by at least 0.5 per cent."""
    if task.level == 3 and (runner_up.final - task.optimum.final) * 200 < task.optimum.final:
        return False
    return not _as_good(task, runner_up, task.optimum)


def _with_traps(drafted: Draft, chance: random.Random) -> Draft:
    """Return the draft with a product for every condition, limit and stock that would be better, were it allowed."""
    for slot in drafted.task.slots:
        for broken in [*(condition.field for condition in slot.conditions), "days", "stock"]:
            drafted = _with_trap(drafted, slot, broken, chance)
    return drafted


def _with_trap(drafted: Draft, slot: Slot, broken: str, chance: random.Random) -> Draft:
    key = drafted.maker.new_id()
    for redraw in range(REDRAWS):
        product = drafted.maker.nearly(drafted.kinds[slot.category], slot, broken)
        columns = _tempting(drafted, slot, broken, redraw, chance)
        tried = drafted.with_products({key: replace(product, **columns)})
        if _binds(tried, slot, broken):
            return tried
    raise Rejected(f"{slot.category}: {broken} does not bind")


def _tempting(drafted: Draft, slot: Slot, broken: str, redraw: int, chance: random.Random) -> Mapping[str, Any]:
    """Return what makes a product look better than the best one: a lower price, or a higher rating for no more.

    Every second draw also takes over brand and shop, so that coupons and shipping speak for it too.
    """
    products = drafted.world.products
    best = next(products[key] for key, _ in drafted.task.optimum.items if products[key].category == slot.category)
    columns: dict[str, Any] = {}
    if redraw % 2 == 0:
        columns |= {"brand": best.brand} | ({} if broken == "days" else {"shop": best.shop})
    if drafted.task.level == 2:
        rated = [products[key].rating for key in eligible(drafted.world, drafted.task, slot)]
        columns["rating"] = min(BEST_RATING, max(rated) + 1 + redraw // 2)
        columns["price"] = round_cents(best.price * (chance.uniform(0.9, 1.0) - redraw * 0.06), 10)
    else:
        columns["price"] = round_cents(best.price * (chance.uniform(0.82, 0.93) - redraw * 0.08), 10)
    settled = {condition.field for condition in slot.conditions}
    return {name: value for name, value in columns.items() if name not in settled}


def _binds(drafted: Draft, slot: Slot, broken: str) -> bool:
    """Return whether the task has a better cart without what the trap breaks."""
    wanted = {"days": "within", "stock": "stock"}.get(broken, f"{broken} ")
    for relaxed in relaxations(drafted.world, drafted.task):
        if relaxed.dropped.startswith(f"{slot.category}: {wanted}"):
            try:
                _better(relaxed, drafted.task.optimum)
            except Rejected:
                return False
            return True
    return False


def _better(relaxed: Relaxed, optimum: Choice) -> Choice:
    """Return the best cart without a constraint; Rejected unless it is better than the optimum with it."""
    found = best_choice(relaxed.world, relaxed.task)
    if found is None or not _value(relaxed.task, found) < _value(relaxed.task, optimum):
        raise Rejected(f"{relaxed.dropped} does not bind")
    return found


def _value(task: ShoppingTask, choice: Choice) -> tuple[int, ...]:
    return task.value(choice.final, choice.rating)


def _as_good(task: ShoppingTask, choice: Choice, optimum: Choice) -> bool:
    return _value(task, choice) <= _value(task, optimum)


def _feasible(task: ShoppingTask, choice: Choice) -> bool:
    return task.budget is None or task.budget[0] <= choice.final <= task.budget[1]


def _cheapest(world: ShoppingWorld, task: ShoppingTask) -> list[tuple[str, int]]:
    """Return the cheapest eligible product of every slot."""
    return [
        (min(eligible(world, task, slot), key=lambda key: world.products[key].price), slot.quantity)
        for slot in task.slots
    ]
