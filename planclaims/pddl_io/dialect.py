"""The spelling that the pddl package reads without loss.

The package reserves words, reads no sign and no exponent, and turns a decimal point into a float. So every name gets
a prefix, and every number becomes a quotient of natural numbers.
"""

from __future__ import annotations

import re
from fractions import Fraction

PREFIX = "n-"
NUMBER_FORM = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]{1,3})?"
"""Every form of a number, in problem files and in plan files; its digits are ASCII."""
_NUMBER = re.compile(NUMBER_FORM, re.IGNORECASE)
LONGEST_NUMBER = 1000
REPEATED = "again"
"""A fluent without the prefix, so none of the file: a summand that marks a repeated effect and means nothing."""


def encode(name: str) -> str:
    """Return a name or variable in a spelling that is no reserved word of the package."""
    return f"?{PREFIX}{name[1:]}" if name.startswith("?") else f"{PREFIX}{name}"


def decode(name: object) -> str:
    """Return the name that was encoded."""
    return str(name).removeprefix("?").removeprefix(PREFIX)


def repeated(expression: str) -> str:
    """Return the text of an expression made unlike itself, for an effect that stands in an action once more.

    The package drops the second of two equal effects, but two equal increases add up.
    """
    return f"(+ {expression} ({REPEATED}))"


def applied(name: str, *terms: str) -> str:
    """Return the encoded text of a name applied to terms."""
    return "(" + " ".join(map(encode, (name, *terms))) + ")"


def exact(text: str) -> Fraction | None:
    """Return the exact value of a number as written, or None if the text is no number."""
    return Fraction(text) if len(text) <= LONGEST_NUMBER and _NUMBER.fullmatch(text) else None


def literal(value: Fraction) -> str:
    """Return the text of an exact number in natural numbers alone."""
    text = f"(/ {abs(value.numerator)} {value.denominator})" if value.denominator != 1 else str(abs(value.numerator))
    return f"(- {text})" if value < 0 else text
