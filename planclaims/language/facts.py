"""Facts in a model's words, read back: sentences that state a fact or deny it, lists of them, and PDDL atoms."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from planclaims.language.prose.phrases import Phrases
from planclaims.language.prose.relation import UNLIKE
from planclaims.semantics.formula import Atom

_ARTICLES = re.compile(r"\b(?:the|a|an)\b")
_LEAD = re.compile(r"^(?:[\s>*+•–—-]+|\(?\d+[.):]\s*|\[\s*\]\s*)+")
_MARKS = re.compile(r"[`*\"“”]")
_NEGATION = re.compile(r"\s*(?:\bno longer\b|\bnot\b|n't\b)(?:\s+any\s?more\b)?")
_JOINTS = re.compile(r"[;,]|\band\b|\bbut\b|\.(?=\s|$)")
_PDDL = re.compile(r"\(\s*not\s*\(([^()]*)\)\s*\)|\(([^()]*)\)")
_UNLIKE = re.compile(rf"^{UNLIKE}\s+(?:that\s+)?")


@dataclass(frozen=True, slots=True)
class Claim:
    """A fact that is said to hold, or not to hold."""

    atom: Atom
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Claims:
    """What a text states, in its order, and the parts of it that speak of the world and could not be read."""

    claims: tuple[Claim, ...]
    unread: tuple[str, ...] = ()

    @property
    def true(self) -> frozenset[Atom]:
        """Return the facts said to hold."""
        return frozenset(claim.atom for claim in self.claims if claim.holds)

    @property
    def false(self) -> frozenset[Atom]:
        """Return the facts said not to hold."""
        return frozenset(claim.atom for claim in self.claims if not claim.holds)


class FactReader:
    """Reads the facts of one domain; `understood` gives further templates for some predicates."""

    def __init__(self, phrases: Phrases, understood: Mapping[str, Sequence[str]] | None = None) -> None:
        self._arities = {name: len(parameters) for name, parameters in phrases.domain.predicates.items()}
        nouns = {word for forms in phrases.nouns.values() for noun in forms for word in noun.lower().split()}
        self._nouns = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, nouns), key=len, reverse=True))})\b")
        self._patterns: list[tuple[str, bool, re.Pattern[str]]] = []
        for name, template in phrases.holds.items():
            for text in (template, *(understood or {}).get(name, ())):
                self._add(name, True, text)
            self._add(name, False, phrases.fails[name])
        self._predicate_words = re.compile(
            rf"\b(?:{'|'.join(map(re.escape, sorted(self._arities, key=len, reverse=True)))})\b"
        )

    def _add(self, name: str, holds: bool, template: str) -> None:
        plain = _normal(template)
        for text in dict.fromkeys((plain, self._without_nouns(plain))):
            pieces = re.split(r"\{(\d+)\}", text)
            pattern = "".join(
                re.escape(piece).replace(r"\ ", r"\s+") if place % 2 == 0 else f"(?P<a{piece}>[\\w-]+)"
                for place, piece in enumerate(pieces)
            )
            self._patterns.append((name, holds, re.compile(pattern)))

    def _without_nouns(self, text: str) -> str:
        return " ".join(self._nouns.sub(" ", text).split())

    def read(self, sentence: str, objects: Collection[str]) -> Claim | None:
        """Return the fact that a sentence states or denies, or None if it is no such sentence."""
        text = _normal(sentence)
        claim = self._stated(text, objects)
        if claim is not None:
            return claim
        plain = _UNLIKE.sub("", text)
        if plain == text:
            plain = _NEGATION.sub("", text, count=1).strip()
        if plain == text:
            return None
        denied = self._stated(plain, objects)
        return None if denied is None else Claim(denied.atom, not denied.holds)

    def _stated(self, text: str, objects: Collection[str]) -> Claim | None:
        for variant in dict.fromkeys((text, self._without_nouns(text))):
            for name, holds, pattern in self._patterns:
                match = pattern.fullmatch(variant)
                if match and all(term in objects for term in match.groupdict().values()):
                    return Claim((name, *(match[f"a{place}"] for place in range(self._arities[name]))), holds)
        return self._atom(text, objects)

    def _atom(self, text: str, objects: Collection[str]) -> Claim | None:
        """Return the fact of a text such as `(on red blue)`, with or without parentheses."""
        negated = re.fullmatch(r"\(\s*not\s*\(([^()]*)\)\s*\)", text)
        inner = negated[1] if negated else text.strip("()")
        name, *terms = inner.replace(",", " ").split() or [""]
        if self._arities.get(name) != len(terms) or not all(term in objects for term in terms):
            return None
        return Claim((name, *terms), negated is None)

    def read_all(self, text: str, objects: Collection[str]) -> Claims:
        """Return what a text of sentences, lists and atoms states; prose that names nothing of the world is skipped."""
        claims: list[Claim] = []
        unread: list[str] = []
        for line in text.splitlines():
            for piece, claim in self._pieces(line, objects):
                if claim is not None:
                    claims.append(claim)
                elif self._speaks_of(piece, objects):
                    unread.append(piece.strip())
        return Claims(tuple(claims), tuple(unread))

    def _pieces(self, line: str, objects: Collection[str]) -> Iterator[tuple[str, Claim | None]]:
        whole = self.read(line, objects)
        if whole is not None:
            yield line, whole
            return
        atoms = [match[0] for match in _PDDL.finditer(line)]
        if atoms and not re.search(r"\w", _PDDL.sub("", line).replace("and", "")):
            yield from ((atom, self.read(atom, objects)) for atom in atoms)
            return
        head, colon, rest = line.partition(":")
        if colon and self.read(head, objects) is None:
            yield from ((piece, self.read(piece, objects)) for piece in _split(rest))
            return
        yield from ((piece, self.read(piece, objects)) for piece in _split(line))

    def _speaks_of(self, piece: str, objects: Collection[str]) -> bool:
        words = set(re.findall(r"[\w-]+", piece.lower()))
        return any(word in objects for word in words) or self._predicate_words.search(piece.lower()) is not None


def _split(text: str) -> list[str]:
    return [piece for piece in _JOINTS.split(text) if re.search(r"\w", piece)]


def _normal(sentence: str) -> str:
    """Return a sentence in lower case without list marks, emphasis, articles and final punctuation."""
    text = _MARKS.sub("", _LEAD.sub("", sentence.lower())).strip().rstrip(".,;:!").strip()
    return " ".join(_ARTICLES.sub(" ", text).split())
