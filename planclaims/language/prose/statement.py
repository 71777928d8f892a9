"""Statements in the third person and their denials."""

from __future__ import annotations

import re
from dataclasses import dataclass

from planclaims.language.prose.lexicon import MODALS, THIRD_PERSON

UNLIKE = "it is not the case that"
"""How the denial of a fact begins that has no better words."""

_DENIED = {
    "is": "is not", "are": "are not", "was": "was not", "were": "were not", **MODALS, "has been": "has not been",
    "have been": "have not been", "there is": "there is no", "there are": "there are no",
}  # fmt: skip
_BASES = {**THIRD_PERSON, "has": "have", "holds for": "hold for", "counts": "count"}


@dataclass(frozen=True, slots=True)
class Statement:
    """A template for a fact and one for its denial, with the arguments as `{0}`, `{1}`."""

    holds: str
    fails: str


def state(subject: str, verb: str, rest: str = "") -> Statement:
    """Return the statement; the verb stands in its form after `it`."""
    denied = _DENIED.get(verb) or f"does not {_BASES.get(verb, verb)}"
    return Statement(_joined(subject, verb, rest), _joined(subject, denied, rest))


def perfect(subject: str, participle: str, rest: str = "") -> Statement:
    """Return the statement that the subject has done something."""
    return Statement(_joined(subject, "has", participle, rest), _joined(subject, "has not", participle, rest))


def there_is(noun: str, article: str, rest: str) -> Statement:
    """Return the statement that something exists."""
    verb = "are" if article == "are" else "is"
    lead = "" if article in ("", "are") else article
    return Statement(_joined(f"there {verb}", lead, noun, rest), _joined(f"there {verb} no", noun, rest))


def denial(text: str) -> str:
    """Return the plain denial of a sentence template, its verb denied where that is found beyond doubt."""
    verb = r"is|are|was|were|can|cannot|must|has been|have been|has|" + "|".join(THIRD_PERSON)
    match = re.match(rf"((?:the [\w ]+? of |the (?:\w+ )?)?(?:{{\d}}|\w+)) ({verb})(?= |$)(.*)", text)
    opposed = re.search(r"\b(?:not|no|never|only|if|unless|every|all|each|either|both|or|and)\b", text)
    if match is None or opposed or len(re.findall(r"\b(?:is|are|was|were)\b", text)) > 1:
        return f"{UNLIKE} {text}"
    return state(match[1], match[2], match[3].strip()).fails


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)
