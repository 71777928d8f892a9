"""Amounts of money and calls, and the most that a results folder may pay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of paid calls and what they cost."""

    calls: int = 0
    usd: Fraction = Fraction(0)

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.calls + other.calls, self.usd + other.usd)

    def __sub__(self, other: Amount) -> Amount:
        return Amount(self.calls - other.calls, self.usd - other.usd)

    def __str__(self) -> str:
        return f"{dollars(self.usd)} for {_calls(self.calls)}"


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that a results folder may pay for, over all its runs; None is no bound."""

    usd: Fraction | None = None
    calls: int | None = None

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Budget:
        """Return the budget of the configuration's `spending`."""
        usd = settings.get("usd")
        return cls(None if usd is None else Fraction(str(usd)), settings.get("calls"))

    def covers(self, amount: Amount) -> bool:
        """Return whether the amount is within both bounds."""
        return (self.usd is None or amount.usd <= self.usd) and (self.calls is None or amount.calls <= self.calls)

    def __str__(self) -> str:
        bounds = [] if self.usd is None else [dollars(self.usd)]
        bounds += [] if self.calls is None else [_calls(self.calls)]
        return " and ".join(bounds) or "no bound"


def dollars(usd: Fraction) -> str:
    """Return an amount of money in words, the smaller the finer."""
    digits = 2 if usd >= 1 or not usd else 4 if usd >= Fraction(1, 100) else 6
    return f"{float(usd):,.{digits}f} USD"


def _calls(number: int) -> str:
    return f"{number:,} model {'call' if number == 1 else 'calls'}"
