"""Plan generalisation: families with one regular solution, asked at larger sizes than the example shows."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from planclaims.suites.planbench.generators import blocks, transport
from planclaims.suites.planbench.instance import Instance
from planclaims.suites.planbench.kinds.kind import Draw, Drawn, Kind
from planclaims.suites.planbench.solving import solves

Policy = tuple[Instance, tuple[str, ...]]


@dataclass(frozen=True)
class Family:
    """Instances of any size with the plan of an optimal policy, whose length has a closed form."""

    smallest: int
    largest: int
    make: Callable[[random.Random, int], Policy]
    length: Callable[[int], int]


def _tower(chance: random.Random, size: int) -> Policy:
    return blocks.draw_tower(chance, size)


def _conveyor(chance: random.Random, size: int) -> Policy:
    return transport.draw_conveyor(chance, 2, size)


FAMILIES: Mapping[str, Family] = {
    "blocksworld": Family(3, 12, _tower, lambda size: 2 * (size - 1)),
    "logistics": Family(3, 10, _conveyor, lambda size: 6 * (size - 1) + 3),
}
"""The families by their world: towers of so many blocks, and two cities of so many places."""


class PlanGeneralisation(Kind):
    """A plan for a new size; the example has a smaller one."""

    name = "plan_generalisation"
    spare = 0

    def draw(self, draw: Draw) -> Drawn | None:
        """Return an instance of a size drawn uniformly."""
        family = FAMILIES.get(draw.world.name)
        if family is None:
            return None
        return _drawn(draw, family, draw.chance.randint(family.smallest, family.largest))

    def examples(self, draw: Draw, drawn: Drawn, earlier: Sequence[Drawn]) -> Sequence[Drawn]:
        """Return a solved instance of a smaller size."""
        family = FAMILIES[draw.world.name]
        size = draw.chance.randint(family.smallest - 1, int(drawn.notes["size"]) - 1)
        return [_drawn(draw, family, size)]


def _drawn(draw: Draw, family: Family, size: int) -> Drawn:
    instance, plan = family.make(draw.chance, size)
    assert len(plan) == family.length(size)
    assert solves(draw.world, instance, plan)
    return Drawn(instance, {}, {"plan": list(plan)}, {"optimal_length": len(plan), "size": size})
