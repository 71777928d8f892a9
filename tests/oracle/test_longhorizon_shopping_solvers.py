"""Three ways to the best two carts agree, on drafts that nobody has picked: CP-SAT, HiGHS, and every cart looked at."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("ortools")

from planclaims.suites.longhorizon.shopping.certify import enumeration, rows
from planclaims.suites.longhorizon.shopping.generate.drafting import draft
from planclaims.suites.longhorizon.shopping.generate.frame import SIZES
from planclaims.suites.longhorizon.shopping.generate.solving import best_choice
from planclaims.suites.longhorizon.shopping.rules.cart import cart_of
from planclaims.suites.longhorizon.shopping.rules.scoring import assess


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("seed", range(900, 908))
def test_three_methods_find_the_same_two_values(seed: int, level: int) -> None:
    drafted = draft(seed, "tiny", SIZES["tiny"], level, 0)
    world, task = drafted.world, drafted.task
    if level == 3 and seed % 2:
        task = replace(task, budget=(drafted_price(seed), 10**9))
    looked_at, _ = enumeration.best_two(world, task)
    by_rows = rows.best_two(world, task)
    first = best_choice(world, task)
    assert (first is None) == (not looked_at) == (not by_rows)
    if first is None:
        return
    second = best_choice(world, task, other_than=first)
    by_solver = [first] if second is None else [first, second]
    values = [
        [task.value(choice.final, choice.rating) for choice in found] for found in (looked_at, by_rows, by_solver)
    ]
    assert values[0] == values[1] == values[2]
    for choice in (*by_rows, *by_solver):
        found = assess(world, replace(task, optimum=first), cart_of(choice))
        assert found.valid, found.failed
        assert found.case == (task.value(choice.final, choice.rating) == values[0][0])


def drafted_price(seed: int) -> int:
    """Return a lower end of a budget, which the best cart without it does not reach."""
    drafted = draft(seed, "tiny", SIZES["tiny"], 3, 0)
    best = best_choice(drafted.world, drafted.task)
    assert best is not None
    return best.final + 500
