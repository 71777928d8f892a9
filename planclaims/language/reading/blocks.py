"""Fenced blocks in a model's reply."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_RUN = re.compile(r"`{3,}+|~{3,}+")
_BEFORE = re.compile(r"[\s>*+-]*+(?:\d++[.)]\s*+)?+")


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


ContentReading = Callable[[str], str]
"""The line of the block in the words behind an opening fence, or nothing if they are an info string."""


def in_parentheses(text: str) -> str:
    """Return a text that begins with a parenthesis, as no info string does; else nothing."""
    return text if text.startswith("(") else ""


def numbered_lines(text: str) -> tuple[Line, ...]:
    """Return the lines of the text."""
    return tuple(Line(number, line) for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1))


def fenced_blocks(text: str, content: ContentReading = in_parentheses) -> tuple[Block, ...]:
    """Return the blocks in their order; a block that is never closed runs to the end of the text."""
    return blocks_among(numbered_lines(text), content)


def blocks_among(lines: Sequence[Line], content: ContentReading = in_parentheses) -> tuple[Block, ...]:
    """Return the blocks among lines that have their numbers already."""
    reader = _BlockReader(content)
    for line in lines:
        reader.take(line)
    return reader.finish()


class _BlockReader:
    def __init__(self, content: ContentReading) -> None:
        self._content = content
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
        runs = [match.span() for match in _RUN.finditer(line.text)]
        inline = _inline(line.text, runs)
        if inline:
            contents = [self._content(inner.strip()) for inner in inline]
            self._blocks.extend(Block((Line(line.number, content),)) for content in contents if content)
            return
        if not runs:
            return
        start, end = runs[0]
        before = _BEFORE.match(line.text)
        if before is None or before.end() != start:
            start, end = runs[-1]
            rest = line.text[end:].strip()
            if " " in rest and not rest.startswith("{"):  # a remark on fences, and no info string
                return
        self._open(line.text[start:end], Line(line.number, line.text[end:].strip()))

    def _open(self, fence: str, rest: Line) -> None:
        """Begin a block; the rest of the line is an info string unless it can only be content."""
        content = self._content(rest.text) if rest.text else ""
        self._fence, self._lines = fence, [Line(rest.number, content)] if content else []

    def _inside(self, line: Line) -> None:
        closing = next(
            (
                run
                for run in _RUN.finditer(line.text)
                if run[0][0] == self._fence[0] and len(run[0]) >= len(self._fence)
            ),
            None,
        )
        if not closing:
            self._lines.append(line)
            return
        before, after = line.text[: closing.start()], line.text[closing.end() :].strip()
        if before.strip():
            self._lines.append(Line(line.number, before))
        self._blocks.append(Block(tuple(self._lines)))
        fence, self._fence = self._fence, ""
        info = after.startswith("{") or not re.search(r"\s|^[\[<]", after)
        if not before.strip() and after and re.search(r"\w", after) and info:  # the fence before was never closed
            self._open(fence, Line(line.number, after))


def _inline(line: str, runs: list[tuple[int, int]]) -> list[str]:
    """Return the texts between two fences of backticks on one line."""
    inner, place = [], 0
    while place + 1 < len(runs):
        (start, end), (after, _) = runs[place], runs[place + 1]
        between = line[end:after]
        if line[start] == line[after] == "`" and between and "`" not in between:
            inner.append(between)
            place += 2
        else:
            place += 1
    return inner
