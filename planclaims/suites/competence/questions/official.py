"""What the published graders of the public question sets would say to the same reply, as far as that can be emulated.

Written from what those graders were seen to do, faults included; a column beside the score, never the score.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from planclaims.suites.contract import Data

_TERM = re.compile(r"\(([^()]*)(?:\)|\Z)")
_LIST = re.compile(r"\[([^\[\]]*)\]")
_NUMBER = re.compile(r"\d+")


def official_verdict(reply: str, shown: Data, truth: Data) -> bool | None:
    """Return the published verdict on a reply to a generative question, or None where it is not emulated."""
    judge = JUDGES.get(shown["kind"]) if shown["form"] == "generative" else None
    return None if judge is None else judge(reply, shown, truth)


def _terms(text: str) -> list[str]:
    """Return the terms: line breaks glue, a last parenthesis that is missing is added, all else is passed over."""
    glued = text.replace("\r", "").replace("\n", "")
    return ["(" + " ".join(inner.split(" ")).strip().lower() + ")" for inner in _TERM.findall(glued)]


def _separate_terms(text: str) -> list[str]:
    """Return the terms of a text in which a line break between terms is no glue."""
    return _terms(re.sub(r"\)\s+\(", ")(", text))


def _first(text: str) -> str | None:
    """Return the first term, the word None in just this spelling, or nothing."""
    found = _separate_terms(text)
    none = re.search(r"\bNone\b", text)
    if none and (not found or none.start() < text.index("(")):
        return "None"
    return found[0] if found else None


def _app(reply: str, shown: Data, truth: Data) -> bool:
    return {_squeezed(term) for term in _separate_terms(reply)} == set(truth["applicable"])


def _prog(reply: str, shown: Data, truth: Data) -> bool:
    lists = [{_squeezed(term) for term in _separate_terms(part)} for part in _LIST.findall(reply)]
    if len(lists) < 2:
        return False
    gained, lost = lists[0], lists[1]
    if gained == lost:
        return gained == {*truth["gained"], *truth["lost"]}
    return gained == set(truth["gained"]) and lost == set(truth["lost"])


def _reach(reply: str, shown: Data, truth: Data) -> bool:
    given, some = _first(reply), truth["candidates"] > len(truth["reached"])
    if given is None or not some:
        return given == "None" and not some
    if given == "None" or re.search(r"\([^()]*\(", reply):
        return False
    head, *arguments = _squeezed(given).strip("()").split() or [""]
    known = shown["lexicon"]["propositions"].get(head)
    fits = head in shown["lexicon"]["static"] if known is None else len(known) == len(arguments)
    return fits and _squeezed(given) not in truth["reached"]


def _areach(reply: str, shown: Data, truth: Data) -> bool:
    """Only the stored action counts, and others that the relaxation reaches although nothing does."""
    given, some = _first(reply), truth["candidates"] > len(truth["reached"])
    if given is None or not some:
        return given == "None" and not some
    stored = str(truth["scripts"]["exact"])
    return _squeezed(given) in {stored, *truth["never"]["h2"], *truth["never"]["exhausted"]}


def _val(reply: str, shown: Data, truth: Data) -> bool:
    number = _NUMBER.search(reply)
    if number is None:
        return truth["index"] is None and re.search(r"\bNone\b", reply) is not None
    return number[0] == str(truth["index"])


def _just(reply: str, shown: Data, truth: Data) -> bool | None:
    """Any shorter subsequence that is a plan counts; upper case does not."""
    machine = truth.get("machine")
    if machine is None:
        return None
    given = ["(" + inner.strip() + ")" for inner in _TERM.findall(reply)]
    return shorter_plan(shown["asked"]["plan"], given, machine)


def _nexta(reply: str, shown: Data, truth: Data) -> bool:
    given = _first(reply)
    return given is not None and _squeezed(given) in truth["nearer"]


def shorter_plan(plan: Sequence[str], given: Sequence[str], machine: Data) -> bool:
    """Return whether the actions are a shorter subsequence of the plan, and a plan themselves."""
    rest = iter(plan)
    if not 0 < len(given) < len(plan) or not all(action in rest for action in given):
        return False
    facts = set(machine["facts"])
    for action in given:
        step = machine["actions"][action]
        if not facts.issuperset(step["needs"]) or facts.intersection(step["forbids"]):
            return False
        facts = (facts - set(step["deletes"])) | set(step["adds"])
    return facts.issuperset(machine["goal"])


def _squeezed(term: str) -> str:
    return "(" + " ".join(part for part in term.strip("()").split(" ") if part) + ")"


JUDGES: Mapping[str, Callable[[str, Data, Data], bool | None]] = {
    "app": _app,
    "prog": _prog,
    "reach": _reach,
    "areach": _areach,
    "val": _val,
    "just": _just,
    "nexta": _nexta,
}
"""The emulated graders; that of landmarks hangs on lists that nobody has published a rule for."""
