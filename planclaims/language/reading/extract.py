"""From a model's last output to a plan, UNSOLVABLE, or malformed (protocol 4); docs/replies.md has examples.

The last fenced block counts. Without any block, lines that can only be steps count, and other lines are prose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from planclaims.language.reading.blocks import Block, Line, blocks_among, fenced_blocks, numbered_lines
from planclaims.language.reading.decoration import (
    AMONG_WORDS,
    LEFT_OUT,
)
from planclaims.language.reading.flag import flagged
from planclaims.language.reading.imperatives import Imperatives
from planclaims.language.reading.layout import whole_lines, with_element_steps, without_heads
from planclaims.language.reading.line_reader import LineReader, flag_alone
from planclaims.language.reading.reasoning import Answer, answer_of
from planclaims.language.reading.step_text import (
    Reading,
)
from planclaims.language.reading.structured import NoPlan, data_plan
from planclaims.semantics.task import Step, Task

_DOUBTFUL = "it stands inside {doubt}, and whether that is part of the answer is not clear"


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
    answer = answer_of(with_element_steps(task, text))
    if answer.problem:
        return _malformed(answer.problem)
    if not answer.text.strip():
        return _malformed("the output is empty")
    reader = LineReader(task, Imperatives(task, imperatives))
    blocks = [block for block in fenced_blocks(answer.text, reader.content) if block.closed or not block.blank]
    if not blocks:
        return _from_data(reader, numbered_lines(answer.text)) or _from_prose(reader, answer)
    if blocks[-1].blank:
        texts = [line.text for line in numbered_lines(answer.text)]
        if any(flagged(texts, place) for place in range(len(texts))):
            return Extraction(OutputKind.UNSOLVABLE)
    block = blocks[-1]
    for line in block.lines:
        doubt = answer.doubt(line.number, prose=False)
        if doubt:
            return _malformed(f"line {line.number}: {_DOUBTFUL.format(doubt=doubt)}")
    inner = [one for one in blocks_among(block.lines, reader.content) if not one.blank]
    if inner:
        within = {line.number for one in inner for line in one.lines}
        outside = [line for line in block.lines if line.number not in within and reader.read(line.text).steps]
        if outside:
            return _malformed(f"line {outside[0].number}: a step stands outside the inner block")
        block = inner[-1]
    return _from_data(reader, block.lines) or _from_block(reader, block)


def _from_data(reader: LineReader, lines: Sequence[Line]) -> Extraction | None:
    """Return the reading of lines that are JSON and nothing else, or None."""
    text = "\n".join(line.text for line in lines)
    try:
        found = data_plan(reader.task, text, reader.read)
    except NoPlan as fault:
        return _malformed(f"line {lines[0].number}: {fault}")
    if found is None or found == ():
        return None
    if isinstance(found, str):
        return Extraction(OutputKind.UNSOLVABLE)
    written = {step for line in lines for step in reader.mentioned(line.text)}
    if not written <= set(found):
        return _malformed("the data holds a step that is no step of its plan")
    return Extraction(OutputKind.PLAN, found)


def _from_block(reader: LineReader, block: Block) -> Extraction:
    """Return the reading of a block, in which every line must be a step, or the flag stand alone."""
    reading = _Lines()
    lines = without_heads(whole_lines(reader.task, block.lines))
    texts = [line.text for line in lines]
    for place, line in enumerate(lines):
        if flag_alone(line.text):
            reading.flag = line.number
            continue
        found = reader.read(line.text)
        if found.compiled and found.steps and reader.heads(line.text, texts, place):
            continue
        if found.problem or (found.mentioned and not found.steps and not reader.is_comment(line.text)):
            return _malformed(f"line {line.number}: {found.problem or AMONG_WORDS}")
        reading.add(line.number, found)
    steps, problem = reading.result()
    if problem:
        return _malformed(problem)
    if reading.flag and steps:
        return _malformed("the block holds both steps and UNSOLVABLE")
    if reading.flag:
        return Extraction(OutputKind.UNSOLVABLE)
    return Extraction(OutputKind.PLAN, steps) if steps else _malformed("the block holds no step")


def _from_prose(reader: LineReader, answer: Answer) -> Extraction:
    """Return the reading of an output without a block: the flag as its last word, or the lines that are steps."""
    reading = _Lines()
    lines, doubtful, behind_step = whole_lines(reader.task, numbered_lines(answer.text)), "", False
    texts = [line.text for line in lines]
    for place, line in enumerate(lines):
        if flagged(texts, place):
            reading.flag = line.number
            continue
        found = reader.read(line.text)
        if found.compiled and (found.steps or found.step_like) and reader.heads(line.text, texts, place):
            continue
        if found.problem and (found.step_like or (found.problem == LEFT_OUT and behind_step)):
            return _malformed(f"line {line.number}: {found.problem}")
        behind_step = bool(found.steps) or (behind_step and not line.text.strip())
        if found.steps and reading.flag:
            return _malformed(f"line {line.number}: a step after UNSOLVABLE")
        doubt = answer.doubt(line.number, prose=True) if found.steps else ""
        doubtful = doubtful or (doubt and f"line {line.number}: {_DOUBTFUL.format(doubt=doubt)}")
        reading.add(line.number, found)
    if reading.flag:
        return Extraction(OutputKind.UNSOLVABLE)
    if doubtful:
        return _malformed(doubtful)
    steps, problem = reading.result()
    if problem:
        return _malformed(problem)
    return Extraction(OutputKind.PLAN, steps) if steps else _malformed("there is neither a plan nor UNSOLVABLE")


class _Lines:
    """What the lines of an output say together."""

    def __init__(self) -> None:
        self.flag = 0
        self._read: list[tuple[int, Reading]] = []

    def add(self, number: int, reading: Reading) -> None:
        if reading.steps or reading.mentioned:
            self._read.append((number, reading))

    def result(self) -> tuple[tuple[Step, ...], str]:
        """Return the steps, or the line that speaks of a step which is none of the plan's."""
        rest: list[tuple[Step, ...]] = [reading.steps for _, reading in self._read if not reading.worded]
        plain = tuple(step for steps in rest for step in steps)
        told = [reading for _, reading in self._read if reading.worded]
        if len(told) == 1 and len(plain) > 1 and told[0].steps == plain:  # the plan once more, in a sentence
            steps = plain
        else:
            steps = tuple(step for _, reading in self._read for step in reading.steps)
        commanded = tuple(step for _, reading in self._read if reading.compiled for step in reading.steps)
        if commanded and len(steps) == 2 * len(commanded):
            spelt = tuple(step for _, reading in self._read if not reading.compiled for step in reading.steps)
            steps = spelt if spelt == commanded else steps  # once in words, once spelt out
        for number, reading in self._read:
            if not set(reading.mentioned) <= set(steps):
                return (), f"line {number}: {AMONG_WORDS}"
        return steps, ""


def _malformed(reason: str) -> Extraction:
    return Extraction(OutputKind.MALFORMED, reason=reason)
