"""English made of names: words, nouns, lists and numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction


def words(name: str) -> str:
    """Return the name split at hyphens and underscores."""
    return " ".join(part for part in re.split(r"[-_\s]+", name) if part) or name


def plural(noun: str) -> str:
    """Return the noun in the plural, by the regular rules."""
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + ("es" if re.search(r"(?:s|x|z|ch|sh)$", noun) else "s")


def there_are(number: int, noun: str) -> str:
    """Return the sentence that tells how many there are."""
    return f"There is 1 {noun}." if number == 1 else f"There are {number} {plural(noun)}."


def with_article(noun: str) -> str:
    """Return the noun after `a` or `an`."""
    return ("an " if noun[:1].lower() in "aeiou" else "a ") + noun


def listing(items: Sequence[str], conjunction: str = "and") -> str:
    """Return the items as an English list."""
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + f" {conjunction} {items[-1]}"


def number(value: Fraction) -> str:
    """Return the exact value: digits, a decimal fraction if there is a finite one, else a quotient."""
    if value.denominator == 1:
        return str(value.numerator)
    for places in range(1, 13):
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
            return ("-" if value < 0 else "") + digits[:-places] + "." + digits[-places:]
    return f"{value.numerator}/{value.denominator}"
