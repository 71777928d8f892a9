"""Sokoban: a floor with some walls, boxes on it, and cells on which they are wanted."""

from __future__ import annotations

import random
from collections.abc import Iterator

from planclaims.semantics.formula import Atom
from planclaims.suites.planbench.instance import Instance

WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
Cell = tuple[int, int]


def draw_floor(chance: random.Random, smallest: int, largest: int, most: int) -> Instance:
    """Return a floor of drawn height and width, with at most so many boxes and walls; large floors have few boxes."""
    height, width = chance.randint(smallest, largest), chance.randint(smallest, largest)
    boxes = min(chance.randint(1, most), 4 if height * width <= 20 else 3 if height * width <= 25 else 2)
    boxes = 1 if height * width > 42 else boxes
    cells = [(row, column) for row in range(height) for column in range(width)]
    walls = set(chance.sample(cells, chance.randint(1, most)))
    floor = [cell for cell in cells if cell not in walls]
    inner = [cell for cell in floor if 0 < cell[0] < height - 1 and 0 < cell[1] < width - 1]
    starts = chance.sample(inner, min(boxes, len(inner)))
    worker = chance.choice([cell for cell in floor if cell not in starts])
    goals = chance.sample(floor, len(starts))
    facts: set[Atom] = {("at-worker", _name(worker))} | set(_neighbours(floor))
    facts |= {("free", _name(cell)) for cell in floor if cell not in starts}
    facts |= {("at", f"box_{number}", _name(cell)) for number, cell in enumerate(starts)}
    objects = [*((_name(cell), "cell") for cell in cells), *((way, "direction") for way in WAYS)]
    objects += [(f"box_{number}", "box") for number in range(len(starts))]
    goal = tuple(("at", f"box_{number}", _name(cell)) for number, cell in enumerate(goals))
    return Instance(tuple(objects), frozenset(facts), goal)


def _neighbours(floor: list[Cell]) -> Iterator[Atom]:
    for row, column in floor:
        for way, (down, right) in WAYS.items():
            if (row + down, column + right) in floor:
                yield ("next-to", _name((row, column)), _name((row + down, column + right)), way)


def _name(cell: Cell) -> str:
    return f"cell_{cell[0]}_{cell[1]}"
