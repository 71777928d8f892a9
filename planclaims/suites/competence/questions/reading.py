"""The strict reading of answers: the answer text of a reply, and what it says; nothing is repaired."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from planclaims.language.reading.blocks import fenced_blocks
from planclaims.language.reading.reasoning import without_reasoning
from planclaims.seam import MALFORMED, Answer
from planclaims.suites.competence.questions.lexicon import WordFault, check_term
from planclaims.suites.contract import Data

LABELS = {"positive effects": "gained", "negative effects": "lost"}
"""The labels of the two lists of effects, and what each list holds."""
_MARKER = re.compile(r"(?:\*\*|__)?\banswer(?:\*\*|__)?[ \t]*:(?:\*\*|__)?", re.IGNORECASE)
_BULLET = re.compile(r"^[ \t\u00a0]*(?:[-*]|\d+[.)])[ \t\u00a0]+(?=\S)", re.MULTILINE)
_TOKEN = re.compile(r"[()\[\],;]|[^\s()\[\],;]+")
_PAIRED_LABEL = re.compile(r"(positive|negative)\s+effects\s*:", re.IGNORECASE)


class Unreadable(Exception):
    """An answer text has not the form that is asked for; the message says why."""


def answer_text(reply: str) -> str:
    """Return the part of a reply that is its answer, without bullets, back quotes and a final full stop."""
    rest = without_reasoning(reply)
    blocks = fenced_blocks(rest)
    if blocks:
        text = "\n".join(line.text for line in blocks[-1].lines)
    else:
        markers = list(_MARKER.finditer(rest))
        text = rest[markers[-1].end() :] if markers else rest
    text = _BULLET.sub("", text.replace("`", "")).strip()
    return text.removesuffix(".").rstrip()


def read_answer(reply: str, shown: Data) -> Answer:
    """Return what a reply answers to the question that is shown, or that it is malformed and why."""
    text = answer_text(reply)
    if not text:
        return Answer(MALFORMED, reason="empty: no answer was given")
    try:
        return READERS[shown["form"] if shown["form"] != "generative" else shown["kind"]](text, shown)
    except (Unreadable, WordFault) as problem:
        return Answer(MALFORMED, reason=str(problem))


def _set(text: str, shown: Data) -> Answer:
    return Answer("set", value=_terms(_tokens(text), shown, "actions"))


def _sequence(text: str, shown: Data) -> Answer:
    return Answer("sequence", tuple(_terms(_tokens(text), shown, "actions")))


def _effects(text: str, shown: Data) -> Answer:
    labels = [f"{match[1].lower()} effects" for match in _PAIRED_LABEL.finditer(text)]
    places = [match.start() for match in _PAIRED_LABEL.finditer(text)]
    if len(labels) not in (0, 2) or len(set(labels)) != len(labels):
        raise Unreadable("prose: each of the two lists may have its own label")
    if labels:
        first, second = text[places[0] : places[1]], text[places[1] :]
        if text[: places[0]].strip():
            raise Unreadable("prose before the lists")
        parts = [
            re.sub(_PAIRED_LABEL, "", part, count=1).strip() for part in (first.rstrip().removesuffix(","), second)
        ]
        lists = [_lists(_tokens(part), shown) for part in parts]
        if any(len(found) != 1 for found in lists):
            raise Unreadable("two lists are due, one for each label")
        value = {LABELS[label]: found[0] for label, found in zip(labels, lists, strict=True)}
        return Answer("effects", value={"gained": value["gained"], "lost": value["lost"]})
    found = _lists(_tokens(text), shown)
    if len(found) != 2:
        raise Unreadable(f"two lists are due, {len(found)} given")
    return Answer("effects", value={"gained": found[0], "lost": found[1]})


def _lists(tokens: Sequence[str], shown: Data) -> list[list[str]]:
    """Return the propositions of each list in square brackets; a comma may stand between lists."""
    found: list[list[str]] = []
    place = 0
    while place < len(tokens):
        if found and tokens[place] == ",":
            place += 1
        if place == len(tokens) or tokens[place] != "[":
            raise Unreadable("a list in square brackets is due")
        end = next((at for at in range(place, len(tokens)) if tokens[at] == "]"), None)
        if end is None:
            raise Unreadable("unbalanced: a square bracket is not closed")
        found.append(_terms(tokens[place : end + 1], shown, "propositions"))
        place = end + 1
    return found


def _single(vocabulary: str, *, none: bool) -> Callable[[str, Data], Answer]:
    def read(text: str, shown: Data) -> Answer:
        if none and text.casefold() == "none":
            return Answer("single", value=None)
        tokens = _tokens(text)
        if tokens[0] != "(":
            raise Unreadable("a term in parentheses is due" + (", or None" if none else ""))
        terms = _terms(tokens, shown, vocabulary)
        if len(terms) != 1:
            raise Unreadable(f"one term is due, {len(terms)} given")
        return Answer("single", value=terms[0])

    return read


def _index(text: str, shown: Data) -> Answer:
    if text.casefold() == "none":
        return Answer("index", value=None)
    if not re.fullmatch(r"[0-9]+", text):
        raise Unreadable("an index is due: a whole number from 0, or None")
    return Answer("index", value=int(text[-18:]) if len(text) > 18 else int(text))


def _boolean(text: str, shown: Data) -> Answer:
    if text.casefold() not in ("yes", "no"):
        raise Unreadable("one word is due, yes or no")
    return Answer("boolean", value=text.casefold() == "yes")


def _choice(text: str, shown: Data) -> Answer:
    match = re.fullmatch(r"(?:([A-Da-d])|\(([A-Da-d])\))(?:[.)]?|[.)]\s+(\S.*))", text, re.DOTALL)
    if not match:
        raise Unreadable("one letter from A to D is due")
    letter = (match[1] or match[2]).upper()
    own = shown["asked"]["options"]["ABCD".index(letter)]
    if match[3] and _folded(match[3]) != _folded(own):
        raise Unreadable(f"the text after {letter} is not the text of {letter}")
    return Answer("choice", value=letter)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).removesuffix(".")


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.casefold().replace("\u00a0", " "))


def _terms(tokens: Sequence[str], shown: Data, vocabulary: str) -> list[str]:
    """Return the terms of a list, with or without its square brackets; commas or semicolons may stand between."""
    inner = list(tokens)
    if inner and inner[0] == "[":
        if inner[-1] != "]":
            raise Unreadable("unbalanced: the square bracket is not closed")
        inner = inner[1:-1]
    elif not inner:
        raise Unreadable("empty: no answer was given")
    found: list[str] = []
    place = 0
    while place < len(inner):
        if found and inner[place] in (",", ";"):
            place += 1
            if place == len(inner) and inner[-1] == ",":
                break
        place = _term_end(inner, place)
        found.append(check_term(inner[_term_start(inner, place) : place - 1], shown["lexicon"], vocabulary))
    return found


def _term_start(tokens: Sequence[str], end: int) -> int:
    return max(at for at in range(end) if tokens[at] == "(") + 1


def _term_end(tokens: Sequence[str], place: int) -> int:
    """Return the place after the term that begins at a place."""
    if place >= len(tokens) or tokens[place] != "(":
        found = tokens[place] if place < len(tokens) else "the end"
        raise Unreadable(f"a term in parentheses is due, found {found!r}")
    for at in range(place + 1, len(tokens)):
        if tokens[at] == ")":
            if at == place + 1:
                raise Unreadable("an empty term")
            return at + 1
        if tokens[at] in "([],;":
            raise Unreadable(f"a term is names between blanks, found {tokens[at]!r} in it")
    raise Unreadable("unbalanced: a parenthesis is not closed")


READERS: Mapping[str, Callable[[str, Data], Answer]] = {
    "app": _set,
    "prog": _effects,
    "reach": _single("propositions", none=True),
    "areach": _single("actions", none=True),
    "val": _index,
    "just": _sequence,
    "land": _single("propositions", none=True),
    "nexta": _single("actions", none=False),
    "boolean": _boolean,
    "choice": _choice,
}
"""How an answer is read, by the kind of a generative question or else by the form."""
