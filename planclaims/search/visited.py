"""The set of packed states met: an open-addressing hash table that takes whole arrays at a time."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from planclaims.search.packed import Bits, Mask, Words, chosen, count
from planclaims.search.solution import Limits

_SMALLEST = 12
_FULL = 0.75
_MULTIPLIERS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93)
_BATCH = 1 << 18

_Places = npt.NDArray[np.int64]


class Visited:
    """Packed states, each once. Exact: whole states are compared, the hash only says where to look.

    A place of the table is free where its first word is zero, which no packed state has.
    """

    def __init__(self, words: int, limits: Limits) -> None:
        self._limits = limits
        self._count = 0
        self._bits = _SMALLEST
        self._table = self._fresh_table(words)

    def __len__(self) -> int:
        return self._count

    def insert(self, states: Words, stored: Iterable[Words]) -> Words:
        """Return those of the states that are new, each once, after adding them; `stored` holds the ones before."""
        if self._count + count(states) > _FULL * (1 << self._bits):
            self._grow(self._count + count(states), stored)
        fresh = np.sort(self._add(states))
        self._count += len(fresh)
        self._limits.check_states(self._count)
        return chosen(states, fresh)

    def _fresh_table(self, words: int) -> Words:
        self._limits.check_memory(8 * words * ((1 << self._bits) + self._count))
        return tuple(np.zeros(1 << self._bits, np.uint64) for _ in range(words))

    def _grow(self, states: int, stored: Iterable[Words]) -> None:
        """Make room for some more states, adding the stored ones again to a larger table."""
        words = len(self._table)
        while states > _FULL * (1 << self._bits):
            self._bits += 1
        del self._table
        self._table = self._fresh_table(words)
        for layer in stored:
            for start in range(0, count(layer), _BATCH):
                self._add(chosen(layer, slice(start, start + _BATCH)))

    def _slots(self, states: Words) -> _Places:
        mixed = states[0] * np.uint64(_MULTIPLIERS[0])
        for number, word in enumerate(states[1:], start=1):
            mixed ^= mixed >> np.uint64(29)
            mixed += word * np.uint64(_MULTIPLIERS[number % len(_MULTIPLIERS)])
            mixed *= np.uint64(_MULTIPLIERS[0])
        mixed >>= np.uint64(64 - self._bits)
        return mixed.view(np.int64)

    def _add(self, states: Words) -> npt.NDArray[np.intp]:
        """Return the places of the states that were not yet in the table, each once, after adding them."""
        slots = self._slots(states)
        pending = np.flatnonzero(~self._equal_at(slots, states))
        slots = slots[pending]
        fresh = []
        while len(pending):
            free = self._table[0][slots] == 0
            won = self._claim(slots[free], pending[free], states)
            fresh.append(pending[free][won])
            unsettled = ~self._equal_at(slots, chosen(states, pending))
            pending, slots = pending[unsettled], slots[unsettled]
            slots = (slots + 1) & ((1 << self._bits) - 1)
        return np.concatenate(fresh) if fresh else np.zeros(0, np.intp)

    def _equal_at(self, slots: _Places, states: Words) -> Mask:
        same: Mask = self._table[0][slots] == states[0]
        for table, word in zip(self._table[1:], states[1:], strict=True):
            same &= table[slots] == word
        return same

    def _claim(self, slots: _Places, pending: _Places, states: Words) -> Mask:
        """Write states into free slots, one into each; return which of them were written."""
        first: Bits = self._table[0]
        claims = np.arange(len(slots), dtype=np.uint64)
        first[slots] = claims
        won: Mask = first[slots] == claims
        for table, word in zip(self._table, states, strict=True):
            table[slots[won]] = word[pending[won]]
        return won
