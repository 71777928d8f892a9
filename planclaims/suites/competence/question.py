"""A question about planning as the strategies see it: prose, the form of its answer, the strict reading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from planclaims.prompts import fill_text
from planclaims.seam import Answer
from planclaims.suites.competence.questions.prose import numbered, text
from planclaims.suites.competence.questions.reading import read_answer
from planclaims.suites.contract import Data

LETTERS = "ABCD"


@dataclass(frozen=True)
class CompetenceQuestion:
    """A question of one item under one condition; the condition's row says how it is put."""

    shown: Data
    row: Data

    @cached_property
    def wording(self) -> Mapping[str, str]:
        """Return the words of the question."""
        form, kind = self.shown["form"], self.shown["kind"]
        contract = text("contract", kind if form == "generative" else form)
        targeted = "_targeted" if self.row.get("targeted") else ""
        return {
            "answer": text("answer"),
            "context": self._context(),
            "ask": f"{self._example('example_direct')}{self.asked()}".strip(),
            "contract": contract,
            "consider": fill_text(text(f"consider{targeted}"), example=self._example("example_reasoned"))
            + f"\n\n{self.asked()}",
            "subgoals": text("subgoals"),
            "achieve": text("achieve"),
        }

    def read(self, text: str) -> Answer:
        """Return what a model's output says, read strictly."""
        return read_answer(text, self.shown)

    def asked(self) -> str:
        """Return the question itself."""
        form, kind, asked = self.shown["form"], self.shown["kind"], self.shown["asked"]
        if form == "boolean":
            return f"Is this true?\n\n{asked['statement']}"
        given = _given(asked, form)
        if form == "choice":
            options = "\n".join(f"{letter}. {option}" for letter, option in zip(LETTERS, asked["options"], strict=True))
            return f"{_filled(text('choice', kind), given)}\n\n{options}"
        return _filled(text("ask", kind), given)

    def _context(self) -> str:
        shown = self.shown
        goal = f"{text('goal_heading')}\n{shown['goal']}\n".lstrip("\n") if shown["goal"] else ""
        return fill_text(
            text("context"),
            scene=shown["scene"],
            situation=shown["situation"],
            goal=f"\n{goal}" if goal else "",
            vocabulary=shown["vocabulary"],
            evidence=self._evidence(),
        )

    def _evidence(self) -> str:
        arm = self.row.get("evidence")
        lines = self.shown.get("evidence", {}).get(arm) if arm else None
        if not lines:
            return ""
        listed = "\n".join(f"- {line}" for line in lines)
        return f"\n\n{text('evidence_intro').strip()}\n\n{listed}"

    def _example(self, name: str) -> str:
        if not self.row.get("shots"):
            return ""
        form, kind = self.shown["form"], self.shown["kind"]
        key = kind if form == "generative" else form
        values = {"example_world": text("example_world"), "example_ask": text("example_ask", key)}
        values["example_answer"] = text("example_answer", key)
        if name == "example_reasoned":
            values["example_answer"] = values["example_answer"].removeprefix("Answer: ")
            values["example_trace"] = text("example_trace", key)
        return "\n\n" + fill_text(text(name), values)


def _given(asked: Data, form: str) -> Mapping[str, str]:
    """Return what of the question stands in its text."""
    given = {}
    if "action" in asked:
        given["action"] = str(asked["action"])
    if "sequence" in asked:
        given["sequence"] = numbered(asked["sequence"])
    if "plan" in asked:
        given["plan"] = numbered(asked["plan"]) if form == "choice" else "\n".join(asked["plan"])
    return given


def _filled(template: str, given: Mapping[str, Any]) -> str:
    return fill_text(template, **{name: value for name, value in given.items() if f"{{{name}}}" in template})
