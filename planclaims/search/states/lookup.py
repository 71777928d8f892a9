"""Functions of a few fields, computed once for each combination of contents and looked up ever after."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from planclaims.search.states.layout import Field
from planclaims.search.states.words import Mask, View

DENSE_BITS = 20
_MOST_BITS = 62
_UNKNOWN = -1

Codes = npt.NDArray[np.int32]


class TooManyFields(Exception):
    """A function reads more bits than a look-up key holds."""


class Lookup:
    """A function from the contents of fields, and some flags, to a code that is not negative."""

    def __init__(self, fields: Sequence[Field], flags: int, compute: Callable[[Sequence[int]], int]) -> None:
        self.fields = tuple(fields)
        self._widths = [field.width for field in fields] + [1] * flags
        self._compute = compute
        bits = sum(self._widths)
        if bits > _MOST_BITS:
            raise TooManyFields
        self._table: Codes | None = np.full(1 << bits, _UNKNOWN, np.int32) if bits <= DENSE_BITS else None
        self._known: dict[int, int] = {}

    def codes(self, view: View, flags: Sequence[Mask] = ()) -> Codes:
        """Return the code of every state in the view."""
        keys = np.zeros(len(view), np.int64)
        shift = 0
        for part, width in zip((*map(view.column, self.fields), *flags), self._widths, strict=True):
            keys |= part.astype(np.int64) << shift
            shift += width
        return self._in_dictionary(keys) if self._table is None else self._in_table(keys, self._table)

    def _in_table(self, keys: npt.NDArray[np.int64], table: Codes) -> Codes:
        codes: Codes = table[keys]
        unknown = codes == _UNKNOWN
        if unknown.any():
            for key in np.unique(keys[unknown]).tolist():
                table[key] = self._value(key)
            codes = table[keys]
        return codes

    def _in_dictionary(self, keys: npt.NDArray[np.int64]) -> Codes:
        distinct, places = np.unique(keys, return_inverse=True)
        for key in distinct.tolist():
            if key not in self._known:
                self._known[key] = self._value(key)
        codes = np.array([self._known[key] for key in distinct.tolist()], np.int32)
        return codes[places]

    def _value(self, key: int) -> int:
        contents = []
        for width in self._widths:
            contents.append(key & ((1 << width) - 1))
            key >>= width
        return self._compute(contents)
