"""The set of packed states met, in whichever table is smaller."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from planclaims.search.packed import Words, chosen, count
from planclaims.search.ranking import Ranking
from planclaims.search.solution import Limits
from planclaims.search.tables import HashedTable, RankedTable

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
