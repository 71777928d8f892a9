"""An item of the suite as a question: its words under a condition, and the reading of answers to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from planclaims.seam import MALFORMED, Answer
from planclaims.semantics.task import Task

from .critic import fault_of
from .instance import Instance
from .kinds import KINDS
from .kinds.kind import Kind
from .statement import CONTRACTS, context, kind_words
from .view import View, view_of

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
