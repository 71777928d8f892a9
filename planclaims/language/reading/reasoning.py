"""A reply without what is no part of its answer: reasoning that is marked as such, and tokens of chat templates."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from planclaims.language.reading.markers import Kind, Marker, markers

_CHANNEL = re.compile(
    r"<\|channel\|>\s*+(?P<name>\w*+)(?:[^<\n]{0,120}+(?:<\|constrain\|>[^<\n]{0,40}+)?+<\|message\|>)?"
)
_MESSAGE_END = re.compile(r"<\|(?:end|return|call|start|channel)\|>")
_HEADING = re.compile(
    r"[\s#*_>\[]*+(?:(?P<answer>(?:(?:the|my|final|complete|proposed)\s)*(?:plan|answer|solution|actions)|final|output)"
    r"|(?:the\s|my\s)?(?:thinking|thoughts?|reasoning|analysis|scratchpad|reflection|draft|rejected(?:\sidea)?s?|notes?"
    r"|first\sattempt))(?:\s(?:process|steps?))?[\s:*_\]]*+",
    re.IGNORECASE,
)
_ENTITY_TAG = re.compile(r"&lt;(/?[\w▁|｜:.-]{1,60}+)&gt;")
_ANSWER_MARK = re.compile(r"(?:tag|pipe):(?:final |the )?(?:answer|response|output|solution|final)")
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
_CHANNELS = ("analysis", "commentary", "final")
_BARE_FINAL = "assistantfinal"
_BARE_ANALYSIS = re.compile(r"\s*+analysis(?=[A-Z])")
_OTHER_ROLE = re.compile(r"\s*+(?:user|human|tool|system|ipython|observation|developer)\b", re.IGNORECASE)
_OWN_ROLE = re.compile(r"\s*+(?:assistant|model)\b:?", re.IGNORECASE)
_ROLE_FOLLOWS = frozenset(["pipe:im", "pipe:header id", "pipe:", "tag:turn", "tag:im"])
_OTHER_TURN = frozenset(
    ["pipe:user", "pipe:human", "pipe:tool", "pipe:system", "pipe:observation", "square:inst", "pipe:user turn token"]
)
_OWN_TURN = frozenset(["pipe:assistant", "pipe:chatbot token", "pipe:bot", "pipe:model"])

Ranges = tuple[tuple[int, int, str], ...]
"""First and last lines, and what it is that they stand inside."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a reply, with its lines where they were.

    `problem` says why it cannot be told what the answer is. `doubtful` are ranges of lines inside markers that are
    not known, and `sections` those which a heading sets apart from the answer. `beyond` is what the model wrote for
    others after its own message.
    """

    text: str
    problem: str = ""
    doubtful: Ranges = ()
    sections: Ranges = ()
    beyond: str = ""

    def doubt(self, line: int, *, prose: bool) -> str:
        """Return what the line stands inside that may be no part of the answer, or nothing."""
        for ranges in (self.doubtful, self.sections) if prose else (self.doubtful,):
            place = bisect_right(ranges, line, key=lambda range_: range_[0]) - 1
            if place >= 0 and line <= ranges[place][1]:
                return ranges[place][2]
        return ""


def answer_of(reply: str) -> Answer:
    """Return the answer alone; reasoning that never ends leaves none."""
    text, problem = _final_channel(_spelt_out(reply))
    found = markers(text)
    end, second = _messages(text, found)
    beyond, text = text[end:], text[:end]
    found = tuple(marker for marker in found if marker.end <= end)
    removed = _reasoning(text, found)
    removed += [(mark.start, mark.end) for mark in found if mark.transparent and not mark.spoken]
    removed += _roles(text, found)
    doubtful = _doubtful(text, [mark for mark in found if mark.kind is Kind.UNKNOWN and not mark.spoken])
    doubtful += _headings(text, found, removed) + _comments(text) + _other_turns(text)
    answer = _without(text, removed)
    return Answer(answer, problem or second, _apart(doubtful), _apart(_sections(answer)), beyond)


def _spelt_out(reply: str) -> str:
    """Return the reply with tags that are written as entities as tags, and without the brackets of CDATA."""
    text = _ENTITY_TAG.sub(r"<\1>", reply) if "&lt;" in reply else reply
    return text.replace("<![CDATA[", " ").replace("]]>", " ") if "<![CDATA[" in text else text


def without_reasoning(text: str) -> str:
    """Return the answer alone, with its lines where they were; reasoning that never ends leaves no answer."""
    return answer_of(text).text


def _final_channel(text: str) -> tuple[str, str]:
    """Return the text of the channel `final` where a reply has channels, and what is wrong if there are two."""
    bare = text.rfind(_BARE_FINAL)
    if bare >= 0:
        return _blank(text[: bare + len(_BARE_FINAL)]) + text[bare + len(_BARE_FINAL) :], ""
    if _BARE_ANALYSIS.match(text):
        return _blank(text), ""
    channels = [match for match in _CHANNEL.finditer(text) if match["name"]]
    channels = [match for match in channels if match["name"] in _CHANNELS or not text[match.start() + 11].isspace()]
    if not channels:
        return text, ""
    kept, place, finals = [], 0, 0
    for channel in channels:
        if channel["name"].lower() != "final":
            continue
        ending = _MESSAGE_END.search(text, channel.end())
        end = ending.start() if ending else len(text)
        finals += bool(text[channel.end() : end].strip())
        kept += [_blank(text[place : channel.end()]), text[channel.end() : end]]
        place = end
    kept.append(_blank(text[place:]))
    return "".join(kept), "there is more than one final message" if finals > 1 else ""


def _messages(text: str, found: Sequence[Marker]) -> tuple[int, str]:
    """Return where the model's own message ends, and what is wrong if it writes a second one."""
    first = len(text) - len(text.lstrip())
    said = False
    place = first
    for marker in found:
        if marker.kind is not Kind.TOKEN or marker.spoken:
            continue
        said = said or bool(text[place : marker.start].strip())
        place = marker.end
        follows = marker.name in _ROLE_FOLLOWS and not marker.closing
        other = marker.name in _OTHER_TURN or (follows and _OTHER_ROLE.match(text, marker.end))
        own = marker.name in _OWN_TURN or (follows and _OWN_ROLE.match(text, marker.end))
        if said and other and not marker.closing:
            return marker.start, ""
        if said and own and not marker.closing and re.search(r"\w", text[marker.end :]):
            line = text.count("\n", 0, marker.start) + 1
            return len(text), f"line {line}: a second message begins, and which one is the answer is not clear"
        role = _OWN_ROLE.match(text, marker.end) if follows else None
        place = role.end() if role else place
    return len(text), ""


