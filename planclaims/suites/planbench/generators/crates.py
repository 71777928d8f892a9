"""Depots: crates on pallets and crates, to be stacked in another way at other places."""

from __future__ import annotations

import random

from planclaims.semantics.formula import Atom
from planclaims.suites.planbench.instance import Instance

FIXED = (
    *(("depot_0", "depot"), ("depot_1", "depot"), ("depot_2", "depot"), ("distributor_0", "distributor")),
    *((f"truck_{number}", "truck") for number in range(3)),
    *((f"pallet_{number}", "pallet") for number in range(4)),
    *((f"hoist_{number}", "hoist") for number in range(4)),
)
PLACES = ("depot_0", "depot_1", "depot_2", "distributor_0")


def draw_stacks(chance: random.Random, crates: int, most_goals: int) -> Instance:
    """Return crates stacked at random on the pallets, some of which are wanted on other surfaces."""
    names = [f"crate_{number}" for number in range(crates)]
    facts: set[Atom] = {("at", f"hoist_{number}", place) for number, place in enumerate(PLACES)}
    facts |= {("available", f"hoist_{number}") for number in range(4)}
    facts |= {("at", f"pallet_{number}", place) for number, place in enumerate(PLACES)}
    facts |= {("at", f"truck_{number}", chance.choice(PLACES)) for number in range(3)}
    start, end = _stacked(chance, names), _stacked(chance, names)
    facts |= {("on", crate, surface) for crate, surface in start.items()}
    facts |= {("at", crate, PLACES[_pallet(crate, start)]) for crate in names}
    surfaces = [*names, *(f"pallet_{number}" for number in range(4))]
    facts |= {("clear", surface) for surface in surfaces if surface not in start.values()}
    wanted = sorted(chance.sample(names, chance.randint(1, most_goals)))
    goal = tuple(("on", crate, end[crate]) for crate in wanted)
    return Instance((*FIXED, *((name, "crate") for name in names)), frozenset(facts), goal)


def _stacked(chance: random.Random, crates: list[str]) -> dict[str, str]:
    """Return what each crate stands on, set down one after the other on a random free surface."""
    free = [f"pallet_{number}" for number in range(4)]
    under: dict[str, str] = {}
    for crate in chance.sample(crates, len(crates)):
        surface = free.pop(chance.randrange(len(free)))
        under[crate] = surface
        free.append(crate)
    return under


def _pallet(crate: str, under: dict[str, str]) -> int:
    while crate in under:
        crate = under[crate]
    return int(crate.removeprefix("pallet_"))
