"""One line of a plan read as a step, a flag, a remark, or something whose meaning is not clear."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from planclaims.language.reading.decoration import (
    IN_REMARK,
    LEFT_OUT,
    WITHDRAWN,
    around,
    ground_actions,
    leaves_out,
    withdrawn,
)
from planclaims.language.reading.flag import flagged
from planclaims.language.reading.imperatives import Imperatives
from planclaims.language.reading.layout import table_step
from planclaims.language.reading.step_text import (
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
from planclaims.semantics.task import Step, Task

ATTRIBUTES = re.compile(r"\{\s*+[.#:\w-][^\"'()\[\]{}]*+\}\s*$|\[\s*+(?P<word>[\w.+#-]++)\s*+\]\s*$")
_TAGGED = re.compile(r"(?P<tag>[\w+#.-]++)\s++(?P<rest>\S.*)")


class LineReader:
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
        attributes = ATTRIBUTES.match(text)
        if attributes and (attributes["word"] or "").lower() not in self._task.domain.actions:
            return ""
        if text.startswith(("(", "[", "{")):
            return text
        reading = self.read(text)
        found = reading.steps or reading.mentioned or (reading.problem and "(" in text and reading.step_like)
        return text if found or flag_alone(text) else ""

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


def flag_alone(line: str) -> bool:
    """Return whether a line is the flag UNSOLVABLE and nothing else."""
    return flagged([line], 0)
