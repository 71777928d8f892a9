"""Blocks: pairs of states drawn uniformly (after Slaney and Thiébaux), and towers to be built from the table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from planclaims.semantics.formula import Atom
from planclaims.suites.planbench.instance import Instance

COLOURS = (
    *("red", "blue", "orange", "yellow", "white", "magenta", "black", "cyan", "green", "violet", "silver", "gold"),
    *("brown", "pink", "grey", "olive", "beige", "maroon"),
)
TABLE = "table"


@cache
def _arrangements(loose: int, settled: int) -> int:
    """Return in how many ways loose towers can be settled on the table or on settled towers."""
    if loose == 0:
        return 1
    below = _arrangements(loose - 1, settled) * (loose - 1 + settled)
    return below + _arrangements(loose - 1, settled + 1)


def uniform_towers(blocks: Sequence[str], chance: random.Random) -> dict[str, str]:
    """Return what each block stands on, every arrangement of the blocks being equally likely."""
    under: dict[str, str] = {}
    loose, settled = list(blocks), list[str]()
    while loose:
        block = loose.pop(chance.randrange(len(loose)))
        others = [*loose, *settled]
        grounded = _arrangements(len(loose), len(settled) + 1)
        if chance.randrange(_arrangements(len(loose) + 1, len(settled))) < grounded:
            under[block] = TABLE
            settled.append(block)
            continue
        target = chance.choice(others)
        under[block] = _top(target, under)
    return under


def _top(base: str, under: dict[str, str]) -> str:
    """Return the topmost block of the tower that a block is the base of."""
    above = {lower: upper for upper, lower in under.items() if lower != TABLE}
    while base in above:
        base = above[base]
    return base


def facts(under: dict[str, str]) -> frozenset[Atom]:
    """Return the complete state of an arrangement, with an empty hand."""
    covered = set(under.values())
    found: set[Atom] = {("handempty",)}
    for block, lower in under.items():
        found.add(("ontable", block) if lower == TABLE else ("on", block, lower))
        if block not in covered:
            found.add(("clear", block))
    return frozenset(found)


def draw_pair(chance: random.Random, fewest: int, most: int, wide: float = 0.0) -> Instance:
    """Return blocks in one arrangement that are to be brought into the towers of another.

    `wide` is the share of instances with the most blocks; the others have any smaller number.
    """
    number = most if chance.random() < wide or fewest == most else chance.randint(fewest, most - bool(wide))
    blocks = COLOURS[:number]
    start, end = uniform_towers(blocks, chance), uniform_towers(blocks, chance)
    goal = tuple(("on", block, end[block]) for block in sorted(blocks) if end[block] != TABLE)
    return Instance(tuple((block, "object") for block in blocks), facts(start), goal)


def draw_tower(chance: random.Random, number: int) -> tuple[Instance, tuple[str, ...]]:
    """Return blocks that all stand on the table and are to become one tower, with the policy's plan for it."""
    order = chance.sample(COLOURS[:number], number)
    goal = tuple(("on", upper, lower) for lower, upper in pairwise(order))
    start = facts(dict.fromkeys(order, TABLE))
    steps = [(f"pick-up {atom[1]}", f"stack {atom[1]} {atom[2]}") for atom in goal]
    instance = Instance(tuple((block, "object") for block in COLOURS[:number]), start, goal)
    return instance, tuple(step for pair in steps for step in pair)
