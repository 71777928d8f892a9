"""What a kind of question is: how one is drawn, how its answer is written and read, and what an answer is worth."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from planclaims.seam import Answer
from planclaims.semantics.task import Task
from planclaims.semantics.validation import Report, Status
from planclaims.suites.contract import Value
from planclaims.suites.planbench.generators.pool import Pool
from planclaims.suites.planbench.instance import Instance, atom_text
from planclaims.suites.planbench.reading import read_plan
from planclaims.suites.planbench.solving import Solved, report
from planclaims.suites.planbench.view import View
from planclaims.suites.planbench.world import World

Facts = Mapping[str, Any]
Scores = dict[str, Value]
FENCE = "```"
VERDICTS = {
    Status.VALID: "valid",
    Status.GOAL_NOT_REACHED: "goal_not_reached",
    Status.PRECONDITION_VIOLATED: "inexecutable",
    Status.MALFORMED: "malformed",
}


@dataclass(frozen=True)
class Draw:
    """What a question is drawn from: a pool, a number in it, and a random generator of its own.

    `ordinal` is the question's own number among those of its kind; some numbers of a pool give no question.
    """

    pool: Pool
    number: int
    ordinal: int
    chance: random.Random

    @property
    def world(self) -> World:
        """Return the world of the pool."""
        return self.pool.world

    @property
    def source(self) -> Solved:
        """Return the instance of the same number, with an optimal plan."""
        return self.pool[self.number]


@dataclass(frozen=True)
class Drawn:
    """A question: the instance that is asked about, the facts it adds, its right answer, and notes for the judge."""

    instance: Instance
    facts: Facts
    answer: Facts
    notes: Facts = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """A question as the judge sees it, in plain names."""

    world: World
    instance: Instance
    facts: Facts
    answer: Facts
    notes: Facts

    @cached_property
    def optimal_length(self) -> int | None:
        """Return the length of a shortest plan, where the right answer is one."""
        length = self.notes.get("optimal_length")
        return None if length is None else int(length)


class Kind:
    """A kind of question; the defaults are those of kinds that ask for a plan."""

    name: ClassVar[str]
    spare: ClassVar[int] = 1
    """How many questions are drawn before the first one, to serve as examples; none where the statement shows one."""

    def draw(self, draw: Draw) -> Drawn | None:
        """Return a question, or None if this draw gives none."""
        raise NotImplementedError

    def examples(self, draw: Draw, drawn: Drawn, earlier: Sequence[Drawn]) -> Sequence[Drawn]:
        """Return the solved examples that a question may be shown with, out of earlier questions."""
        return earlier[-1:] if self.spare else ()

    def answer_text(self, view: View, answer: Facts) -> str:
        """Return a right answer in the form that the contract demands; the facts are under shown names."""
        return fenced(view.steps(answer["plan"]))

    def read(self, view: View, task: Task, text: str) -> Answer:
        """Return what a reply says, in plain names."""
        return read_plan(view, task, text)

    def grade(self, case: Case, answer: Answer) -> Scores:
        """Return the scores of an answer that could be read."""
        return plan_scores(case, answer)


def fenced(lines: Sequence[str]) -> str:
    """Return lines as a fenced block."""
    return "\n".join([FENCE, *lines, FENCE])


def plan_scores(case: Case, answer: Answer) -> Scores:
    """Return the scores that all kinds share whose answer is a plan; correct is a valid plan."""
    if answer.kind == "unsolvable":
        return {"verdict": "no_plan_claimed", "correct": False, **_lengths(case, None)}
    told = report(case.world, case.instance, answer.steps)
    scores: Scores = {"verdict": VERDICTS[told.status], "correct": told.goal_reached is True}
    scores |= failure_scores(told)
    return {**scores, **_lengths(case, len(answer.steps) if told.executable else None)}


def failure_scores(told: Report) -> Scores:
    """Return where a plan failed first and what was unmet there, or which conditions of the goal it misses."""
    if told.failed_step is not None:
        return {"failed_step": told.failed_step, "unmet": unmet_text(told)}
    return {"unmet": unmet_text(told)} if not told.goal_reached else {}


def unmet_atoms(told: Report) -> list[str]:
    """Return the unmet preconditions of the first failing step, or the unmet conditions of the goal, as texts."""
    parts = told.unmet or told.missed
    return sorted(atom_text(atom) for part in parts if (atom := getattr(part.condition, "atom", None)) is not None)


def unmet_text(told: Report) -> str:
    """Return the unmet conditions as one text."""
    return "; ".join(unmet_atoms(told))


def _lengths(case: Case, length: int | None) -> Scores:
    optimal = case.optimal_length
    scores: Scores = {}
    if length is not None:
        scores["length"] = length
    if optimal is not None:
        scores["optimal_length"] = optimal
        if length and optimal <= length:
            scores["optimal_share"] = optimal / length
    return scores
