"""Pools of instances: every number of a pool is the same for the same seed, and no two are alike."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from planclaims.errors import InputError
from planclaims.suites.planbench.generators import blocks, crates, floors, transport
from planclaims.suites.planbench.generators.block_moves import shortest_block_plan
from planclaims.suites.planbench.generators.files import read_instances
from planclaims.suites.planbench.instance import Instance
from planclaims.suites.planbench.solving import Solved, optimal_plan
from planclaims.suites.planbench.world import World, world

MOST_TRIES = 1000


@dataclass(frozen=True)
class InstanceSet:
    """How the instances of a set are drawn: in which world, by which generator, and how short their plans may be."""

    world: str
    draw: Callable[[random.Random], Instance]
    shortest: int = 1
    plan: Callable[[Instance], tuple[str, ...] | None] | None = None
    """A method of the world's own for shortest plans, where instances are too large for the exhaustive search."""


SETS: Mapping[str, InstanceSet] = {
    "blocksworld": InstanceSet("blocksworld", lambda chance: blocks.draw_pair(chance, 4, 5, wide=0.11)),
    "blocksworld_three": InstanceSet("blocksworld", lambda chance: blocks.draw_pair(chance, 3, 3)),
    "logistics": InstanceSet(
        "logistics", lambda chance: transport.draw_delivery(chance, (2, 5), (1, 3), 5), shortest=3
    ),
    "depots": InstanceSet("depots", lambda chance: crates.draw_stacks(chance, 3, 3)),
    "blocksworld_hard": InstanceSet(
        "blocksworld", lambda chance: blocks.draw_pair(chance, 6, 15), shortest=12, plan=shortest_block_plan
    ),
    "sokoban": InstanceSet("sokoban", lambda chance: floors.draw_floor(chance, 4, 10, 4), shortest=4),
}
"""The sets by their names in the configuration; sizes are those that published results were made with."""


def instance_set(name: str, folders: Mapping[str, str] | None = None) -> InstanceSet:
    """Return the set of that name; InputError in one line if there is none.

    `folders` names further sets with the folders of their worlds: the solvable problems there, in a drawn order.
    """
    if folders and name in folders:
        instances = read_instances(folders[name])
        return InstanceSet(folders[name], lambda chance: chance.choice(instances))
    if name not in SETS:
        raise InputError(f"there is no set of instances {name!r}", allowed=", ".join([*SETS, *(folders or {})]))
    return SETS[name]


class Pool:
    """The instances of a set for one seed, drawn in order as they are asked for."""

    def __init__(self, name: str, seed: int, folders: Mapping[str, str] | None = None) -> None:
        self.name = name
        self.set = instance_set(name, folders)
        self.world: World = world(self.set.world)
        self.seed = seed
        self._drawn: list[Solved] = []
        self._seen: set[object] = set()

    def __getitem__(self, number: int) -> Solved:
        """Return the instance of that number; what it is depends on the seed, the set and the numbers before it."""
        while len(self._drawn) <= number:
            self._drawn.append(self._next(len(self._drawn)))
        return self._drawn[number]

    def _next(self, number: int) -> Solved:
        """Return the first draw that is new, unsolved and solvable; small sets repeat themselves in the end."""
        for attempt in range(MOST_TRIES):
            chance = random.Random(f"{self.seed}/instance/{self.name}/{number}/{attempt}")
            instance = self.set.draw(chance)
            identity = (instance.objects, instance.init, frozenset(instance.goal))
            known = identity in self._seen and attempt < MOST_TRIES // 2
            if known or not instance.goal or instance.init.issuperset(instance.goal):
                continue
            plan = self.set.plan(instance) if self.set.plan else optimal_plan(self.world, instance)
            if plan is not None and len(plan) >= self.set.shortest:
                self._seen.add(identity)
                return Solved(instance, plan)
        raise InputError(f"set {self.name}: no instance was found in {MOST_TRIES} draws")
