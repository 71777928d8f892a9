"""What a sound critic says of an answer: the validator's report in the words of the question, never the answer."""

from __future__ import annotations

from collections.abc import Sequence

from planclaims.seam import MALFORMED, Answer
from planclaims.semantics.task import Task
from planclaims.semantics.validation import Report, validate

from .instance import step_of
from .kinds.kind import unmet_atoms
from .view import View

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
