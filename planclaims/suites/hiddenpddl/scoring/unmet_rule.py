"""The rule of the world that a failed step broke, in a form that is equal for equal rules."""

from __future__ import annotations

from planclaims.semantics.action import unmet_parts
from planclaims.semantics.formula import bind, conjuncts
from planclaims.semantics.state import State
from planclaims.semantics.task import Step, Task


def unmet_rule(task: Task, step: Step, state: State) -> str | None:
    """Return the first unmet precondition of the step as its action states it, or None if the step is applicable.

    It is written with parameters instead of objects, such as `power-off: (= (load ?server) 0)`, so that failures
    can be counted by rule. A numeric effect without a defined result counts as a requirement of its own.
    """
    schema = task.domain.actions[step.name]
    binding = dict(zip((parameter.name for parameter in schema.parameters), step.arguments, strict=True))
    for part in conjuncts(schema.precondition):
        if unmet_parts(bind(part, binding, task.objects_of), state):
            return f"{step.name}: {part}"
    unmet = task.bind(step).unmet(state)
    return f"{step.name}: effect {unmet[0].shortfall}" if unmet else None
