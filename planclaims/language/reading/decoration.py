"""Steps in parentheses with words around them: read where that is clear, and never passed over in silence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from planclaims.language.reading.step_text import Reading, named_step, plain, spelt_inside
from planclaims.semantics.task import Step, Task

_GROUP = re.compile(r"\(([^()]*+)\)")
_NAME_BEFORE = re.compile(r"(?<![\w-])[\w-]{1,60}+[ \t]{0,2}\Z")
_WORD = re.compile(r"[^\W_]++(?:['’][a-z]+)?")
_LEADS = frozenset(
    re.findall(
        r"\S+",
        "then next finally lastly last first firstly second secondly third thirdly fourth fifth sixth seventh "
        "eighth ninth tenth afterwards afterward after that this subsequently now and also again step steps action "
        "actions move moves operation nr number of time at t i we do perform execute apply take run choose "
        "select use make call the my our a plan solution answer final therefore thus so hence continue proceed "
        "followed by once more turn stage phase item done ok yes x robot agent will operator op let's "
        "performs executes executing performing applying command cmd issue later immediately right following "
        "dann danach schritt zuletzt schließlich anschließend luego después paso entonces finalmente ensuite puis "
        "étape enfin alors finalement 步骤 然后 最后 接着 шаг затем "
        "let us please another one return def up assistant model ai bot response output",
    )
)
_LINKS = frozenset(re.findall(r"\w+", "it them up down on onto into in from to with at off out by block using"))
_ORDERING = frozenset(["then", "next", "finally", "lastly", "second", "third", "fourth", "again", "step", "action"])
_DANGLING = frozenset(["after", "at", "of", "time"])
_JOINTS = frozenset(
    re.findall(
        r"\S+",
        "and then next after that afterwards finally followed by i we also lastly do now second third",
    )
)
_ORDINAL = re.compile(
    r"\d++(?:st|nd|rd|th)?|(?:s|t|a|m|o|op|step|action|act|move)?\d{1,4}|[a-z]|[ivx]{1,5}"
    r"|第\d{1,4}步|(?:步骤|ステップ)\d{1,4}",
    re.IGNORECASE,
)
_REMARK = re.compile(
    r"\s*+(?:[^\w\s?)\]}]|[)\]}]++\s*+(?:[^\w\s?]|\Z)"
    r"|(?:which|so|because|since|to|as|in order|for|giving|leaving|making)\b)",
    re.IGNORECASE,
)
_LONE_WORD = re.compile(r"\(\s*+([\w-]++)\s*+\)")
_HARMLESS = frozenset(
    [
        "done",
        "ok",
        "okay",
        "goal",
        "optional",
        "end",
        "final",
        "last",
        "required",
        "needed",
        "necessary",
        "valid",
        "applicable",
        "yes",
    ]
)
_DENIED = re.compile(r"\b(?:not|never|cannot|instead of|rather than|avoid\w*|without|unlike)\b|n['’]t\b", re.IGNORECASE)
_CROSSED = re.compile(r"~~|[❌✗✘✖❎🚫⛔]|\bnot\s*:\s*$")
_WITHDRAWN = re.compile(
    r"[^\w×]*+(?:(?:this|that|it|which|step)\s+(?:step\s+)?(?:is|was|would\s+be)\s+)?(?:(?:not|n['’]t)\s+(?:needed|necessary|required|applicable|possible"
    r"|valid|allowed|legal|executed|executable|correct|done|used|part)|no\W+(?:that|this|it|wait|not|wrong)|wrong|invalid|inapplicable"
    r"|impossible|illegal|incorrect|fail(?:s|ed)?|skip(?:ped)?|unnecessary|superfluous|rejected|cancel(?:l?ed)?|withdrawn|ignored?"
    r"|undone|mistake|error|if|unless|only\s+if|maybe|perhaps|or|alternatively|[x×]\s?\d+|\d+\s?(?:[x×]|times)|twice|thrice"
    r"|(?:two|three|four|five|several|many)\s+times|repeat(?:ed|s)?)(?![\w-])",
    re.IGNORECASE,
)
_LEFT_OUT = re.compile(
    r"[\W_]*+(?:etc(?:etera)?\b|and\s+so\s+(?:on|forth)|and\s+the\s+rest|\d+\s+more\s+(?:steps?|actions?)|\d+\s+more\W*$"
    r"|continue[ds]?(?:\W*$|\s+(?:in|like|this|similarly|likewise|with|for|until|as|the))"
    r"|repeat(?:ed|ing)?\s+(?:this|that|these|the|for|with|until|steps?|actions?|above|as)|(?:the\s+)?same\s+(?:for|with|again|as)"
    r"|(?:similarly|likewise|analogously)\b|(?:the\s+)?(?:remaining|rest\s+of|other)\s+(?:the\s+)?(?:steps|actions|plan|moves))",
    re.IGNORECASE,
)
CROSSED_OUT = "a step is crossed out"
AMONG_WORDS = "a step stands among words, and whether it belongs to the plan is not clear"
WITHDRAWN = "the remark behind a step takes it back, makes it depend, or repeats it"
LEFT_OUT = "steps are left out"
IN_REMARK = "a step stands in the remark after a step"


def withdrawn(remark: str) -> bool:
    """Return whether the remark behind a step takes it back, makes it depend on something, or repeats it."""
    return _WITHDRAWN.match(remark) is not None


def leaves_out(line: str) -> bool:
    """Return whether a line says that steps are left out: `...`, `and so on`, `repeat for block_b`."""
    if ("…" in line or "..." in line) and not re.search(r"[^\W\d]", line):
        return True
    return len(line) < 200 and _LEFT_OUT.match(line) is not None


@dataclass(frozen=True, slots=True)
class Found:
    """A ground action in parentheses at its place in a line; `whole` tells that it is well-formed."""

    start: int
    end: int
    step: Step
    whole: bool


def ground_actions(task: Task, line: str) -> tuple[Found, ...]:
    """Return what is written in parentheses in a plain line and can only be meant as a ground action."""
    found = []
    for match in _GROUP.finditer(line):
        before = _NAME_BEFORE.search(line[max(0, match.start() - 62) : match.start()])
        name = before.group().strip().lower() if before else ""
        called = name in task.domain.actions
        if called and before and before.group()[-1] in " \t":  # words before a step, unless its arguments alone follow
            called = all(token in task.objects for token in match[1].replace(",", " ").lower().split())
        step = named_step(task, name, match[1]) if called else spelt_inside(task, match[1])
        known = step.name in task.domain.actions
        if known or (step.arguments and all(name in task.objects for name in step.arguments)):
            if step.name in task.objects and not known:
                continue
            start = match.start() - len(before.group()) if called and before else match.start()
            found.append(Found(start, match.end(), step, whole=task.fault(step) is None))
    return tuple(found)


def around(task: Task, line: str, reading: Reading) -> Reading:
    """Return the reading of a line that no ground action in parentheses is left out of.

    `reading` is what the line says when it is taken as a step. A step with a lead-in or a remark is read, and one that
    a sentence speaks of is kept as mentioned; if it is not clear which, the line has a problem.
    """
    if "(" not in line:
        return reading
    text = plain(line)
    found = ground_actions(task, text)
    whole = tuple(one.step for one in found if one.whole)
    if _CROSSED.search(text) and whole:
        return Reading(problem=CROSSED_OUT, step_like=True)
    if whole and len(found) == 1 and found[-1].end < len(text):
        remark = text[found[-1].end : found[-1].end + 200]
        if withdrawn(remark):
            return Reading(problem=WITHDRAWN, step_like=True)
        if _LEFT_OUT.match(remark):
            return Reading(problem=LEFT_OUT, step_like=True)
    if len(whole) > 1 and any("/" in text[one.end : other.start] for one, other in pairwise(found)):
        return Reading(problem=AMONG_WORDS, step_like=True)
    if reading.steps:
        left = Counter(whole) - Counter(reading.steps)
        return replace(reading, mentioned=tuple(left)) if left else reading
    if not found:
        return _cut_off(task, text) or reading
    if reading.problem == IN_REMARK:
        return reading
    if whole and re.match(r"\s*+/\*", line) and line.find("*/") in (-1, len(line.rstrip()) - 2):
        return Reading(mentioned=whole)
    if not reading.problem and whole and text.lstrip()[:1] in (";", "#", "%", "/"):
        return Reading(mentioned=whole) if not re.match(r"\s*+#++\s*+\(", text) else _with_words(task, text, found)
    decorated = _decorated(task, text, found)
    if decorated is not None:
        return decorated
    return _with_words(task, text, found) if whole else reading


def _decorated(task: Task, text: str, found: Sequence[Found]) -> Reading | None:
    """Return the steps of a line that has nothing but lead-ins, joints and a remark around them, or None."""
    before, after = text[: found[0].start], text[found[-1].end :]
    if not _is_lead(before, found[0].step):
        return None
    pairs = pairwise(found)
    if not all(_only(text[one.end : other.start], _JOINTS) for one, other in pairs):
        return Reading(problem=IN_REMARK, step_like=True) if sum(one.whole for one in found) > 1 else None
    if not _is_remark(after):
        return None
    for one in found:
        fault = task.fault(one.step)
        if fault is not None:
            return Reading(problem=fault.message, step_like=True)
    return Reading(steps=tuple(one.step for one in found), worded=_WORD.search(before) is not None or len(found) > 1)


def _with_words(task: Task, text: str, found: Sequence[Found]) -> Reading:
    """Return what a line says that is not only steps: a sentence speaks of them, anything else is a problem."""
    before, after = text[: found[0].start], text[found[-1].end :]
    outside = [before, *(text[a.end : b.start] for a, b in pairwise(found)), after]
    words = [word for part in outside for word in _WORD.findall(part) if not word.isdigit()]
    label = re.search(r"[:=|]\W*$", before) is not None and (_is_remark(after) or not _WORD.search(after))
    ordered = any(word.lower() in _ORDERING for word in _WORD.findall(before)) and not _WORD.search(after)
    if len(words) < 3 or label or ordered:
        return Reading(problem=AMONG_WORDS, step_like=True)
    clause = re.split(r"[.:;]", before)[-1]
    if _DENIED.search(clause) and len(found) == 1:
        return Reading()
    return Reading(mentioned=tuple(one.step for one in found if one.whole))


def _cut_off(task: Task, text: str) -> Reading | None:
    """Return the problem of a line that ends within a step, or None."""
    last = text.rfind("(")
    if text.find(")", last) >= 0:
        return None
    head = re.match(r"\(\s*+([\w-]++)\s", text[last : last + 80])
    if head is None or head[1].lower() not in task.domain.actions:
        return None
    return Reading(problem="a parenthesis is never closed", step_like=True)


def _is_lead(before: str, step: Step) -> bool:
    if len(before) > 400 or "?" in before or re.search(r"\b[ei]\.\s?[ge]\b", before):
        return False
    words = [word.lower() for word in _WORD.findall(before)]
    dangling = bool(words) and words[-1] in _DANGLING and before.rstrip()[-1:].isalpha()
    if dangling:
        return False
    own = frozenset(_WORD.findall(" ".join([step.name, *step.arguments])))  # the step once more, in words
    return _only(before, _LEADS) or (bool(own & set(words)) and _only(before, _LEADS | own | _LINKS))


def _only(text: str, vocabulary: frozenset[str]) -> bool:
    if len(text) > 400:
        return False
    words = list(_WORD.finditer(text))
    return all(
        word.group().lower() in vocabulary
        or _ORDINAL.fullmatch(word.group())
        or (word.group().lower() == "no" and re.match(r"\W*+\d", text[word.end() :]))
        for word in words
    )


def _is_remark(after: str) -> bool:
    if after.strip()[-1:] == "?" and not _WORD.search(after):
        return False
    lone = _LONE_WORD.match(after.strip())
    if lone and lone[1].lower() not in _HARMLESS and not lone[1].isdigit():
        return False
    words = [word.lower() for word in _WORD.findall(after[:200])]
    return all(word in _HARMLESS for word in words) or _REMARK.match(after) is not None
