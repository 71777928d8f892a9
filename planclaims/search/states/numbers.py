"""Codes for the values of numeric fluents, given out as the search meets them."""

from __future__ import annotations

from fractions import Fraction

from planclaims.errors import LimitExceeded

_FIRST_WIDTH = 4
LAST_WIDTH = 16


class NarrowField(Exception):
    """More values were met than the bits of a field can tell apart; the search starts again with more bits."""


class ValueTable:
    """The values that the fluents of one function take, in the order they were met; None is undefined."""

    def __init__(self, function: str) -> None:
        self.function = function
        self.width = _FIRST_WIDTH
        self.values: list[Fraction | None] = []
        self._codes: dict[Fraction | None, int] = {}

    def code(self, value: Fraction | None) -> int:
        """Return the code of the value, a new one if it was never met."""
        code = self._codes.get(value)
        if code is None:
            code = len(self.values)
            if code >> self.width:
                self._widen()
            self._codes[value] = code
            self.values.append(value)
        return code

    def _widen(self) -> None:
        if self.width == LAST_WIDTH:
            raise LimitExceeded(f"({self.function} ...) takes more than {len(self.values)} values; is it unbounded?")
        self.width += 4
        raise NarrowField(self.function)
