"""Reading answers that are plans, with or without a total, or states: shown names in, plain names out."""

from __future__ import annotations

import re

from planclaims.language.free_plan import free_plan
from planclaims.language.reading.blocks import fenced_blocks, numbered_lines
from planclaims.language.reading.extract import OutputKind
from planclaims.language.reading.reasoning import without_reasoning
from planclaims.seam import MALFORMED, Answer
from planclaims.semantics.task import Task
from planclaims.suites.planbench.instance import atom_text, step_text
from planclaims.suites.planbench.view import View

NOTHING = re.compile(
    r"\W*(?:nothing(?: (?:to do|more|remains|has to be done|needs to be done|is left))?)\W*", re.IGNORECASE
)
_TOTAL = re.compile(r"^\W*(?:the\s+)?total\b.*?(\d+)|\btotal (?:time|cost|duration)\b.*?(\d+)", re.IGNORECASE)
_NO_MORE = re.compile(
    r"\bno\s+(?:further\s+|more\s+|additional\s+|other\s+)?(?:actions?|steps?)\s+(?:(?:are|is)\s+)?(?:required|needed|necessary)\b"
    r"|\bnothing\s+(?:remains|more|else|has\s+to\s+be\s+done|needs\s+to\s+be\s+done|is\s+left)\b",
    re.IGNORECASE,
)


def malformed(reason: str) -> Answer:
    """Return an answer that could not be read."""
    return Answer(MALFORMED, reason=reason)


def finished(text: str) -> bool:
    """Return whether a reply that was cut off holds a whole block all the same."""
    blocks = [block for block in fenced_blocks(without_reasoning(text)) if not block.blank]
    return bool(blocks) and blocks[-1].closed


def read_plan(view: View, task: Task, text: str, *, may_be_empty: bool = False) -> Answer:
    """Return the plan of a reply in plain names, the claim that there is none, or malformed.

    With `may_be_empty`, a block or last line that says NOTHING is the plan of no steps.
    """
    if may_be_empty and _says_nothing(text):
        return Answer("plan")
    found = free_plan(task, text, view.world.phrases.imperatives)
    if found.kind is OutputKind.PLAN:
        return Answer("plan", tuple(view.back.step_text(step_text(step)) for step in found.steps))
    if may_be_empty and found.kind is OutputKind.MALFORMED and _NO_MORE.search(without_reasoning(text)):
        return Answer("plan")
    return Answer(str(found.kind), reason=found.reason)


def read_costed_plan(view: View, task: Task, text: str) -> Answer:
    """Return the plan of a reply; its value is the total that the reply states, or None."""
    kept, total = [], None
    for line in numbered_lines(without_reasoning(text)):
        match = _TOTAL.search(line.text)
        if match:
            total = int(match[1] or match[2])
        kept.append("" if match else line.text)
    answer = read_plan(view, task, "\n".join(kept))
    return Answer(answer.kind, answer.steps, answer.reason, total)


def _says_nothing(text: str) -> bool:
    blocks = [block for block in fenced_blocks(without_reasoning(text)) if block.closed and not block.blank]
    lines = blocks[-1].lines if blocks else numbered_lines(without_reasoning(text))
    written = [line.text for line in lines if line.text.strip()]
    return bool(written) and NOTHING.fullmatch(written[-1]) is not None and (len(written) == 1 or not blocks)


def read_state(view: View, task: Task, text: str) -> Answer:
    """Return the facts said to hold and those said not to hold, as the value's `true` and `false`."""
    said = body(text)
    if not said.strip():
        return malformed("there is no state")
    found = view.facts_reader.read_all(said, task.objects)
    if found.unread:
        return malformed(f"this is no fact of the world: {found.unread[0][:80]!r}")
    if not found.claims:
        return malformed("no fact is stated")
    true = sorted(view.back.atom_text(atom_text(atom)) for atom in found.true)
    false = sorted(view.back.atom_text(atom_text(atom)) for atom in found.false)
    both = sorted(set(true) & set(false))
    if both:
        return malformed(f"a fact is both stated and denied: {both[0]}")
    return Answer("state", value={"true": true, "false": false})


def body(text: str) -> str:
    """Return the last block of a reply that says something, or the whole reply."""
    plain = without_reasoning(text)
    blocks = [block for block in fenced_blocks(plain) if block.closed and not block.blank]
    return "\n".join(line.text for line in blocks[-1].lines) if blocks else plain
