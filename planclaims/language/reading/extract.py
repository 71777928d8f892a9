"""From a model's last output to a plan, UNSOLVABLE, or malformed (protocol 4); docs/replies.md has examples.

The last fenced block counts. Without any block, lines that can only be steps count, and other lines are prose.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from planclaims.language.blocks import Block, Line, blocks_among, fenced_blocks, numbered_lines
from planclaims.language.decoration import (
    AMONG_WORDS,
    IN_REMARK,
    LEFT_OUT,
    WITHDRAWN,
    around,
    ground_actions,
    leaves_out,
    withdrawn,
)
from planclaims.language.flag import flagged
from planclaims.language.imperatives import Imperatives
from planclaims.language.layout import table_step, whole_lines, with_element_steps, without_heads
from planclaims.language.reasoning import Answer, answer_of
from planclaims.language.step_text import (
    Reading,
    bare_step,
    clean,
    empty,
    joined_parts,
    looks_like_name,
    plain,
    quoted_items,
    spaced_call,
    spelt_steps,
)
from planclaims.language.structured import NoPlan, data_plan
from planclaims.semantics.task import Step, Task

_DOUBTFUL = "it stands inside {doubt}, and whether that is part of the answer is not clear"
_TAGGED = re.compile(r"(?P<tag>[\w+#.-]++)\s++(?P<rest>\S.*)")
_ATTRIBUTES = re.compile(r"\{\s*+[.#:\w-][^\"'()\[\]{}]*+\}\s*$|\[\s*+(?P<word>[\w.+#-]++)\s*+\]\s*$")


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
    reader = _LineReader(task, Imperatives(task, imperatives))
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


def _from_data(reader: _LineReader, lines: Sequence[Line]) -> Extraction | None:
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


def _from_block(reader: _LineReader, block: Block) -> Extraction:
    """Return the reading of a block, in which every line must be a step, or the flag stand alone."""
    reading = _Lines()
    lines = without_heads(whole_lines(reader.task, block.lines))
    texts = [line.text for line in lines]
    for place, line in enumerate(lines):
        if _flag_alone(line.text):
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


def _from_prose(reader: _LineReader, answer: Answer) -> Extraction:
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


class _LineReader:
    """Reads one line at a time: PDDL style or a call, else a bare step, else an imperative sentence."""

    def __init__(self, task: Task, imperatives: Imperatives) -> None:
        self.task = self._task = task
        self._imperatives = imperatives
        self._known: dict[str, Reading] = {}

    def read(self, line: str) -> Reading:
        """Return what a line says; no ground action in parentheses is left out of it in silence."""
        known = self._known.get(line)
        if known is None:
            known = self._known[line] = around(self._task, line, self._read_line(line))
        return known

    def content(self, text: str) -> str:
        """Return the line of the block in the words behind an opening fence: all of them, or those behind a tag."""
        tagged = _TAGGED.match(text)
        data = tagged is not None and tagged["tag"] == "json" and tagged["rest"][0] in "[{"
        if tagged and (data or self._read_line(tagged["rest"]).steps) and not self._read_line(text).steps:
            return tagged["rest"]
        attributes = _ATTRIBUTES.match(text)
        if attributes and (attributes["word"] or "").lower() not in self._task.domain.actions:
            return ""
        if text.startswith(("(", "[", "{")):
            return text
        reading = self.read(text)
        found = reading.steps or reading.mentioned or (reading.problem and "(" in text and reading.step_like)
        return text if found or _flag_alone(text) else ""

    def heads(self, line: str, lines: Sequence[str], place: int) -> bool:
        """Return whether a sentence is the heading of the step in parentheses that follows: the same step in words."""
        below = next((text for text in lines[place + 1 : place + 4] if text.strip()), "")
        if "(" in line or "(" not in below:
            return False
        steps, own = self.read(below), self.read(line)
        if len(steps.steps) != 1 or steps.compiled:
            return False
        if own.steps:
            return own.steps == steps.steps
        named = {word for word in re.findall(r"[\w-]+", line.lower()) if word in self._task.objects}
        verbs = re.split(r"[-_]", steps.steps[0].name)
        return verbs[0] in re.findall(r"[a-z]+", line.lower()) and named <= set(steps.steps[0].arguments)

    def is_comment(self, text: str) -> bool:
        """Return whether a line is a comment and nothing else."""
        return text.lstrip().startswith((";", "#", "%", "//"))

    def mentioned(self, text: str) -> Sequence[Step]:
        """Return the well-formed ground actions in parentheses in a text, wherever they stand."""
        return [found.step for found in ground_actions(self._task, plain(text)) if found.whole]

    def _read_line(self, line: str) -> Reading:
        if leaves_out(line):
            return Reading(problem=LEFT_OUT)
        row = table_step(self._task, line) if "|" in line else None
        if row is not None:
            return self._checked((row,))
        return self._items(quoted_items(line)) or self._listed(line) or self._read_one(line)

    def _listed(self, line: str) -> Reading | None:
        """Return the reading of a line with steps between semicolons or in the cells of a row, or None."""
        sign = "|" if "|" in line.strip(" |") else ";"
        if sign not in line.strip(" ;") or line.lstrip().startswith(";"):
            return None
        parts = [part for part in plain(line).split(sign) if part.strip()]
        found = [self._faultless(clean(part)) for part in parts]
        steps = tuple(step for part in found for step in part)
        if sign == "|":  # a row of a table
            words = any(re.search(r"[^\W\d_]", part) for part, read in zip(parts, found, strict=True) if not read)
            return Reading(steps=steps) if sum(map(bool, found)) == 1 and words else None
        if len(found) < 2 or not found[0] or not any(found[1:]):
            return None
        glued = all(part[-1:].strip() for part in parts[:-1])  # a comment stands apart from its step
        return Reading(steps=steps) if all(found) and glued else Reading(problem=IN_REMARK, step_like=True)

    def _items(self, texts: Sequence[str]) -> Reading | None:
        """Return the reading of a line that is a list of texts, each of them a step, or None."""
        steps: list[Step] = []
        for text in texts:
            item = self._read_one(text)
            if not item.steps:
                return None
            steps += item.steps
        return Reading(steps=tuple(steps)) if steps else None

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
            spelt_bare = bare is not None and compiled.steps == (bare,)
            return replace(compiled, compiled=not spelt_bare)
        return self._checked((bare,))

    def _joined(self, text: str) -> Reading | None:
        """Return the reading of a line that begins with a faultless step: more steps may follow, or a remark."""
        parts = [self._faultless(part) for part in joined_parts(text)]
        if not parts[0]:
            return None
        if all(parts):
            return Reading(steps=tuple(step for part in parts for step in part))
        if any(parts[1:]):
            return Reading(problem=IN_REMARK, step_like=True)
        if any(withdrawn(part) for part in joined_parts(text)[1:]):
            return Reading(problem=WITHDRAWN, step_like=True)
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


def _flag_alone(line: str) -> bool:
    return flagged([line], 0)


def _malformed(reason: str) -> Extraction:
    return Extraction(OutputKind.MALFORMED, reason=reason)
