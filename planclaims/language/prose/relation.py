"""A relation as words, and the small phrases that sentences about it share."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from planclaims.language.prose.evidence import Kinds, is_place
from planclaims.language.prose.lexicon import LINKS_BY_KIND, MODALS, PREPOSITIONS, THIRD_PERSON
from planclaims.language.prose.word_forms import is_plural, some, the

Words = tuple[str, ...]


@dataclass(frozen=True)
class Relation:
    """A name as words, and what its arguments are."""

    words: Words
    kinds: Kinds
    types: Collection[str]

    @property
    def text(self) -> str:
        """Return the name as it is read aloud."""
        return " ".join(self.words)

    def without(self, dropped: Words) -> Relation:
        """Return the relation with the rest of the words."""
        return Relation(dropped, self.kinds, self.types)


def preposition(words: Words) -> str:
    """Return the preposition that the words begin with, or nothing."""
    text = " ".join(words) + " "
    return next((p for p in PREPOSITIONS if text.startswith(p + " ")), "")


def phrase(words: Words) -> str:
    """Return a preposition with its noun as something known."""
    lead = preposition(words)
    noun = " ".join(words[len(lead.split()) :])
    return f"{lead} {the(noun)}" if noun else lead


def quality(subject: str, said: str) -> Statement:
    """Return that the subject is so, or are so where it is a plural."""
    return state(subject, "are" if is_plural(subject.removesuffix(" of {0}")) and subject != "{0}" else "is", said)


def article(noun: str) -> str:
    """Return what stands before the noun as something not yet known: an article, nothing, or `are` for several."""
    return "are" if is_plural(noun) else some(noun)[: -len(noun)].strip()


def link(kind: frozenset[str]) -> str:
    """Return the words that lead to an argument of the kind."""
    special = next((link for word, link in LINKS_BY_KIND.items() if word in kind), None)
    return special or ("at" if is_place(kind) else "with")


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
