"""JSON as models write it: single quotes, trailing commas, Python's literals, bare words, raw line breaks."""

from __future__ import annotations

import re

_SPACE = re.compile(r"(?:\s++|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)|#[^\n]*+)*+")
_WORD = re.compile(r"[\w?.+-]+")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$")
_LITERALS = {"true": True, "false": False, "null": None, "none": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_QUOTES = {
    '"': '"', "'": "'", "\u201c": "\u201d", "\u201e": "\u201c\u201d", "\u00ab": "\u00bb", "\u2018": "\u2019", "`": "`",
    "\u300c": "\u300d",
}  # fmt: skip
"""Every quotation mark that opens with those that close it."""
_PLAIN = {closing: re.compile(rf"[^\\{closing}]++") for closing in _QUOTES.values()}
_GIVES = re.compile(r":|=>?")
_DOUBLED = re.compile(r"[^\s,:;}\]\"']")
_OPENING = re.compile(r"\{\s*+(?![\s{\[:,\]])")
_NEVER_CLOSED = "a text in the JSON is never closed"
_DEEPEST = 20
_LARGEST = 1e30


class Unreadable(ValueError):
    """The text is no JSON, not even a lenient one; the message says why, in prose."""


def read_value(text: str, start: int = 0) -> tuple[object, int]:
    """Return the value that begins at `start` and the place after it; raises Unreadable."""
    return _Reader(text).value(start, 0)


def read_whole(text: str) -> object:
    """Return the value if the text holds nothing else; raises Unreadable."""
    value, end = read_value(text)
    if text[end:].strip():
        raise Unreadable("there is text after the JSON value")
    return value


def skip_space(text: str, place: int) -> int:
    """Return the place after blanks and comments."""
    match = _SPACE.match(text, place)
    return match.end() if match else place


def read_objects(text: str) -> tuple[tuple[tuple[int, int, dict[str, object]], ...], str]:
    """Return the objects in a text with their places, and why the first unreadable one is none; in linear time."""
    reader = _Reader(text)
    found: list[tuple[int, int, dict[str, object]]] = []
    fault = ""
    for opening in _OPENING.finditer(text):
        if opening.start() < reader.reached:
            continue
        reader.whole = []
        try:
            value, reader.reached = reader.value(opening.start(), 0)
            if isinstance(value, dict):
                found.append((opening.start(), reader.reached, value))
        except Unreadable as error:
            fault = fault or str(error)
            found += _outermost(reader.whole)
            reader.reached = max(reader.reached, opening.start() + 1)
    return tuple(found), fault


def _outermost(objects: list[tuple[int, int, dict[str, object]]]) -> list[tuple[int, int, dict[str, object]]]:
    """Return the objects that lie in no other one."""
    kept: list[tuple[int, int, dict[str, object]]] = []
    for start, end, value in sorted(objects, key=lambda place: place[0]):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end, value))
    return kept


class _Reader:
    """Reads values; `reached` is how far, and `whole` are the objects read to their end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._never_closed: dict[str, int] = {}
        self.reached = 0
        self.whole: list[tuple[int, int, dict[str, object]]] = []

    def value(self, place: int, depth: int) -> tuple[object, int]:
        place = self._skip(place)
        self.reached = max(self.reached, place)
        if depth > _DEEPEST:
            raise Unreadable("the JSON is nested too deeply")
        opening = self._text[place : place + 1]
        if opening == "{":
            value, end = self._object(place + 1, depth)
            self.whole.append((place, end, value))
            return value, end
        if opening == "[":
            return self._list(place + 1, depth)
        if opening and opening in _QUOTES:
            return self._string(place + 1, _QUOTES[opening])
        return self._word(place)

    def _object(self, place: int, depth: int) -> tuple[dict[str, object], int]:
        found: dict[str, object] = {}
        while True:
            place = self._skip(place)
            if self._at(place, "}"):
                return found, place + 1
            key, place = self.value(place, depth + 1)
            if not isinstance(key, str):
                raise Unreadable("a key of the JSON object is no text")
            if key in found:
                raise Unreadable(f"the key {key[:40]} is given twice")
            place = self._skip(place)
            gives = _GIVES.match(self._text, place)
            if gives is None:
                raise Unreadable(f"there is no colon after the key {key[:40]}")
            found[key], place = self.value(gives.end(), depth + 1)
            place = self._separator(place, "}")

    def _list(self, place: int, depth: int) -> tuple[list[object], int]:
        found: list[object] = []
        while True:
            place = self._skip(place)
            if self._at(place, "]"):
                return found, place + 1
            item, place = self.value(place, depth + 1)
            found.append(item)
            place = self._separator(place, "]")

    def _separator(self, place: int, closing: str) -> int:
        """Return the place after a comma, or before the closing bracket."""
        place = self._skip(place)
        if self._at(place, ",") or self._at(place, ";"):
            return place + 1
        if self._at(place, closing):
            return place
        raise Unreadable(
            "the JSON breaks off" if place >= len(self._text) else "a comma or bracket is missing in the JSON"
        )

    def _string(self, place: int, closing: str) -> tuple[str, int]:
        text, start = self._text, place
        if start >= self._never_closed.get(closing, len(text)):
            raise Unreadable(_NEVER_CLOSED)
        doubled = text.startswith(closing, place) and closing in "\"'" and _DOUBLED.match(text, place + 1) is not None
        if doubled:
            end = text.find(closing * 2, place + 1)
            if end >= 0:
                return _without_surrogates(text[place + 1 : end]), end + 2
        pieces: list[str] = []
        plain = _PLAIN[closing]
        while place < len(text):
            run = plain.match(text, place)
            if run:
                pieces.append(run.group())
                place = run.end()
            elif text[place] in closing:
                return _without_surrogates("".join(pieces)), place + 1
            else:
                piece, place = self._escape(place + 1)
                pieces.append(piece)
        self._never_closed[closing] = min(start, self._never_closed.get(closing, start))
        raise Unreadable(_NEVER_CLOSED)

    def _escape(self, place: int) -> tuple[str, int]:
        letter = self._text[place : place + 1]
        code = self._text[place + 1 : place + 5]
        if letter == "u" and re.fullmatch(r"[0-9a-fA-F]{4}", code):
            return chr(int(code, 16)), place + 5
        return _ESCAPES.get(letter, letter), place + 1

    def _word(self, place: int) -> tuple[object, int]:
        match = _WORD.match(self._text, place)
        if match is None:
            raise Unreadable("the JSON breaks off" if place >= len(self._text) else "there is no JSON value")
        word = match.group()
        if word.lower() in _LITERALS:
            return _LITERALS[word.lower()], match.end()
        if _NUMBER.match(word) and len(word) < 30:
            value = float(word) if re.search(r"[.eE]", word) else int(word)
            return (value if abs(value) < _LARGEST else word), match.end()
        return word, match.end()

    def _skip(self, place: int) -> int:
        return skip_space(self._text, place)

    def _at(self, place: int, letter: str) -> bool:
        return self._text[place : place + 1] == letter


def _without_surrogates(text: str) -> str:
    """Return the text with escaped surrogate pairs joined, so that it can be written as UTF-8."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
