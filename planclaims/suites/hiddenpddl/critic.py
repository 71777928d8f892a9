"""What a sound critic says of an answer to a planning task: what is wrong, in prose, and never what is right."""

from __future__ import annotations

from collections.abc import Iterator

from planclaims.errors import LimitExceeded
from planclaims.language.hidden_task import HiddenTask
from planclaims.language.prose.unmet import requirement
from planclaims.language.reading.extract import Extraction, OutputKind
from planclaims.semantics.action import unmet_parts
from planclaims.semantics.task import Step
from planclaims.semantics.validation import validate

WRONG = "The plan is not valid."
UNREADABLE = "The answer cannot be read as a plan: {reason}."
REFUSED = "Action {place}, {step}, cannot be carried out when its turn comes. Not met:"
MISSED = "At the end the goal is not reached. Not met:"
PASSED_OVER = "Actions that cannot be carried out were passed over to check the rest."


def fault_of(hidden: HiddenTask, found: Extraction, detail: str) -> str | None:
    """Return what is wrong with an output as it was read, or None if nothing is or the critic cannot tell.

    `detail` is binary, first (its first error) or all: then inapplicable actions are passed over, and each is told with
    all its unmet requirements, and at last what is missing of the goal. That no plan exists is not contradicted.
    """
    if found.kind is OutputKind.UNSOLVABLE:
        return None
    if found.kind is OutputKind.MALFORMED:
        return WRONG if detail == "binary" else UNREADABLE.format(reason=found.reason.rstrip(". "))
    try:
        if validate(hidden.task, found.steps).goal_reached:
            return None
        errors = list(_errors(hidden, found.steps))
    except LimitExceeded:
        return None
    if detail == "binary":
        return WRONG
    if detail == "first":
        head, conditions = errors[0]
        return f"{head}\n- {conditions[0]}"
    told = ["\n".join([head, *(f"- {condition}" for condition in conditions)]) for head, conditions in errors]
    passed = [PASSED_OVER] if len(errors) > 1 else []
    return "\n".join([*told, *passed])


def _errors(hidden: HiddenTask, steps: tuple[Step, ...]) -> Iterator[tuple[str, list[str]]]:
    """Yield every inapplicable step with its unmet requirements, then the goal with its unmet conditions."""
    task, state = hidden.task, hidden.task.initial
    for place, step in enumerate(steps, start=1):
        action = task.bind(step)
        unmet = action.unmet(state)
        if unmet:
            yield REFUSED.format(place=place, step=step), [requirement(hidden.phrases, part) for part in unmet]
        else:
            state = action.successor(state)
    missed = unmet_parts(task.goal, state)
    if missed:
        yield MISSED, [requirement(hidden.phrases, part) for part in missed]
