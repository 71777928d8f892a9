"""Numbers for packed states: one for each that its variables allow, with no gaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, prod

import numpy as np
import numpy.typing as npt

from planclaims.search.states.layout import Block, Field
from planclaims.search.states.words import Words

MOST_BITS = 16

Ranks = npt.NDArray[np.int64]


class Ranking:
    """Adds up a share for each block, found in tables over some bits at a time."""

    def __init__(self, size: int, shares: Sequence[tuple[Field, Sequence[int]]]) -> None:
        self.size = size
        self._tables = [
            (word, np.uint64(shift), np.uint64(len(table) - 1), table) for word, shift, table in _merged(shares)
        ]

    def ranks(self, states: Words) -> Ranks:
        """Return the number of each canonical state."""
        total: Ranks | None = None
        for word, shift, ones, table in self._tables:
            share = table.take((states[word] >> shift) & ones)
            total = share if total is None else np.add(total, share, out=total)
        return np.zeros(len(states[0]), np.int64) if total is None else total


def ranking(common: Sequence[Block], classes: Sequence[Sequence[Block]], most: int) -> Ranking | None:
    """Return the ranking of canonical states, or None if there are more of them than `most`.

    In a class the blocks of a canonical state ascend, so they are numbered as multisets are: the contents of the
    i-th block (from 0), of number r, add C(r + i, i + 1).
    """
    sizes = [block.size for block in common]
    sizes += [comb(blocks[0].size + len(blocks) - 1, len(blocks)) for blocks in classes]
    widest = max((block.whole.width for blocks in (common, *classes) for block in blocks), default=0)
    if prod(sizes) > most or widest > MOST_BITS:
        return None
    shares: list[tuple[Field, Sequence[int]]] = []
    weight = 1
    for block in common:
        shares.append((block.whole, [weight * number for number in _numbers(block)]))
        weight *= block.size
    for blocks in classes:
        for place, block in enumerate(blocks):
            shares.append((block.whole, [weight * comb(r + place, place + 1) for r in _numbers(block)]))
        weight *= comb(blocks[0].size + len(blocks) - 1, len(blocks))
    return Ranking(weight, shares)


def _numbers(block: Block) -> list[int]:
    """Return the number of each contents of the block, in their order; contents that stand for nothing get any."""
    numbers = []
    for contents in range(1 << block.whole.width):
        number, weight, rest = 0, 1, contents
        for field, size in zip(block.fields, block.sizes, strict=True):
            number += weight * min(rest & ((1 << field.width) - 1), size - 1)
            weight *= size
            rest >>= field.width
        numbers.append(number)
    return numbers


def _merged(shares: Sequence[tuple[Field, Sequence[int]]]) -> Iterator[tuple[int, int, Ranks]]:
    """Yield word, shift and table for runs of neighbouring fields that fit one table."""
    ordered = sorted(shares, key=lambda share: (share[0].word, share[0].shift))
    while ordered:
        first = ordered[0][0]
        table = np.zeros(1, np.int64)
        while ordered:
            field, share = ordered[0]
            bits = field.shift + field.width - first.shift
            if field.word != first.word or bits > MOST_BITS:
                break
            gap = field.shift - first.shift
            table = np.tile(table, (1 << gap) // len(table))
            table = (np.array(share, np.int64)[:, None] + table).reshape(-1)
            ordered.pop(0)
        yield first.word, first.shift, table
