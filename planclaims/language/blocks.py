"""Fenced blocks in a model's reply."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FENCE = r"(?P<fence>`{3,}|~{3,})"
_INLINE = re.compile(r"(`{3,})(?P<inner>[^`]+)\1")
_AT_START = re.compile(rf"^[\s>*+-]*(?:\d+[.)]\s*)?{_FENCE}\s*(?P<rest>.*)$")
_AT_END = re.compile(rf"{_FENCE}\s*(?P<rest>[\w+-]*)\s*$")
_TAG = re.compile(r"[\w+#.-]*(?:\s+\S*[={]\S*)*$")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a reply with its number, counted from 1."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """The lines between two fences; the last block of a reply may lack its closing fence."""

    lines: tuple[Line, ...]
    closed: bool = True

    @property
    def blank(self) -> bool:
        """Return whether nothing is written in the block."""
        return not any(line.text.strip() for line in self.lines)


def numbered_lines(text: str) -> tuple[Line, ...]:
    """Return the lines of the text."""
    return tuple(Line(number, line) for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1))


def fenced_blocks(text: str) -> tuple[Block, ...]:
    """Return the blocks in their order; a block that is never closed runs to the end of the text."""
    reader = _BlockReader()
    for line in numbered_lines(text):
        reader.take(line)
    return reader.finish()


class _BlockReader:
    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._lines: list[Line] = []
        self._fence = ""

    def take(self, line: Line) -> None:
        if self._fence:
            self._inside(line)
        else:
            self._outside(line)

    def finish(self) -> tuple[Block, ...]:
        if self._fence:
            self._blocks.append(Block(tuple(self._lines), closed=False))
        return tuple(self._blocks)

    def _outside(self, line: Line) -> None:
        inline = list(_INLINE.finditer(line.text))
        if inline:
            self._blocks.extend(Block((Line(line.number, match["inner"]),)) for match in inline)
            return
        opening = _AT_START.match(line.text) or _AT_END.search(line.text)
        if opening:
            self._open(opening["fence"], Line(line.number, opening["rest"]))

    def _open(self, fence: str, rest: Line) -> None:
        """Begin a block; the rest of the line is a language tag unless it can only be content."""
        content = not _TAG.match(rest.text) or rest.text.strip().casefold() == "unsolvable"
        self._fence, self._lines = fence, [rest] if content else []

    def _inside(self, line: Line) -> None:
        closing = re.search(rf"{self._fence[0]}{{{len(self._fence)},}}", line.text)
        if not closing:
            self._lines.append(line)
            return
        before, after = line.text[: closing.start()], line.text[closing.end() :].strip()
        if before.strip():
            self._lines.append(Line(line.number, before))
        self._blocks.append(Block(tuple(self._lines)))
        fence, self._fence = self._fence, ""
        if not before.strip() and re.fullmatch(r"[\w+-]+", after):  # the fence before was never closed
            self._open(fence, Line(line.number, after))
