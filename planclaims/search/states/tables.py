"""Two ways to hold a set of packed states: by hash, and by rank where the ranks are few enough."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from planclaims.search.limits import Limits
from planclaims.search.states.ranking import Ranking
from planclaims.search.states.words import Mask, Words, chosen, count

_MULTIPLIER = 0x9E3779B97F4A7C15

Places = npt.NDArray[np.intp]


class RankedTable:
    """Remembers for every possible rank whether it was met."""

    def __init__(self, ranking: Ranking) -> None:
        self.room = ranking.size
        self.bytes = self.bytes_for(ranking)
        self._ranking = ranking
        self._claims = np.zeros(ranking.size, np.uint32)

    @staticmethod
    def bytes_for(ranking: Ranking) -> int:
        """Return how much memory the table takes."""
        return 4 * ranking.size

    def add(self, states: Words) -> Places:
        """Return the places of the states that were not in the set, each once, after adding them."""
        ranks = self._ranking.ranks(states)
        places: Places = (self._claims.take(ranks) == 0).nonzero()[0]
        ranks = ranks[places]
        claims = np.arange(1, 1 + len(places), dtype=np.uint32)
        self._claims[ranks] = claims
        won: Mask = self._claims.take(ranks) == claims
        return places[won]


class HashedTable:
    """Open addressing. Exact: whole states are compared, the hash only says where to look.

    A place of the table is free where its first word is zero, which no packed state has.
    """

    def __init__(self, words: int, bits: int) -> None:
        self.bits = bits
        self.bytes = self.bytes_for(words, bits)
        size = 1 << bits
        self.room = size // 2 if bits < 27 else size * 3 // 4  # half full is fast; when large, memory counts more
        self._table = tuple(np.zeros(size, np.uint64) for _ in range(words))

    @staticmethod
    def bytes_for(words: int, bits: int) -> int:
        """Return how much memory the table takes."""
        return 8 * words << bits

    def stored(self, batch: int) -> Iterator[Words]:
        """Yield the states in the set, some at a time."""
        for start in range(0, 1 << self.bits, batch):
            part = chosen(self._table, slice(start, start + batch))
            yield chosen(part, part[0] != 0)

    def add(self, states: Words) -> Places:
        """Return the places of the states that were not in the set, each once, after adding them."""
        last = (1 << self.bits) - 1
        slots = self._slots(states)
        places = self._missing(slots, states)
        slots, states = slots[places], chosen(states, places)
        fresh = [places[:0]]
        while len(places):
            vacant = self._table[0].take(slots) == 0
            free, taken = vacant.nonzero()[0], (~vacant).nonzero()[0]
            won = self._claim(slots[free], chosen(states, free))
            fresh.append(places[free[won]])
            beaten = free[~won]
            pending = np.concatenate((beaten, taken))
            slots = np.concatenate((slots[beaten], (slots[taken] + 1) & last))
            places, states = places[pending], chosen(states, pending)
            missing = self._missing(slots, states)
            slots, places, states = slots[missing], places[missing], chosen(states, missing)
        return np.concatenate(fresh)

    def _slots(self, states: Words) -> Places:
        mixed = states[0] * np.uint64(_MULTIPLIER)
        for word in states[1:]:
            mixed ^= mixed >> np.uint64(32)
            mixed += word
            mixed *= np.uint64(_MULTIPLIER)
        mixed ^= mixed >> np.uint64(32)
        mixed *= np.uint64(_MULTIPLIER)
        mixed >>= np.uint64(64 - self.bits)
        return mixed.view(np.int64)

    def _missing(self, slots: Places, states: Words) -> Places:
        """Return where the slots do not hold the states."""
        differs: Mask = self._table[0].take(slots) != states[0]
        for table, word in zip(self._table[1:], states[1:], strict=True):
            differs |= table.take(slots) != word
        return differs.nonzero()[0]

    def _claim(self, slots: Places, states: Words) -> Mask:
        """Write states into free slots, one into each; return which of them were written."""
        first = self._table[0]
        claims = np.arange(1, 1 + len(slots), dtype=np.uint64)
        first[slots] = claims
        won: Mask = first.take(slots) == claims
        for table, word in zip(self._table, states, strict=True):
            table[slots[won]] = word[won]
        return won


_SMALLEST = 14
_BATCH = 1 << 18


class Visited:
    """Packed states, each once; grows as needed, within the limits."""

    def __init__(self, words: int, ranking: Ranking | None, limits: Limits) -> None:
        self._words = words
        self._ranking = ranking
        self._limits = limits
        self._count = 0
        self._table = self._larger_table(_SMALLEST)

    def __len__(self) -> int:
        return self._count

    def check_memory(self, new: int) -> None:
        """Raise LimitExceeded if table, states, and a second copy of as many new ones pass the limit."""
        self._limits.check_memory(self._table.bytes + 8 * self._words * (self._count + new))

    def insert(self, states: Words) -> Words:
        """Return those of the states that are new, each once, after adding them."""
        return chosen(states, self.fresh(states))

    def fresh(self, states: Words) -> npt.NDArray[np.intp]:
        """Return the places of those of the states that are new, each once, after adding them."""
        while self._count + count(states) > self._table.room and isinstance(self._table, HashedTable):
            old = self._table
            self._table = self._larger_table(old.bits + (1 if old.bits > 22 else 2))
            for part in old.stored(_BATCH):
                self._table.add(part)
        fresh = self._table.add(states)
        self._count += len(fresh)
        self._limits.check_states(self._count)
        return fresh

    def _larger_table(self, bits: int) -> HashedTable | RankedTable:
        """Return an empty table, if there is memory for it and for every state, in the layers, twice."""
        held = 16 * self._words * self._count
        hashed = HashedTable.bytes_for(self._words, bits)
        if self._ranking is not None and RankedTable.bytes_for(self._ranking) <= hashed:
            self._limits.check_memory(held + RankedTable.bytes_for(self._ranking))
            return RankedTable(self._ranking)
        self._limits.check_memory(held + hashed)
        return HashedTable(self._words, bits)
