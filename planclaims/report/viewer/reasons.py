"""Why a step or a goal is not met, in prose."""

from __future__ import annotations

from planclaims.language.hidden_task import HiddenTask
from planclaims.language.prose.unmet import reason
from planclaims.language.prose.verbalise import clause
from planclaims.report.viewer.trace import Trace
from planclaims.semantics.action import unmet_parts
from planclaims.semantics.formula import bind, conjuncts


def broken_rule(trace: Trace, hidden: HiddenTask) -> str | None:
    """Return the first requirement that the failed step broke, as its action states it for all objects."""
    step = trace.failed
    if step is None:
        return None
    schema, state = hidden.task.domain.actions[step.name], trace.report.trace[-1]
    names = (parameter.name for parameter in schema.parameters)
    binding = dict(zip(names, step.arguments, strict=True))
    for part in conjuncts(schema.precondition):
        if unmet_parts(bind(part, binding, hidden.task.objects_of), state):
            return clause(hidden.phrases, part)
    return "every number that the action uses must have a value"


def unmet_requirements(trace: Trace, hidden: HiddenTask) -> list[str]:
    """Return the requirements of the failed step that were not met."""
    return [reason(hidden.phrases, unmet) for unmet in trace.report.unmet]


def missed_conditions(trace: Trace, hidden: HiddenTask) -> list[str]:
    """Return the conditions of the goal that do not hold where the trace ends."""
    return [reason(hidden.phrases, unmet) for unmet in trace.report.missed]


def reached_conditions(trace: Trace, hidden: HiddenTask) -> list[str]:
    """Return the conditions of the goal that hold where the trace ends."""
    return [clause(hidden.phrases, part) for part in trace.report.reached]
