"""An item of the suite as a question: its words under a condition, and the reading of answers to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from planclaims.seam import MALFORMED, Answer
from planclaims.semantics.task import Task
from planclaims.semantics.validation import Report, validate
from planclaims.suites.planbench.instance import Instance, step_of
from planclaims.suites.planbench.kinds import KINDS
from planclaims.suites.planbench.kinds.kind import Kind, unmet_atoms
from planclaims.suites.planbench.statement import CONTRACTS, context, kind_words
from planclaims.suites.planbench.view import View, view_of

CHECKED_ANSWERS = ("plan", "unsolvable", MALFORMED)
"""Kinds of answers that the critic has something to say about."""


@dataclass(frozen=True)
class PlanbenchQuestion:
    """A question under a condition; `shown` determines everything that a model reads."""

    kind_name: str
    shown: Mapping[str, Any]
    condition: Mapping[str, Any]

    @cached_property
    def view(self) -> View:
        """Return how the world is shown."""
        return view_of(self.shown["world"], self.shown["names"], self.condition)

    @property
    def kind(self) -> Kind:
        """Return the kind of the question."""
        return KINDS[self.kind_name]

    @cached_property
    def task(self) -> Task:
        """Return the task behind the question, under the shown names."""
        return self.view.task(Instance.read(self.shown["instance"]))

    @cached_property
    def wording(self) -> Mapping[str, str]:
        """Return the words of the question."""
        words = kind_words(self.kind_name)
        shots = self.shown["examples"] if self.condition.get("shots") else []
        examples = [(example, self.answer_text(example["answer"])) for example in shots]
        own = {"context": context(self.view, self.kind_name, self.shown, examples)}
        return {**own, "contract": CONTRACTS[words["contract"]], "ask": words["ask"], "answer": words["answer"]}

    def answer_text(self, answer: Mapping[str, Any]) -> str:
        """Return an answer in plain names as the contract has it written."""
        return self.kind.answer_text(self.view, self.view.names.facts(answer))

    def read(self, text: str) -> Answer:
        """Return what a model's output says, in plain names."""
        return self.kind.read(self.view, self.task, text)

    def fault(self, text: str, detail: str) -> str | None:
        """Return what a sound critic says of a plan; nothing of answers that are none."""
        answer = self.read(text)
        return fault_of(self.view, self.task, answer, detail) if answer.kind in CHECKED_ANSWERS else None


WRONG = "The answer is wrong."


def fault_of(view: View, task: Task, answer: Answer, detail: str) -> str | None:
    """Return what is wrong with an answer that should be a plan, or None; a claim that there is none is not checked."""
    if answer.kind == MALFORMED:
        return WRONG if detail == "binary" else f"The answer cannot be read: {answer.reason}."
    if answer.kind != "plan":
        return None
    steps = [view.names.step_text(text) for text in answer.steps]
    told = validate(task, [step_of(text) for text in steps])
    if told.goal_reached:
        return None
    return WRONG if detail == "binary" else _told(view, told, steps, every=detail == "all")


def _told(view: View, told: Report, steps: Sequence[str], *, every: bool) -> str:
    conditions = view.facts(unmet_atoms(told))
    shown = "; ".join(conditions if every else conditions[:1])
    if told.failed_step is None:
        return f"All actions can be carried out, but at the end this does not hold: {shown}."
    action = view.steps([steps[told.failed_step - 1]])[0]
    return (
        f"Action {told.failed_step}, {action}, cannot be carried out when its turn comes: this does not hold: {shown}."
    )
