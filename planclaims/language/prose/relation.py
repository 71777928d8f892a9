"""A relation as words, and the small phrases that sentences about it share."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from planclaims.language.prose.evidence import Kinds, is_place
from planclaims.language.prose.lexicon import LINKS_BY_KIND, PREPOSITIONS
from planclaims.language.prose.statement import Statement, state
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
