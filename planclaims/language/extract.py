"""From a model's last output to a plan, UNSOLVABLE, or malformed (protocol 4); docs/replies.md has examples.

The last fenced block counts. Without any block, lines that can only be steps count, and other lines are prose.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from planclaims.language.blocks import Block, fenced_blocks, numbered_lines
from planclaims.language.imperatives import Imperatives
from planclaims.language.reasoning import without_reasoning
from planclaims.language.step_text import (
    Reading,
    bare_step,
    clean,
    empty,
    joined_parts,
    looks_like_name,
    quoted_items,
    spaced_call,
    spelt_steps,
)
from planclaims.semantics.task import Step, Task

_FLAG = re.compile(
    r"(?:(?:final|my|the)\s+)*(?:(?:answer|conclusion|flag|output|plan|response|result|solution|therefore|verdict)\s*[:=]\s*)?"
    r"[\W_]*(?:(?:boxed|text)\{)*unsolvable[\W_]*$",
    re.IGNORECASE,
)
_ELLIPSIS = re.compile(r"^\W*(?:\.\.\.|…)\W*$")
_MARKUP = re.compile(r"^[\s#>_-]+")


class OutputKind(StrEnum):
    """What the last output of a strategy is read as (protocol 4)."""

    PLAN = "plan"
    UNSOLVABLE = "unsolvable"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class Extraction:
    """A plan as steps, the flag UNSOLVABLE, or malformed with the reason."""

    kind: OutputKind
    steps: tuple[Step, ...] = ()
    reason: str = ""


def extract(task: Task, text: str, imperatives: Mapping[str, Sequence[str]] | None = None) -> Extraction:
    """Return what the output says; templates of imperative sentences help to compile steps in words."""
    text = without_reasoning(text)
    if not text.strip():
        return _malformed("the output is empty")
    reader = _LineReader(task, Imperatives(task, imperatives))
    blocks = [block for block in fenced_blocks(text) if block.closed or not block.blank]
    if not blocks:
        return _from_prose(reader, text)
    if blocks[-1].blank and any(_flagged(line.text) for line in numbered_lines(text)):
        return Extraction(OutputKind.UNSOLVABLE)
    return _from_block(reader, blocks[-1])


def _from_block(reader: _LineReader, block: Block) -> Extraction:
    """Return the reading of a block, in which every line must be a step, or the flag stand alone."""
    steps: list[Step] = []
    flagged = False
    for line in block.lines:
        if _flagged(line.text):
            flagged = True
            continue
        reading = reader.read(line.text)
        if reading.problem:
            return _malformed(f"line {line.number}: {reading.problem}")
        steps.extend(reading.steps)
    if flagged and steps:
        return _malformed("the block holds both steps and UNSOLVABLE")
    if flagged:
        return Extraction(OutputKind.UNSOLVABLE)
    return Extraction(OutputKind.PLAN, tuple(steps)) if steps else _malformed("the block holds no step")


def _from_prose(reader: _LineReader, text: str) -> Extraction:
    """Return the reading of an output without a block: the flag as its last word, or the lines that are steps."""
    steps: list[Step] = []
    flagged = False
    for line in numbered_lines(text):
        if _flagged(line.text):
            flagged = True
            continue
        reading = reader.read(line.text)
        if reading.problem and reading.step_like:
            return _malformed(f"line {line.number}: {reading.problem}")
        if reading.steps and flagged:
            return _malformed(f"line {line.number}: a step after UNSOLVABLE")
        steps.extend(reading.steps)
    if flagged:
        return Extraction(OutputKind.UNSOLVABLE)
    return Extraction(OutputKind.PLAN, tuple(steps)) if steps else _malformed("there is neither a plan nor UNSOLVABLE")


class _LineReader:
    """Reads one line at a time: PDDL style or a call, else a bare step, else an imperative sentence."""

    def __init__(self, task: Task, imperatives: Imperatives) -> None:
        self._task = task
        self._imperatives = imperatives

    def read(self, line: str) -> Reading:
        if _ELLIPSIS.search(line):
            return Reading(problem="steps are left out")
        items = [self._read_one(item) for item in quoted_items(line)]
        if items and all(item.steps for item in items):
            return Reading(steps=tuple(step for item in items for step in item.steps))
        return self._read_one(line)

    def _read_one(self, line: str) -> Reading:
        text = clean(line)
        if empty(text):
            return Reading()
        if text.count("(") > text.count(")"):  # cut off by the token limit, perhaps within a name
            return Reading(problem="a parenthesis is never closed", step_like=text.startswith("("))
        joined = self._joined(text)
        if joined is not None:
            return joined
        spelt = spelt_steps(self._task, text)
        if spelt is not None:
            return self._checked(spelt)
        bare = bare_step(self._task, text)
        compiled = self._imperatives.compile(text)
        if bare is None or compiled.steps or not self._only_names(bare):
            return compiled
        return self._checked((bare,))

    def _joined(self, text: str) -> Reading | None:
        """Return the reading of a line that begins with a faultless step: more steps may follow, or a remark."""
        parts = [self._faultless(part) for part in joined_parts(text)]
        if not parts[0]:
            return None
        if all(parts):
            return Reading(steps=tuple(step for part in parts for step in part))
        if any(parts[1:]):
            return Reading(problem="a step stands in the remark after a step", step_like=True)
        return Reading(steps=parts[0])

    def _faultless(self, text: str) -> tuple[Step, ...]:
        """Return the steps of a text that is nothing but steps, spelt out or bare; else none."""
        for spelt in (spelt_steps(self._task, text), spaced_call(self._task, text), bare_step(self._task, text)):
            steps = (spelt,) if isinstance(spelt, Step) else spelt or ()
            if steps and all(self._task.fault(step) is None for step in steps):
                return steps
        return ()

    def _checked(self, steps: tuple[Step, ...]) -> Reading:
        for step in steps:
            fault = self._task.fault(step)
            if fault is not None:
                step_like = step.name in self._task.domain.actions or any(
                    a in self._task.objects for a in step.arguments
                )
                return Reading(problem=fault.message, step_like=step_like)
        return Reading(steps=steps)

    def _only_names(self, step: Step) -> bool:
        return all(looks_like_name(self._task, argument) for argument in step.arguments)


def _flagged(line: str) -> bool:
    return _FLAG.match(clean(_MARKUP.sub("", line))) is not None


def _malformed(reason: str) -> Extraction:
    return Extraction(OutputKind.MALFORMED, reason=reason)
