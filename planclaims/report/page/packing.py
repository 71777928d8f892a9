"""Data packed into text that a page can carry: JSON, compressed, in letters; equal data give equal text."""

from __future__ import annotations

import base64
import gzip
import json

LEVEL = 9


class TextTable:
    """Texts kept once each, in order of first use."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._places: dict[str, int] = {}

    def place(self, text: str) -> int:
        """Return where the text stands in the table, which it enters if it is new."""
        if text not in self._places:
            self._places[text] = len(self.texts)
            self.texts.append(text)
        return self._places[text]


def packed(data: object) -> str:
    """Return the data as letters that unpack to JSON; no time stamp enters."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(gzip.compress(text.encode("utf-8", "backslashreplace"), LEVEL, mtime=0)).decode("ascii")


def unpacked(text: str) -> object:
    """Return the data that was packed."""
    return json.loads(gzip.decompress(base64.b64decode(text)))
