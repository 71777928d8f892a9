"""One line of a plan: decoration taken off, and the step it spells out in PDDL style or as a call."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import unescape

from planclaims.semantics.model import ActionSchema
from planclaims.semantics.task import Step, Task

_SPACES = str.maketrans({"\u00a0": " ", "\u2007": " ", "\u202f": " ", "\t": " "})
_NOTHING = dict.fromkeys(map(ord, '\ufeff\u200b\u200c\u200d\u2060`*"\u201c\u201d\u2018\u2019'))
_HYPHENS = str.maketrans({"\u2010": "-", "\u2011": "-", "\u2212": "-"})
_QUOTES = re.compile(r"(?<!\w)'|'(?!\w)")
_LATEX = re.compile(
    r"\\(?:(?:begin|end)\{[a-z]{1,20}+\*?\}(?:\{[^{}\n]{0,20}+\})?|(?P<arrow>(?:to|mapsto|leadsto|(?:long)?rightarrow)(?![a-z]))"
    r"|(?:text|math|boxed|box|fbox|framebox|mbox|emph|underline|item|left|right|quad|qquad|displaystyle|large|small"
    r"|normalsize|noindent|newline|verb|operatorname|hspace|vspace|centering|tt|bf|it|sf|rm)[a-z]{0,8}+)",
    re.IGNORECASE,
)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_COMMENT = re.compile(r"(?:;|^#(?!\d)|\s#|(?:^|\s)(?://|%))[^\n]*+")
_LEAD = re.compile(
    r"(?:\s*+(?:[-+•>–—]+\s+|>+\s*+|\[\s*+\d++\s*+\]\s*+|\(\d++\)\s*+|\d+(?:\.\d+)?\s*+[:.)\]]++\s*+|\d+\s+(?=[(a-z])"
    r"|(?:step|action|move|turn)\s*+#?\d++(?:\s++of\s++\d++)?+\s*+[:.)]++\s*+|(?:step|action)\s++\d++\s++(?:-\s++)?+"
    r"|action\s*+:\s*+|\[\s*+(?=\()|\|\s*+|\[[ xX✓✔]\]\s*+|\(?[a-z][.)]\s++|\([a-z]\)\s*+"
    r"|(?:t|time)\s*+=\s*+[\d.]++\s*+:\s*+"
    r"|\d++\s*+\|\s*+|\d++(?:st|nd|rd|th)\s*+[:.)]++\s*+|(?:\#|no\.?\s?)\d++\s*+[:.)]*+\s*+"
    r"|(?:[^\x00-\x7f\w❌✗✘✖❎]++\s*+)++|[①-⓿ⅰ-ⅿ]\.?\s*+))*+",
    re.IGNORECASE,
)
_DURATION = re.compile(r"\[\s*+(?:cost\s*+[:=]?+\s*+)?+[\d.]*+\s*+\]", re.IGNORECASE)
_COST = re.compile(r"\(?\bcost\s*+[:=]?+\s*+[\d.]+\)?\Z", re.IGNORECASE)
_TAIL_SIGNS = " \t\r\n\f\v.,:!|"
_CROSSES = "❌✗✘✖❎"
_TAIL_LENGTH = 60
_REMARK = r"(?:\s*+(?:->|=>|→|[-–—:])\s++.*)?"
_GROUPS = re.compile(rf"(?P<groups>(?:\([^()]*+\)[\s,]*+)++){_REMARK}$")
_CALL = re.compile(rf"(?P<name>[\w-]++)(?:\((?P<round>[^()]*+)\)|\[(?P<square>[^\[\]]*+)\]){_REMARK}$")
_PAIRED = re.compile(r"([=:])")
_JOINT = re.compile(r"(?:(?<!\s)\s+(?:->|=>|→|[-–—])|:)\s+")
_ITEMS = re.compile(
    r"""\s*+\[?\s*+(?:"[^"]*+"(?:\s*+,\s*+"[^"]*+")++|'[^']*+'(?:\s*+,\s*+'[^']*+')++)\s*+,?\s*+\]?,?\s*+"""
)
_LABEL = re.compile(
    r"[\[\\]?(?:(?:the|my|final|complete)\s++)*(?:plan|solution|actions|steps|answer)(?:\s*+=)?[\s\]\[{:]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a line says: steps, or a problem, or neither if nothing is to be read in it.

    `step_like` tells whether a line with a problem was at least meant as a step. `mentioned` are ground actions that
    the line speaks of, `worded` says that words stand around its steps, and `compiled` that it is
    a sentence which commands them.
    """

    steps: tuple[Step, ...] = ()
    problem: str = ""
    step_like: bool = False
    mentioned: tuple[Step, ...] = ()
    worded: bool = False
    compiled: bool = False


def plain(line: str) -> str:
    """Return the line without emphasis, double quotes and Markdown escapes, with plain spaces and hyphens."""
    text = unescape(line) if "&" in line else line
    text = text.translate(_SPACES).translate(_NOTHING).translate(_HYPHENS)
    if "\\" in text:
        text = _ESCAPED.sub(r"\1", _LATEX.sub(lambda found: " -> " if found["arrow"] else " ", text))
    return _QUOTES.sub("", text)


