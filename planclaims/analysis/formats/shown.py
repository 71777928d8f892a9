"""Numbers as texts that remember what they say: rounded for a reader, in full for a machine."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor

FINEST = 10**6
"""Counts, and shares of them, are fractions whose denominators do not exceed this."""
NOISE = Fraction(1, 10**12)
"""How far, as a share of itself, adding and dividing floats may carry a number away from the fraction that it is."""

Part = float | str | None
PARTS = ("", "unit", "low", "high", "numerator", "denominator")
"""The parts of a number in the order of their columns; the number itself has no name of its own."""


class Shown(str):
    """A text about a number, with the number and its bounds or counts by name; None is a number that is not there."""

    __slots__ = ("parts",)
    parts: Mapping[str, Part]

    def __new__(cls, text: str, parts: Mapping[str, Part]) -> Shown:
        """Return the text with its parts."""
        made = super().__new__(cls, text)
        made.parts = parts
        return made


def exact(value: float | Fraction) -> Fraction:
    """Return the fraction that a number is but for the noise of floats, so that 0.275 is 11/40."""
    found = Fraction(value)
    near = found.limit_denominator(FINEST)
    return near if abs(near - found) <= NOISE * abs(found) else found


def fixed(value: float | Fraction, digits: int, factor: float = 1.0) -> str:
    """Return the number times the factor with fixed digits, halves rounded away from zero; zero has no sign."""
    scaled = exact(value) * exact(factor) * 10**digits
    size = floor(abs(scaled) + Fraction(1, 2))
    sign = "-" if scaled < 0 and size else ""
    figures = f"{size:0{digits + 1}d}"
    return sign + (f"{figures[:-digits]}.{figures[-digits:]}" if digits else figures)


def full(value: float | Fraction, factor: float = 1.0) -> float:
    """Return the number times the factor, free of the noise of floats."""
    return float(exact(value) * exact(factor))


def machine_cell(value: Part) -> str:
    """Return a part as a machine reads it: the shortest digits that are the number, nothing for None."""
    if value is None or isinstance(value, str):
        return value or ""
    return str(int(value)) if float(value).is_integer() else repr(float(value))
