"""The flag UNSOLVABLE on a line of its own, and sentences that claim in other words that no plan exists."""

from __future__ import annotations

import re
from collections.abc import Sequence

from planclaims.language.reading.reasoning import answer_of
from planclaims.language.reading.step_text import clean

_FLAG = re.compile(
    r"(?:(?:final|my|the)\s++)*+"
    r"(?:(?:answer|conclusion|flag|output|plan|response|result|solution|therefore|thus|hence|so|verdict|status"
    r"|(?:i|we)\s+(?:therefore\s+)?(?:conclude|answer))(?:\s++is)?+\s*+[:=,]?+\s*+)?+"
    r"[\W_]*+unsolvable[\W_]*+$",
    re.IGNORECASE,
)
_LATEX = re.compile(r"\\[a-zA-Z]{1,20}+\s{0,3}+(?=[{\\])")
_MARKUP = re.compile(r"[\s#>_$-]++")
_BARE = re.compile(r"\W*+unsolvable\W*+$", re.IGNORECASE)
_GOES_ON = re.compile(r"\s*+(?!because|since|as |due|reason|explanation)(?:[a-z]|[,;)]\s*+\w)")
_DENIES = re.compile(
    r"\W*+(?:(?:oh|hmm+|well|actually|sorry)\W++)?+(?:no|nope|wait|just\s+kidding|scratch\s+that|correction|on\s+second\s+thoughts?|hold\s+on|not|wrong|false|never|but|however|(?:that|this|it)\s+(?:is|was|would|seems)\s+(?:not|wrong|false|be)"
    r"|i\s+(?:do\s+not|don['’]t|cannot|can['’]t|am\s+not))\b(?!\s+(?:\(?valid\s+)?(?:plan|solution|sequence|way|legal|action))",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:if|when|whenever|unless|whether|otherwise|in\s+case|say|says|said|instruct\w*|told|asked|asks|prompt|example"
    r"|would|could|might|may|perhaps|maybe|possibly|either|options?|choices?|format|template|placeholder"
    r"|possible\s+(?:answers?|outputs?|replies|responses))\b",
    re.IGNORECASE,
)
_NEGATED_END = re.compile(
    r"(?:\b(?:not|never|no|refuse|decline|false|wrong|incorrect|untrue)|n['’]t)\s*+(?:\w++\s*+){0,5}[:\"'“]*+$",
    re.IGNORECASE,
)
_ITEM = re.compile(r"\s*+(?:[-*+•]|\d{1,3}[.)])\s")
_SOLVING = re.compile(r"solv|reach|possib|feasib|exist", re.IGNORECASE)

_THING = r"(?:plan|solution|(?:action\s+)?sequence|way|course of action)"
_CLAIM = re.compile(
    rf"\b(?:no|not\s+any)\s+(?:\w+\s+){{0,3}}?{_THING}s?\s+(?:of\s+actions\s+)?(?:that\s+[\w\s]{{1,40}}?)?(?:to\s+[\w\s]{{1,40}}?)?"
    r"(?:exists?|is\s+possible|can\s+(?:exist|be\s+found)|(?:is|are)\s+available)\b"
    rf"|\b(?:there\s+is|there['’]s|there\s+are|there\s+exists?|there\s+can\s+be)\s+no\s+(?:\w+\s+){{0,3}}?{_THING}s?\b"
    rf"|\b{_THING}s?\s+(?:does\s+not|do\s+not|doesn['’]t|cannot|can['’]t)\s+exist\b"
    r"|\b(?:task|problem|goals?|instance|puzzle|it|this)\s+(?:state\s+)?(?:is|are|seems|appears(?:\s+to\s+be)?|proves)"
    r"\s+(?:therefore\s+|thus\s+|simply\s+|clearly\s+|provably\s+)?(?:unsolvable|infeasible|unreachable|unachievable"
    r"|not\s+(?:solvable|achievable|reachable|feasible)|impossible(?=\s+to\s+(?:solve|reach|achieve|satisfy|accomplish|complete)"
    r"|\s*[.!,]|\s*$))"
    r"|\b(?:task|problem|goals?|instance|puzzle|it|this)\s+(?:state\s+)?(?:cannot|can\s+not|can['’]t|can\s+never)\s+(?:ever\s+)?"
    r"be\s+(?:solved|reached|achieved|satisfied|accomplished|completed)\b"
    r"|\bimpossible\s+to\s+(?:solve|reach|achieve|satisfy|accomplish)\s+(?:the|this|that|all|every)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]++[.!?]*+")
_NOT_CLAIMED = re.compile(
    r"\b(?:if|when|whenever|unless|whether|otherwise|in\s+case|would|could|might|may|perhaps|maybe|suppose|assume|assuming"
    r"|say|says|said|instruct\w*|told|asked|prompt|think|thought|without|before|once|until|after|step|move|directly|yet"
    r"|not\s+(?:that|the\s+case|true|mean|prove\w*|say\w*|sure|clear)|doubt|unclear|unsure|seemed|first\s+sight|at\s+first)\b"
    r"|n['’]t\s+(?:mean|prove|say|think|believe|sure|know)",
    re.IGNORECASE,
)
_LONGEST_SENTENCE = 600


def flagged(lines: Sequence[str], place: int) -> bool:
    """Return whether the line at this place is the flag: alone, claimed, and no question, quotation or condition."""
    line = lines[place]
    if "nsolvable" not in line.lower():
        return False
    bare = _LATEX.sub("", line)
    lead = _MARKUP.match(bare)
    bare = bare[lead.end() :] if lead else bare
    if "?" in bare or "~~" in bare or len(bare) > 400 or not _FLAG.match(clean(bare)):
        return False
    if not _BARE.match(clean(bare)):  # a label says whose claim it is
        return True
    before = _before(lines, place)
    after = next((text for text in lines[place + 1 : place + 4] if text.strip()), "")
    if _GOES_ON.match(after[:80]) or after.lstrip().startswith("?") or _DENIES.match(after[:80]):
        return False
    goes_on = before[-1:] in ":," or before[-1:].isalnum()
    if not (before and goes_on) or "unsolvable" in before.lower()[-40:]:
        return True
    before = before[-300:]
    return not _REPORTED.search(before) and not (_NEGATED_END.search(before) and not _SOLVING.search(before[-40:]))


def _before(lines: Sequence[str], place: int) -> str:
    """Return the line before a place that is not blank; before an item of a list, the line above the list."""
    above = [text.strip() for text in reversed(lines[max(0, place - 12) : place]) if text.strip()]
    if _ITEM.match(lines[place]):
        heading = next((text for text in above if not _ITEM.match(text)), "")
        return heading if above and _ITEM.match(above[0]) else (above or [""])[0]
    return next((text.strip() for text in reversed(lines[max(0, place - 3) : place]) if text.strip()), "")


def claims_in_words(reply: str) -> bool:
    """Return whether a sentence of the answer claims that no plan exists; it is no flag (protocol 4).

    A question does not count, nor a sentence with a condition, a possibility, a report or a negation of the claim.
    """
    for match in _SENTENCE.finditer(answer_of(reply).text):
        sentence = match.group()
        if len(sentence) > _LONGEST_SENTENCE or "?" in sentence[-4:]:
            continue
        if _CLAIM.search(sentence) and not _NOT_CLAIMED.search(sentence):
            return True
    return False
