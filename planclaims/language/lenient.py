"""JSON as models write it: single quotes, trailing commas, Python's literals, bare words, raw line breaks."""

from __future__ import annotations

import re

_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"[\w?.+-]+")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$")
_LITERALS = {"true": True, "false": False, "null": None, "none": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_QUOTES = {'"': '"', "'": "'", "\u201c": "\u201d"}
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


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text

    def value(self, place: int, depth: int) -> tuple[object, int]:
        place = self._skip(place)
        if depth > _DEEPEST:
            raise Unreadable("the JSON is nested too deeply")
        opening = self._text[place : place + 1]
        if opening == "{":
            return self._object(place + 1, depth)
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
            if not self._at(place, ":"):
                raise Unreadable(f"there is no colon after the key {key[:40]}")
            found[key], place = self.value(place + 1, depth + 1)
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
        if self._at(place, ","):
            return place + 1
        if self._at(place, closing):
            return place
        raise Unreadable(
            "the JSON breaks off" if place >= len(self._text) else "a comma or bracket is missing in the JSON"
        )

    def _string(self, place: int, closing: str) -> tuple[str, int]:
        pieces: list[str] = []
        while place < len(self._text):
            letter = self._text[place]
            if letter == closing:
                return _without_surrogates("".join(pieces)), place + 1
            if letter == "\\":
                piece, place = self._escape(place + 1)
                pieces.append(piece)
            else:
                pieces.append(letter)
                place += 1
        raise Unreadable("a text in the JSON is never closed")

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
        match = _SPACE.match(self._text, place)
        return match.end() if match else place

    def _at(self, place: int, letter: str) -> bool:
        return self._text[place : place + 1] == letter


def _without_surrogates(text: str) -> str:
    """Return the text with escaped surrogate pairs joined, so that it can be written as UTF-8."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
