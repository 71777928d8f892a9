"""Canonical states: interchangeable objects put in order, so that states differing only in their names coincide."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from planclaims.search.states.layout import Field
from planclaims.search.states.words import Column, Mask, Words, column, equal

_ALL_ONES = (1 << 64) - 1


class Canonicaliser:
    """Sorts the fields of interchangeable objects within each packed state."""

    def __init__(self, classes: Sequence[Sequence[Field]], words: int) -> None:
        self._classes = [(fields, comparators(len(fields))) for fields in classes]
        self.common = [_ALL_ONES] * words
        for field in (field for fields in classes for field in fields):
            self.common[field.word] &= _ALL_ONES ^ field.ones

    def canonical(self, states: Words) -> Words:
        """Return the canonical form of each state."""
        if not self._classes:
            return states
        words = [word & np.uint64(common) for word, common in zip(states, self.common, strict=True)]
        for fields, network in self._classes:
            columns: list[Column] = [column(states, field) for field in fields]
            for low, high in network:
                one, other = columns[low], columns[high]
                columns[low], columns[high] = np.minimum(one, other), np.maximum(one, other)
            for field, contents in zip(fields, columns, strict=True):
                words[field.word] |= contents.astype(np.uint64) << np.uint64(field.shift)
        return tuple(words)

    def orbit_sizes(self, states: Words) -> npt.NDArray[np.int64] | None:
        """Return how many states each canonical state stands for; None if they may be too many to count."""
        if prod(factorial(len(fields)) for fields, _ in self._classes) >= 1 << 62:
            return None
        sizes = np.ones(len(states[0]), np.int64)
        for fields, _ in self._classes:
            columns = [column(states, field) for field in fields]
            run, arranged = np.ones_like(sizes), np.ones_like(sizes)
            for place in range(1, len(columns)):
                run = np.where(columns[place] == columns[place - 1], run + 1, 1)
                arranged = arranged * (place + 1) // run  # a multinomial coefficient at every place
            sizes *= arranged
        return sizes

    def unmoved(self, state: Words) -> bool:
        """Return whether no exchange changes the state."""
        return all(equal(self._shifted(state, fields), state).all() for fields, _ in self._classes)

    def _shifted(self, states: Words, fields: Sequence[Field]) -> Words:
        """Return the states with each interchangeable object in the place of the next one."""
        words = [word.copy() for word in states]
        for field, source in zip(fields, (*fields[1:], fields[0]), strict=True):
            words[field.word] &= np.uint64(_ALL_ONES ^ field.ones)
            words[field.word] |= column(states, source).astype(np.uint64) << np.uint64(field.shift)
        return tuple(words)

    def alike(self, states: Words, target: Words) -> Mask:
        """Return where the states agree with the target on all but interchangeable objects."""
        return reduce(
            np.logical_and,
            (
                word & np.uint64(common) == wanted & np.uint64(common)
                for word, wanted, common in zip(states, target, self.common, strict=True)
            ),
        )


def comparators(size: int) -> tuple[tuple[int, int], ...]:
    """Return pairs of places that sort any sequence of the size when compared and exchanged in turn (Batcher)."""
    pairs = []
    block = 1
    while block < size:
        stride = block
        while stride >= 1:
            for start in range(stride % block, size - stride, 2 * stride):
                for offset in range(min(stride, size - start - stride)):
                    low = start + offset
                    if low // (2 * block) == (low + stride) // (2 * block):
                        pairs.append((low, low + stride))
            stride //= 2
        block *= 2
    return tuple(pairs)
