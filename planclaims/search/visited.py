"""The set of packed states met: an open-addressing hash table that takes whole arrays at a time."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from planclaims.search.packed import Bits, Mask, Words, chosen, count
from planclaims.search.solution import Limits

_SMALLEST = 14
_MULTIPLIER = 0x9E3779B97F4A7C15
_BATCH = 1 << 18

_Places = npt.NDArray[np.intp]


class Visited:
    """Packed states, each once. Exact: whole states are compared, the hash only says where to look.

    A place of the table is free where its first word is zero, which no packed state has.
    """

    def __init__(self, words: int, limits: Limits) -> None:
        self._limits = limits
        self._words = words
        self._count = 0
        self._bits = _SMALLEST
        self._table = self._free_table()

    def __len__(self) -> int:
        return self._count

    def insert(self, states: Words) -> Words:
        """Return those of the states that are new, each once, after adding them."""
        while self._count + count(states) > self._room():
            self._grow()
        fresh = np.sort(self._add(states))
        self._count += len(fresh)
        self._limits.check_states(self._count)
        return chosen(states, fresh)

    def _room(self) -> int:
        """Return how many states the table takes: half full is fast, three quarters spare memory where it counts."""
        size = 1 << self._bits
        return size // 2 if self._bits < 27 else size * 3 // 4

    def _free_table(self) -> Words:
        """Return an empty table; the layers of a search hold every state once more, hence the doubled count."""
        self._limits.check_memory(8 * self._words * ((1 << self._bits) + 2 * self._count))
        return tuple(np.zeros(1 << self._bits, np.uint64) for _ in range(self._words))

    def _grow(self) -> None:
        old = self._table
        self._bits += 1 if self._bits > 22 else 2
        self._table = self._free_table()
        for start in range(0, len(old[0]), _BATCH):
            part = chosen(old, slice(start, start + _BATCH))
            self._add(chosen(part, part[0] != 0))

    def _slots(self, states: Words) -> _Places:
        mixed = states[0] * np.uint64(_MULTIPLIER)
        for word in states[1:]:
            mixed ^= mixed >> np.uint64(32)
            mixed += word
            mixed *= np.uint64(_MULTIPLIER)
        mixed ^= mixed >> np.uint64(32)
        mixed *= np.uint64(_MULTIPLIER)
        mixed >>= np.uint64(64 - self._bits)
        return mixed.view(np.int64)

    def _add(self, states: Words) -> _Places:
        """Return the places of the states that were not yet in the table, each once, after adding them."""
        last = (1 << self._bits) - 1
        slots = self._slots(states)
        places: _Places = np.arange(count(states))
        fresh = [places[:0]]
        while len(places):
            found = self._table[0][slots]
            vacant = found == 0
            free = np.flatnonzero(vacant)
            won = self._claim(slots[free], chosen(states, free))
            fresh.append(places[free[won]])
            beaten, elsewhere = free[~won], np.flatnonzero(~(vacant | self._stored(found, slots, states)))
            pending = np.concatenate((beaten, elsewhere))
            slots = np.concatenate((slots[beaten], (slots[elsewhere] + 1) & last))
            places, states = places[pending], chosen(states, pending)
        return np.concatenate(fresh)

    def _stored(self, found: Bits, slots: _Places, states: Words) -> Mask:
        """Return where the slots hold the states, given the first words found there."""
        same: Mask = found == states[0]
        for table, word in zip(self._table[1:], states[1:], strict=True):
            same &= table[slots] == word
        return same

    def _claim(self, slots: _Places, states: Words) -> Mask:
        """Write states into free slots, one into each; return which of them were written."""
        first = self._table[0]
        claims = np.arange(1, 1 + len(slots), dtype=np.uint64)
        first[slots] = claims
        won: Mask = first[slots] == claims
        for table, word in zip(self._table, states, strict=True):
            table[slots[won]] = word[won]
        return won
