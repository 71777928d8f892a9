"""Reading answers that are verdicts on a plan, with their reasons: shown names in, plain names out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from planclaims.language.reading.extract import OutputKind, extract
from planclaims.seam import Answer
from planclaims.semantics.task import Task
from planclaims.suites.planbench.instance import atom_text, step_text
from planclaims.suites.planbench.reading import body, malformed
from planclaims.suites.planbench.view import View

_INVALID = re.compile(r"\binvalid\b|\bnot\s+(?:a\s+)?valid\b|\bisn't\s+valid\b", re.IGNORECASE)
_VALID = re.compile(r"\bvalid\b", re.IGNORECASE)
_STEP = re.compile(r"\bsteps?\s*(?:number\s*)?[:#]?\s*(\d+(?:\s*(?:,|and|&)\s*\d+)*)", re.IGNORECASE)
_GOAL_HEAD = re.compile(r"\bunmet\s+goals?\b|\bgoal\s+conditions?\b.*\b(?:unmet|not)\b", re.IGNORECASE)
_NEEDS_HEAD = re.compile(r"\bunmet\b(?!\s+goal)", re.IGNORECASE)
_ACTION = re.compile(r"^\W*action\s*[:=]\s*(.+)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a reply says of a plan: `verdict` is valid, inexecutable, goal_not_reached, invalid or ambiguous.

    `invalid` gives no reason, `ambiguous` reasons of both sorts.
    """

    verdict: str
    step: int | None = None
    action: str | None = None
    unmet: Sequence[str] = ()

    @property
    def data(self) -> Mapping[str, object]:
        """Return the verdict as plain data."""
        return {"verdict": self.verdict, "step": self.step, "action": self.action, "unmet": sorted(set(self.unmet))}


@dataclass
class _Failure:
    """A step that is said to fail, as far as it has been read."""

    step: int | None = None
    action: str | None = None
    unmet: list[str] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return self.step is None and self.action is None and not self.unmet


def read_verdict(view: View, task: Task, text: str) -> Answer:
    """Return what a reply says of a plan as the value; of several failing steps the earliest is the claim."""
    said = body(text)
    invalid = _INVALID.search(said)
    if _VALID.search(_INVALID.sub("", said)):
        if invalid:
            return malformed("the plan is called both valid and invalid")
        return Answer("verdict", value=Verdict("valid").data)
    if not invalid:
        return malformed("there is no verdict, neither valid nor invalid")
    reader = _Reasons(view, task)
    for line in said.splitlines():
        problem = reader.take(line)
        if problem:
            return malformed(f"this is no fact of the world: {problem[:80]!r}")
    return Answer("verdict", value=reader.verdict().data)


class _Reasons:
    """Reads the lines after a verdict of invalidity."""

    def __init__(self, view: View, task: Task) -> None:
        self._view = view
        self._task = task
        self._failures = [_Failure()]
        self._told = self._failures
        """The failures that the last heading spoke of; what follows is about them in their order."""
        self._lines_of_facts = 0
        self._goal: list[str] | None = None
        self._of_goal = False

    def take(self, line: str) -> str:
        """Take in a line; return the part of it that should be a fact and is none."""
        step = _STEP.search(line)
        if step:
            self._tell([_Failure(step=int(number)) for number in re.findall(r"\d+", step[1])])
        if self._take_action(line):
            return ""
        if _GOAL_HEAD.search(line):
            self._of_goal, self._goal = True, self._goal or []
        elif _NEEDS_HEAD.search(line) or step:
            self._of_goal = False
        claims = self._view.facts_reader.read_all(line, self._task.objects)
        facts = [self._view.back.atom_text(atom_text(claim.atom)) for claim in claims.claims]
        if self._of_goal and self._goal is not None:
            self._goal += facts
        elif facts:
            self._told[min(self._lines_of_facts, len(self._told) - 1)].unmet += facts
            self._lines_of_facts += 1
        expected = self._of_goal or _NEEDS_HEAD.search(line) is not None
        return claims.unread[0] if claims.unread and expected else ""

    def _take_action(self, line: str) -> bool:
        """Take in a line that is an action, after `action:` or by itself."""
        named = _ACTION.match(line)
        read = extract(self._task, named[1] if named else line, self._view.world.phrases.imperatives)
        if read.kind is not OutputKind.PLAN or len(read.steps) != 1:
            return False
        unnamed = [failure for failure in self._told if failure.action is None]
        if not unnamed:
            self._tell(unnamed := [_Failure()])
        unnamed[0].action = self._view.back.step_text(step_text(read.steps[0]))
        return True

    def _tell(self, failures: list[_Failure]) -> None:
        self._failures += failures
        self._told, self._lines_of_facts = failures, 0

    def verdict(self) -> Verdict:
        """Return the claim: the earliest step that is numbered, else the first one named."""
        named = [failure for failure in self._failures if not failure.empty]
        if named and self._goal is not None:
            return Verdict("ambiguous")
        if self._goal is not None:
            return Verdict("goal_not_reached", unmet=self._goal)
        if not named:
            return Verdict("invalid")
        numbered = [failure for failure in named if failure.step is not None]
        first = min(numbered, key=lambda one: one.step or 0) if len(numbered) == len(named) else named[0]
        return Verdict("inexecutable", first.step, first.action, first.unmet)
