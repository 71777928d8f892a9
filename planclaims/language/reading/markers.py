"""Tags and tokens in a reply that are no words of it: of reasoning, of answers, of chat templates, or unknown."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

_MARK = re.compile(
    r"<\s?[|｜]\s?(?P<pipe>/?[\w▁:.-]{1,48}+)\s?[|｜]>"
    r"|<\s?(?P<tag>/?\s?[^\W\d_][\w▁:.-]{0,48}+)(?:\s[^<>\n]{0,160}+)?+>"
    r"|<[|｜](?P<left>\w{1,30}+)>|<(?P<right>\w{1,30}+)[|｜]>"
    r"|<(?P<empty>[^\W\d_][\w▁:.-]{0,48}+)\s?/>"
    r"|\[(?P<square>/?[^\W\d_][\w:-]{0,30}+)\]"
    r"|[◁【⟨〈«《](?P<other>/?[^\W\d_][\w:-]{0,48}+)[▷】⟩〉»》]"
    r"|\[\|(?P<bar>\w{1,30}+)\|\]"
    r"|\{(?P<curly>/?[A-Za-z]{1,20}+)\}"
)
_CUT_OFF = re.compile(r"<[|｜][\w▁]{0,48}+[|｜]?\s*+\Z|</[\w:-]{0,48}+\s*+\Z")
_CODE = re.compile(r"(?<!`)`(?!`)[^`\n]*+`(?!`)")
_REASONING = re.compile(
    r"(?:思考|思维|推理|think|thought|reason|reflect|reflex|analy[sz]|scratch|deliberat|monolog|rational|brainstorm|ponder|contemplat"
    r"|introspect|cogit|planning)\w*|ant(?:ml)?think\w*|cot|drafts?|notes?|critique|review|verif\w+|explanation|internal|inner"
    r"|hidden|comments?|remarks?|observation|observations"
)
_ANSWER = frozenset(
    re.findall(
        r"\S+",
        "plan plans answer answers solution solutions output outputs final response responses result results "
        "action actions step steps move moves code pddl text pre list item items sequence ol ul li p b i u em "
        "strong div span br hr table tr td th tbody thead html body h1 h2 h3 h4 h5 h6 font center kbd tt samp "
        "blockquote mark small tool call calls function functions json xml turn invoke parameter "
        "next line lines",
    )
)
_CHAT = frozenset(
    re.findall(
        r"\S+",
        "im start end eot eom eos bos id header begin of text turn token sep pad unk assistant user system human "
        "model bot tool message channel return call constrain chatbot sentence endoftext endofprompt startoftext "
        "fim prefix suffix middle python tag tags ipython developer utterance inst sys s stop response solution "
        "final answer observation endofturn eod document prompt role special 0 1 2 3 header_id cls mask",
    )
)
_PLAIN_TOKENS = frozenset(
    re.findall(
        r"\S+",
        "s eos bos pad unk sep cls stop end eot eom end_of_turn start_of_turn end_of_utterance end_of_text "
        "endoftext startoftext begin_of_text im_end im_start eos_token end_of_sentence eod eot_id inst sys "
        "bos_token end_turn",
    )
)
_UNUSED = ("unused94", "unused95")
_BEGINS, _ENDS = frozenset(["begin", "start", "open"]), frozenset(["end", "stop", "close"])
_NOUN = re.compile(
    r"['’`\"”]?[\s-]+(?:or\s+\S{1,20}\s+)?(?:tags?|sections?|blocks?|elements?|markers?|tokens?|parts?|wrappers?"
    r"|omitted|left out|skipped|removed|unused|markup|delimiters?)\b",
    re.IGNORECASE,
)
_TALK = re.compile(
    r"\b(?:no|not|never|without|omit\w{0,4}|skip\w{0,4}|us(?:e|es|ed|ing)|avoid\w{0,4}|n't|drop\w{0,4}|closing|opening"
    r"|called|named|write|wrote|the|an?)\s+(?:any\s+|an?\s+|the\s+)?['‘`\"“]?\Z",
    re.IGNORECASE,
)
_SENTENCE_GOES_ON = re.compile(r"\s+[a-z]|\s*[.,;!?)]|\s*$")


class Kind(Enum):
    """What a marker stands around."""

    REASONING = auto()
    ANSWER = auto()
    TOKEN = auto()
    UNKNOWN = auto()


@dataclass(frozen=True, slots=True)
class Marker:
    """A tag or token at its place; `name` has no word for its beginning or its end.

    `spoken` tells that the text speaks of it (in code marks, in quotation marks, in a sentence) and does not use it.
    """

    start: int
    end: int
    name: str
    kind: Kind
    closing: bool
    spoken: bool = False

    @property
    def loose(self) -> bool:
        """Return whether the form is used for other things too, such as `[Note]` at the head of a line."""
        return self.name.startswith(("square:", "other:«", "curly:"))

    @property
    def transparent(self) -> bool:
        """Return whether the marker says nothing about what it stands around, and can be left out."""
        return self.kind is Kind.TOKEN or (self.kind is Kind.ANSWER and not self.loose)


def markers(text: str) -> tuple[Marker, ...]:
    """Return the markers of the text in their order."""
    code = [span.span() for span in _CODE.finditer(text)]
    starts = [start for start, _ in code]
    found = []
    for match in _MARK.finditer(text):
        marker = _marker(match)
        if marker is None:
            continue
        place = bisect_right(starts, marker.start) - 1
        inside = place >= 0 and code[place][1] >= marker.end
        if inside or _spoken(text, marker):
            marker = Marker(marker.start, marker.end, marker.name, marker.kind, marker.closing, spoken=True)
        found.append(marker)
    cut = _CUT_OFF.search(text, max(0, len(text) - 60))
    if cut and not (found and found[-1].end > cut.start()):
        found.append(Marker(cut.start(), len(text), "", Kind.TOKEN, closing=True))
    return tuple(found)


def _marker(match: re.Match[str]) -> Marker | None:
    read = _read_mark(match.lastgroup or "", match[match.lastgroup or 0], match.group())
    return Marker(match.start(), match.end(), *read) if read else None


@lru_cache(maxsize=1024)
def _read_mark(form: str, written: str, whole: str) -> tuple[str, Kind, bool] | None:
    """Return name, kind and closing of what may be a marker, or None if it is none."""
    words = re.split(r"[\W_▁]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", written.strip("/ ")).lower())
    kind = _kind(form, words)
    if form == "curly" and kind is not Kind.REASONING:
        return None
    if form in ("left", "right") and words == ["channel"]:
        return ("pipe:channel", Kind.REASONING, form == "right")
    if written.lower() in _UNUSED:  # the numbered tokens that a family of models has for its thoughts
        return ("tag:unused", Kind.REASONING, written.endswith("5"))
    if form == "empty" or (form == "tag" and whole.rstrip("> ").endswith("/")):
        kind = Kind.ANSWER  # it stands around nothing
    begins = words[0] in _BEGINS or (len(words) > 1 and words[-1] in _BEGINS)
    ends = words[0] in _ENDS or (len(words) > 1 and words[-1] in _ENDS)
    stem = [word for word in words if word not in _BEGINS | _ENDS and word != "of"]
    closing = written.lstrip().startswith("/") or (ends and not begins)
    bracket = whole[0] if form == "other" else ""
    return (f"{form}:{bracket}{' '.join(stem)}", kind, closing)


def _kind(form: str, words: Sequence[str]) -> Kind:
    name = "_".join(words)
    reasoning = any(_REASONING.fullmatch(word) for word in words)
    if form in ("pipe", "left", "right", "bar") and all(word in _CHAT for word in words):
        return Kind.TOKEN
    if name in _PLAIN_TOKENS and (form == "tag" or (form == "square" and name in ("inst", "sys", "eos", "bos"))):
        return Kind.TOKEN
    if reasoning:
        return Kind.REASONING
    return Kind.ANSWER if any(word in _ANSWER for word in words) else Kind.UNKNOWN


def _spoken(text: str, marker: Marker) -> bool:
    """Return whether the words around a marker speak of it: `no <think> section`, `the "<think>" tag`."""
    before = text[max(0, marker.start - 40) : marker.start].rpartition("\n")[2]
    after = text[marker.end : marker.end + 40].partition("\n")[0]
    fenced = before.endswith("```") and after.startswith("```")  # one block ends before it, the next begins behind it
    if before[-1:] and after[:1] and not fenced and before[-1:] + after[:1] in ("``", '""', "''", "“”", "‘’", "«»"):
        return True
    if _NOUN.match(after):
        return True
    return _SENTENCE_GOES_ON.match(after) is not None and _TALK.search(before) is not None
