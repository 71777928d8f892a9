"""A reply without what is no part of its answer: reasoning that is marked as such, and tokens of chat templates."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from planclaims.language.reading.doubt import (
    Ranges,
    apart,
    comments,
    doubtful,
    following,
    headings,
    other_turns,
    sections,
)
from planclaims.language.reading.markers import Kind, Marker, markers

_CHANNEL = re.compile(
    r"<\|channel\|>\s*+(?P<name>\w*+)(?:[^<\n]{0,120}+(?:<\|constrain\|>[^<\n]{0,40}+)?+<\|message\|>)?"
)
_MESSAGE_END = re.compile(r"<\|(?:end|return|call|start|channel)\|>")
_ENTITY_TAG = re.compile(r"&lt;(/?[\w▁|｜:.-]{1,60}+)&gt;")
_ANSWER_MARK = re.compile(r"(?:tag|pipe):(?:final |the )?(?:answer|response|output|solution|final)")
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
    doubts = doubtful(text, [mark for mark in found if mark.kind is Kind.UNKNOWN and not mark.spoken])
    doubts += headings(text, found, removed) + comments(text) + other_turns(text)
    answer = _without(text, removed)
    return Answer(answer, problem or second, apart(doubts), apart(sections(answer)), beyond)


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
        end = following(closing[mark.name], place)
        end = following(closing[""], place) if end is None else end
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