def _roles(text: str, found: Sequence[Marker]) -> list[tuple[int, int]]:
    """Return the places of role names behind tokens that begin a message."""
    heads = [mark.end for mark in found if mark.name in _ROLE_FOLLOWS and not mark.closing and not mark.spoken]
    matches = [_OWN_ROLE.match(text, place) or _OTHER_ROLE.match(text, place) for place in heads]
    return [match.span() for match in matches if match]


def _reasoning(text: str, found: Sequence[Marker]) -> list[tuple[int, int]]:
    """Return the parts that are reasoning: from its marker to the end of it, or from the start to a lone end."""
    removed: list[tuple[int, int]] = []
    used = [mark for mark in found if mark.kind is Kind.REASONING and not mark.spoken]
    closing: defaultdict[str, list[int]] = defaultdict(list)
    for place, mark in enumerate(used):
        if mark.closing:
            closing[mark.name].append(place)
            closing[""].append(place)
    lone: list[Marker] = []
    place = 0
    while place < len(used):
        mark = used[place]
        if mark.closing:
            lone.append(mark)
            place += 1
            continue
        end = _following(closing[mark.name], place)
        end = _following(closing[""], place) if end is None else end
        if end is None and mark.loose:  # perhaps a heading: what stands under it is doubtful
            place += 1
            continue
        if end is None:
            removed.append((mark.start, _answer_begins(text, found, mark)))
            break
        removed.append((mark.start, used[end].end))
        place = end + 1
    return removed + _headless(text, found, removed, lone)


def _answer_begins(text: str, found: Sequence[Marker], mark: Marker) -> int:
    """Return where the only marker of an answer behind an unclosed marker of reasoning stands, else the end."""
    begun = [
        other.start
        for other in found
        if other.start > mark.start and _ANSWER_MARK.fullmatch(other.name) and not (other.closing or other.spoken)
    ]
    return begun[0] if len(begun) == 1 else len(text)


def _headless(
    text: str, found: Sequence[Marker], removed: Sequence[tuple[int, int]], lone: list[Marker]
) -> list[tuple[int, int]]:
    """Return what lone ends of reasoning leave aside: all before the last one that is followed by anything."""
    empty = sorted([*removed, *((m.start, m.end) for m in found if m.transparent)])
    strays = []
    while lone and not _anything(text, lone[-1].end, empty):
        stray = lone.pop()
        strays.append((stray.start, stray.end))
        empty.append(strays[-1])
        empty.sort()
        if len(strays) > 50:
            break
    return [*strays, *([(0, lone[-1].end)] if lone else [])]


def _anything(text: str, place: int, removed: Sequence[tuple[int, int]]) -> bool:
    """Return whether something is written behind a place, apart from the parts that are removed."""
    for start, end in removed:
        if end <= place:
            continue
        if text[place : max(place, start)].strip():
            return True
        place = max(place, end)
    return bool(text[place:].strip())


def _doubtful(text: str, unknown: Sequence[Marker]) -> Ranges:
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
        end = _following(closing[mark.name], place)
        if end is not None:
            taken.add(end)
            ranges.append((line(mark.start), line(unknown[end].end), label))
        elif not mark.loose and _alone(text, mark):
            ranges.append((line(mark.start), text.count("\n") + 1, label))
        if len(ranges) > 200:  # no answer looks like this; one range over all of it says as much
            return ((1, text.count("\n") + 1, label),)
    return tuple([*ranges, lone] if lone else ranges)


def _apart(ranges: Ranges) -> Ranges:
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


def _headings(text: str, found: Sequence[Marker], removed: Sequence[tuple[int, int]]) -> Ranges:
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


def _sections(text: str) -> Ranges:
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


def _other_turns(text: str) -> Ranges:
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


def _comments(text: str) -> Ranges:
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


def _following(places: Sequence[int], place: int) -> int | None:
    index = bisect_left(places, place)
    return places[index] if index < len(places) else None


def _without(text: str, removed: Sequence[tuple[int, int]]) -> str:
    kept, place = [], 0
    for start, end in sorted(removed):
        if end > place:
            begin = max(start, place)
            kept += [text[place:begin], _blank(text[begin:end])]
            place = end
    return "".join([*kept, text[place:]])


def _blank(text: str) -> str:
    """Return nothing but the line breaks of the text, or a space if it has none."""
    return "\n" * text.count("\n") or " "
