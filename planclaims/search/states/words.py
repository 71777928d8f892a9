"""Arrays of packed states, and their fields as columns."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from planclaims.search.states.layout import Field

Bits = npt.NDArray[np.uint64]
Words = tuple[Bits, ...]
"""Packed states: one array for each word, one place for each state."""
Column = npt.NDArray[Any]
Mask = npt.NDArray[np.bool_]

_NARROW = ((8, np.uint8), (16, np.uint16), (32, np.uint32), (64, np.uint64))


def count(states: Words) -> int:
    """Return the number of packed states."""
    return len(states[0])


def joined(parts: Iterable[Words]) -> Words:
    """Return the states of all parts, in order."""
    return tuple(np.concatenate(words) for words in zip(*parts, strict=True))


def chosen(states: Words, which: Mask | npt.NDArray[np.intp] | slice) -> Words:
    """Return the states at some places."""
    return tuple(word[which] for word in states)


def equal(states: Words, others: Words) -> Mask:
    """Return where the states are the same; one of both may be a single state."""
    return reduce(np.logical_and, (one == other for one, other in zip(states, others, strict=True)))


def column(states: Words, field: Field) -> Column:
    """Return the contents of a field, in the narrowest type that holds them."""
    kind = next(kind for bits, kind in _NARROW if field.width <= bits)
    shifted = states[field.word] >> np.uint64(field.shift) if field.shift else states[field.word]
    narrow: Column = shifted.astype(kind)
    if field.width in (8, 16, 32, 64):
        return narrow
    narrow &= kind((1 << field.width) - 1)
    return narrow


class View:
    """Some packed states with the columns and tests computed on them so far."""

    def __init__(self, states: Words) -> None:
        self.states = states
        self._columns: dict[Field, Column] = {}
        self.tests: dict[object, Mask] = {}

    def __len__(self) -> int:
        return count(self.states)

    def column(self, field: Field) -> Column:
        """Return the contents of a field; not to be written to."""
        found = self._columns.get(field)
        if found is None:
            found = self._columns[field] = column(self.states, field)
        return found
