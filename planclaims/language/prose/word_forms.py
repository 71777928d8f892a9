"""Names taken apart into words, and the words put into the forms that sentences need."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction

from planclaims.language.prose.lexicon import (
    ABBREVIATIONS,
    ADJECTIVES,
    AGENTS,
    MASS,
    PLACES,
    PLURALS,
    THINGS,
    THIRD_PERSON,
    is_adjective,
)

_GLUED = re.compile(r"(is|has|have|can|on|at|in|not|next|un)([a-z]{3,})")
_KNOWN = ADJECTIVES | AGENTS | PLACES | THINGS | MASS


def spoken(name: str, known: Collection[str] = ()) -> tuple[str, ...]:
    """Return the words of a name: abbreviations written out, words that were run together taken apart."""
    spread = [ABBREVIATIONS.get(part, part) for part in words(name).lower().split()]
    parts = [piece for part in spread for piece in part.split()]
    return tuple(piece for part in parts for piece in _apart(part, known))


def _apart(word: str, known: Collection[str]) -> tuple[str, ...]:
    match = _GLUED.fullmatch(word)
    if match and match[1] != "un" and match[2] in {*_KNOWN, *known, *THIRD_PERSON.values()} and word not in _KNOWN:
        return match[1], match[2]
    tail = re.fullmatch(r"([a-z]{3,}?)(at|in|on|of)", word)
    if tail and tail[1] in {*AGENTS, *THINGS, *known} and word not in {*_KNOWN, *known}:
        return tail[1], tail[2]
    return (word,)


def singular(word: str) -> str:
    """Return the word without the ending of the plural."""
    return next((s for s in (word[:-3] + "y", word[:-2], word[:-1]) if s and plural(s) == word), word)


def bare(term: str) -> str:
    """Return a variable's name or a type without marks and digits: `?truck2` is `truck`."""
    return re.sub(r"[-_]?\d+$", "", term.lstrip("?"))


def is_plural(noun: str) -> bool:
    """Return whether a noun's last word stands for several things."""
    last = noun.rsplit(maxsplit=1)[-1]
    return last in PLURALS or re.search(r"[^siu]s$", last) is not None


def some(noun: str) -> str:
    """Return the noun as something not yet known: after an article where one can stand."""
    last = noun.rsplit(maxsplit=1)[-1]
    uncounted = last in MASS or is_plural(noun) or re.search(r"(?:ness|ity|ment|ism)$", last) or is_adjective(last)
    return noun if uncounted else with_article(noun)


def the(noun: str) -> str:
    """Return the noun as something known: after `the`, but for what has no article."""
    return noun if noun in MASS else f"the {noun}"


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