def clean(line: str) -> str:
    """Return the line without comment, numbering, bullets, quotes, emphasis, cost and final punctuation."""
    text = _COMMENT.sub("", plain(line)).strip()
    lead = _LEAD.match(text)
    start = lead.end() if lead else 0
    return text[start : _tail(text, start)].strip()


def _tail(text: str, start: int) -> int:
    """Return where the final punctuation, the cost and the signs at the end of a text begin."""
    end = len(text)
    while end > start:
        last = text[end - 1]
        if last in _TAIL_SIGNS or (not last.isascii() and not re.match(r"\w", last) and last not in _CROSSES):
            end -= 1
        elif last in "])" or last.isdigit():
            begin = _cost(text, max(start, end - _TAIL_LENGTH), end)
            if begin == end and last == "]" and text[end - 2 : end - 1] in (" ", "\t", ")"):
                begin = end - 1
            if begin == end:
                break
            end = max(begin, start)
        elif text.endswith("\\\\", start, end):
            end -= 2
        else:
            break
    return end


def _cost(text: str, start: int, end: int) -> int:
    """Return where a cost or a duration at the end of a text begins, or the end."""
    if text[end - 1] == "]":
        square = text.rfind("[", start, end)
        return square if square >= 0 and _DURATION.fullmatch(text, square, end) else end
    cost = _COST.search(text[start:end])
    return start + cost.start() if cost else end


def empty(text: str) -> bool:
    """Return whether a clean line is nothing but punctuation or a heading such as `Plan:`."""
    return not re.search(r"\w|\(", text) or _LABEL.match(text) is not None


def quoted_items(line: str) -> tuple[str, ...]:
    """Return the texts of a line that is a JSON list of at least two texts; else none."""
    if not _ITEMS.fullmatch(line):
        return ()
    return tuple(double or single for double, single in re.findall(r"\"([^\"]*)\"|'([^']*)'", line))


def joined_parts(text: str) -> tuple[str, ...]:
    """Return the parts of a clean line between arrows, dashes and colons: a step and remarks, or several steps."""
    return tuple(_JOINT.split(text))


def spaced_call(task: Task, text: str) -> Step | None:
    """Return the step of a clean line such as `name (a, b)`, or None."""
    match = re.fullmatch(r"([\w-]++)\s++\(([^()]*+)\)", text)
    return named_step(task, match[1], match[2]) if match and match[1].lower() in task.domain.actions else None


def spelt_steps(task: Task, text: str) -> tuple[Step, ...] | None:
    """Return the steps of a clean line written with parentheses, or None if it is written in another way."""
    groups = _GROUPS.match(text)
    if groups:
        texts = re.findall(r"\(([^()]*)\)", groups["groups"])
        steps = {inner: spelt_inside(task, inner) for inner in dict.fromkeys(texts)}
        return tuple(steps[inner] for inner in texts)
    inner = re.fullmatch(r"[(\[](.*)[)\]]", text)
    call = _CALL.match(inner[1].strip() if inner else text)
    if call:
        return (named_step(task, call["name"], call["round"] or call["square"] or ""),)
    return (spelt_inside(task, inner[1]),) if inner and not re.search(r"[()\[\]]", inner[1]) else None


def bare_step(task: Task, text: str) -> Step | None:
    """Return the step of a clean line that is an action's name and then its arguments, or None."""
    head, _, rest = text.replace(",", " ").replace(":", " ").strip().partition(" ")
    return named_step(task, head, rest) if head.lower() in task.domain.actions else None


def named_arguments(schema: ActionSchema, values: Mapping[str, str]) -> tuple[str, ...] | None:
    """Return the values in the order of the parameters, or None if the names are not the parameters'."""
    given = {name.strip().lstrip("?").lower(): value for name, value in values.items()}
    names = [parameter.name.lstrip("?") for parameter in schema.parameters]
    if len(given) != len(values) or set(given) != set(names):
        return None
    return tuple(given[name] for name in names)


def looks_like_name(task: Task, token: str) -> bool:
    """Return whether a word can only be meant as the name of an object."""
    return token in task.objects or re.search(r"[\d_]", token) is not None


def spelt_inside(task: Task, inner: str) -> Step:
    """Return the step that the text between two parentheses spells."""
    head, _, rest = inner.replace(",", " ").strip().partition(" ")
    return named_step(task, head, rest)


def named_step(task: Task, name: str, rest: str) -> Step:
    """Return the step; arguments written as `parameter=object` are put into the order of the parameters."""
    name = name.lower()
    tokens = "".join(map(str.strip, _PAIRED.split(rest))).replace(",", " ").lower().split()
    schema = task.domain.actions.get(name)
    if schema is not None and tokens and all(re.fullmatch(r"[^=:]++[=:][^=:]++", token) for token in tokens):
        pairs = [re.split(r"[=:]", token) for token in tokens]
        ordered = named_arguments(schema, dict(pairs)) if _distinct(pairs) else None
        if ordered is not None:
            return Step(name, ordered)
    return Step(name, tuple(tokens))


def _distinct(pairs: Sequence[Sequence[str]]) -> bool:
    return len({pair[0] for pair in pairs}) == len(pairs)
