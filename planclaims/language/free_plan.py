"""Plans in replies that keep no form: marks of an end, numbered lists with remarks, claims that there is no plan.

A reply with a closed block is read as `extract` reads it. Else the last numbered list whose items are steps is the
plan: what stands in brackets, behind a step or in lines below it is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from planclaims.language.reading.blocks import fenced_blocks
from planclaims.language.reading.extract import Extraction, OutputKind, extract
from planclaims.language.reading.reasoning import without_reasoning
from planclaims.semantics.task import Step, Task

_END = re.compile(r"^\W*(?:query\s+)?plan[ _]end\W*$|^\W*statement\W*$", re.IGNORECASE | re.MULTILINE)
_START = re.compile(r"^\W*\[(?:query\s+)?plan\]\W*$", re.IGNORECASE | re.MULTILINE)
_ITEM = re.compile(r"^(\s*)[*_#>\s]*(?:step\s+)?(\d+)\s*[.):](?!\d)[*_\s]*(.*)$", re.IGNORECASE)
_BRACKETS = re.compile(r"\s[(\[][^()\[\]]*(?:\([^()]*\)[^()\[\]]*)*[)\]]")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_REMARK = re.compile(
    r"\s*(?:[.:;,](?=\s|$)|\s[-–—]\s|\s(?:since|because|so|as|which|where|in order|making|now|to (?!the\b|top\b))).*$",
    re.I,
)
_NO_PLAN = re.compile(
    r"\bno\s+(?:(?:valid|possible|such|feasible)\s+)*(?:plan|sequence|solution)\b|\bunsolvable\b|\bnot\s+solvable\b"
    r"|\bimpossible\b|\bcannot\s+be\s+(?:achieved|reached|solved|satisfied)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Item:
    """One item of a numbered list: its number, how far it is indented, and its first line."""

    number: int
    indent: int
    text: str


def free_plan(task: Task, text: str, imperatives: Mapping[str, Sequence[str]] | None = None) -> Extraction:
    """Return the plan that a reply ends in, the claim that there is none, or malformed with the reason."""
    plain = _without_marks(without_reasoning(text))
    if any(block.closed and not block.blank for block in fenced_blocks(plain)):
        return extract(task, plain, imperatives)
    for items in reversed(list(_lists(plain))):
        found = _from_items(task, items, imperatives)
        if found is not None:
            return found
    found = extract(task, plain, imperatives)
    if found.kind is OutputKind.MALFORMED and _NO_PLAN.search(plain) and not _has_step(task, plain, imperatives):
        return Extraction(OutputKind.UNSOLVABLE)
    return found


def _without_marks(text: str) -> str:
    """Return the reply up to the first mark of a plan's end that has something before it, marks taken out."""
    start = _START.search(text)
    if start and not text[: start.start()].strip():
        text = text[start.end() :]
    for mark in _END.finditer(text):
        before = text[: mark.start()]
        if re.search(r"\w", before):
            return before + ("\n```" if before.count("```") % 2 else "")
    return _END.sub("", text)


def _lists(text: str) -> Iterator[list[_Item]]:
    """Yield the numbered lists of a text: items of one indentation that count up by one."""
    current: list[_Item] = []
    for line in text.splitlines():
        match = _ITEM.match(line)
        if match is None:
            continue
        item = _Item(int(match[2]), len(match[1]), match[3])
        if current and item.indent > current[-1].indent and item.number != current[-1].number + 1:
            continue
        if current and item.number != current[-1].number + 1:
            yield current
            current = []
        current.append(item)
    if current:
        yield current


def _from_items(
    task: Task, items: Sequence[_Item], imperatives: Mapping[str, Sequence[str]] | None
) -> Extraction | None:
    """Return the reading of a list, malformed if only some items are steps; None if no item is one."""
    steps: list[Step] = []
    fault = ""
    for item in items:
        step = _step(task, item.text, imperatives)
        if step is None:
            fault = fault or f"item {item.number} is no step: {item.text[:60]!r}"
        else:
            steps.append(step)
    if not steps:
        return None
    return Extraction(OutputKind.MALFORMED, reason=fault) if fault else Extraction(OutputKind.PLAN, tuple(steps))


def _step(task: Task, text: str, imperatives: Mapping[str, Sequence[str]] | None) -> Step | None:
    """Return the step that an item begins with, remarks left out one after the other until it can be read."""
    for variant in dict.fromkeys(_variants(task, text)):
        found = extract(task, variant, imperatives)
        if found.kind is OutputKind.PLAN and len(found.steps) == 1:
            return found.steps[0]
    return None


def _variants(task: Task, text: str) -> Iterator[str]:
    spelt = _spelt_names(task, text)
    bold = _BOLD.search(spelt)
    plain = _BRACKETS.sub("", spelt)
    yield spelt
    yield plain
    yield _REMARK.sub("", plain)
    yield re.sub(r"[()*]", " ", spelt)
    if bold:
        yield bold[1]
        yield _REMARK.sub("", _BRACKETS.sub("", bold[1]))
    head, colon, rest = plain.replace("**", "").partition(":")
    if colon:
        yield head
        yield _REMARK.sub("", rest)


def _spelt_names(task: Task, text: str) -> str:
    """Return the text with a first word such as `PutDown` or `put_down` spelt as the action's name."""
    match = re.match(r"[\W_]*([A-Za-z][\w-]*)", text)
    if match is None:
        return text
    folded = re.sub(r"[\W_]", "", match[1]).lower()
    name = next((name for name in task.domain.actions if re.sub(r"[\W_]", "", name) == folded), None)
    return text if name is None else text[: match.start(1)] + name + text[match.end(1) :]


def _has_step(task: Task, text: str, imperatives: Mapping[str, Sequence[str]] | None) -> bool:
    return any(_step(task, line, imperatives) is not None for line in text.splitlines() if line.strip())
