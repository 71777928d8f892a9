"""What in a reply may or may not be part of its answer: headings, alternatives, other speakers, comments."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Sequence

from planclaims.language.reading.markers import Kind, Marker

Ranges = tuple[tuple[int, int, str], ...]
"""First and last lines, and what it is that they stand inside."""

_HEADING = re.compile(
    r"[\s#*_>\[]*+(?:(?P<answer>(?:(?:the|my|final|complete|proposed)\s)*(?:plan|answer|solution|actions)|final|output)"
    r"|(?:the\s|my\s)?(?:thinking|thoughts?|reasoning|analysis|scratchpad|reflection|draft|rejected(?:\sidea)?s?|notes?"
    r"|first\sattempt))(?:\s(?:process|steps?))?[\s:*_\]]*+",
    re.IGNORECASE,
)


_TURN_HEADING = re.compile(
    r"\s{0,3}(?:#{1,6}\s|\*\*|(?=\w))(?:(?P<other>Instructions?|Input|User|Human|USER|HUMAN|Question)"
    r"|(?:Response|Assistant|ASSISTANT|Output|Answer|AI))(?:\*\*:?|:(?:\*\*)?)(?=\s|$)"
)


_ALTERNATIVE = re.compile(
    r"[\s#*_>\[(-]*+(?:(?:or|alternatively|otherwise|variant|(?:an?\s)?(?:alternative|another|other|second|different)"
    r"(?:\s(?:plan|solution|option|way|sequence|answer|approach))?)(?:\s(?:is|would\sbe))?"
    r"|(?:plan|option|solution|alternative|variant|attempt|approach|candidate|version|answer)\s\#?(?P<number>\d{1,2}|[A-F]))[\s:,*_\])]*+",
    re.IGNORECASE,
)


def doubtful(text: str, unknown: Sequence[Marker]) -> Ranges:
    """Return the ranges of lines inside unknown markers."""
    closing: defaultdict[str, list[int]] = defaultdict(list)
    for place, mark in enumerate(unknown):
        if mark.closing:
            closing[mark.name].append(place)
    ranges: list[tuple[int, int, str]] = []
    line = _line_numbers(text)
    last = len(text.rstrip())
    taken: set[int] = set()
    lone: tuple[int, int, str] | None = None
    for place, mark in enumerate(unknown):
        if place in taken:
            continue
        label = text[mark.start : mark.end]
        if mark.closing:
            if mark.end < last:
                lone = (1, line(mark.end), label)
            continue
        end = following(closing[mark.name], place)
        if end is not None:
            taken.add(end)
            ranges.append((line(mark.start), line(unknown[end].end), label))
        elif not mark.loose and _alone(text, mark):
            ranges.append((line(mark.start), text.count("\n") + 1, label))
        if len(ranges) > 200:  # no answer looks like this; one range over all of it says as much
            return ((1, text.count("\n") + 1, label),)
    return tuple([*ranges, lone] if lone else ranges)


def apart(ranges: Ranges) -> Ranges:
    """Return the ranges in order, each line in one of them only."""
    kept: list[tuple[int, int, str]] = []
    for first, last, name in sorted(ranges, key=lambda range_: (range_[0], -range_[1])):
        begin = max(first, kept[-1][1] + 1) if kept else first
        if begin <= last:
            kept.append((begin, last, name))
    return tuple(kept)


def _alone(text: str, mark: Marker) -> bool:
    before = text[max(0, mark.start - 80) : mark.start].rpartition("\n")[2]
    return not before.strip() and not text[mark.end : mark.end + 80].partition("\n")[0].strip()


def headings(text: str, found: Sequence[Marker], removed: Sequence[tuple[int, int]]) -> Ranges:
    """Return the lines under markers such as `[Analysis]` that nothing closes, up to one such as `[Plan]`."""
    ranges: list[tuple[int, int, str]] = []
    begun: Marker | None = None
    line = _line_numbers(text)
    ends = {start for start, _ in removed}
    for mark in found:
        if begun and mark.loose and mark.kind is Kind.ANSWER:
            ranges.append((line(begun.start), line(mark.start), text[begun.start : begun.end]))
            begun = None
        elif not begun and mark.loose and mark.kind is Kind.REASONING and not (mark.spoken or mark.closing):
            begun = None if mark.start in ends or len(ranges) > 200 else mark
    if begun:
        ranges.append((line(begun.start), text.count("\n") + 1, text[begun.start : begun.end]))
    return tuple(ranges)


def sections(text: str) -> Ranges:
    """Return the lines that a heading such as `Plan:` sets apart: those before it, and those under `Reasoning:`."""
    ranges = _alternatives(text)
    begun, answered, name = 1, False, "what stands before the heading of the answer"
    for number, line in enumerate(text.split("\n"), start=1):
        heading = _HEADING.fullmatch(line) if len(line) < 80 else None
        if heading is None:
            continue
        if begun and not (heading["answer"] and answered):
            ranges.append((begun, number - 1, name))
        answered = answered or bool(heading["answer"])
        begun, name = (0 if heading["answer"] else number), "a section of reasoning"
    if begun:
        ranges.append((begun, text.count("\n") + 1, name))
    return tuple(ranges[:200]) if answered else tuple(_alternatives(text))


def _alternatives(text: str) -> list[tuple[int, int, str]]:
    """Return the lines from a heading such as `Or:` on, or from the first of several such as `Option 1:`."""
    lines = text.split("\n")
    found = [(number, _ALTERNATIVE.fullmatch(line)) for number, line in enumerate(lines, start=1) if len(line) < 80]
    other = [number for number, match in found if match and not match["number"]]
    counted = [number for number, match in found if match and match["number"]]
    starts = other[:1] + (counted[:1] if len(counted) > 1 else [])
    return [(min(starts), len(lines), "one of several plans")] if starts else []


def other_turns(text: str) -> Ranges:
    """Return the lines under a heading such as `### Instruction:` up to one such as `### Response:`."""
    ranges: list[tuple[int, int, str]] = []
    begun = 0
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        heading = _TURN_HEADING.match(line)
        if heading is None:
            continue
        if begun:
            ranges.append((begun, number - 1, "a turn of the user"))
        begun = number if heading["other"] else 0
    if begun:
        ranges.append((begun, len(lines), "a turn of the user"))
    return tuple(ranges[:200])


def comments(text: str) -> Ranges:
    """Return the lines inside comments of HTML."""
    ranges: list[tuple[int, int, str]] = []
    line = _line_numbers(text)
    place = text.find("<!--")
    while place >= 0 and len(ranges) < 100:
        end = text.find("-->", place)
        ranges.append((line(place), line(end if end >= 0 else len(text)), "a comment"))
        place = text.find("<!--", end) if end >= 0 else -1
    return tuple(ranges)


def _line_numbers(text: str) -> Callable[[int], int]:
    """Return what tells the number of the line that a place is on."""
    breaks = [match.start() for match in re.finditer("\n", text)]
    return lambda place: bisect_left(breaks, place) + 1


def following(places: Sequence[int], place: int) -> int | None:
    """Return the first place at or behind the given one, or None."""
    index = bisect_left(places, place)
    return places[index] if index < len(places) else None
