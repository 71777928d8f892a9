"""List prices and the cost of a call, computed exactly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from planclaims.errors import ConfigError

PER_MILLION = 1_000_000
DIRECTIONS = ("input", "output")


@dataclass(frozen=True, slots=True)
class Price:
    """The list price of a model in USD per million tokens."""

    input: Fraction
    output: Fraction

    @classmethod
    def from_settings(cls, settings: Mapping[str, object]) -> Price:
        """Return the price written as `{input: 2.50, output: 10.00}`, read as decimals."""
        if set(settings) != set(DIRECTIONS):
            raise ConfigError("a price is incomplete", found=", ".join(sorted(settings)), allowed="input and output")
        return cls(*(_amount(name, settings[name]) for name in DIRECTIONS))


def _amount(name: str, value: object) -> Fraction:
    try:
        amount = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        amount = Fraction(-1)
    if amount < 0 or isinstance(value, bool):
        raise ConfigError(f"the {name} price is not a price", found=repr(value), allowed="USD per million tokens, >= 0")
    return amount


def cost_usd(price: Price | None, input_tokens: int, output_tokens: int) -> float:
    """Return the cost of a call in USD, rounded once at the end; nothing is charged without a price."""
    if price is None:
        return 0.0
    return float((price.input * input_tokens + price.output * output_tokens) / PER_MILLION)


def known_cost(price: Price | None, input_tokens: int | None, output_tokens: int | None) -> float | None:
    """Return the cost of a call in USD; None if some of its tokens are not known."""
    if input_tokens is None or output_tokens is None:
        return None
    return cost_usd(price, input_tokens, output_tokens)
