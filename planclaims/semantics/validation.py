"""Plan validation: a full report, never a bare verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from planclaims.semantics.action import GroundAction, Unmet, unmet_parts
from planclaims.semantics.formula import Formula, conjuncts
from planclaims.semantics.state import State, truth
from planclaims.semantics.task import Fault, Step, Task


class Status(StrEnum):
    """The verdict on a plan."""

    VALID = "valid"
    GOAL_NOT_REACHED = "goal_not_reached"
    PRECONDITION_VIOLATED = "precondition_violated"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class Report:
    """What happened when a plan was executed from the initial state.

    `failed_step` is 1-based; `trace` holds the states visited, the initial one first, and stops where
    execution stopped; `reached` and `missed` split the goal in the last state of the trace.
    """

    status: Status
    trace: tuple[State, ...]
    reached: tuple[Formula, ...]
    missed: tuple[Unmet, ...]
    failed_step: int | None = None
    unmet: tuple[Unmet, ...] = ()
    fault: Fault | None = None

    @property
    def executable(self) -> bool:
        """Return whether every action was applicable in the state it was executed in."""
        return self.status in (Status.VALID, Status.GOAL_NOT_REACHED)

    @property
    def goal_reached(self) -> bool | None:
        """Return whether the last state is a goal state; None if the plan did not run to its end."""
        return self.status is Status.VALID if self.executable else None


def validate(task: Task, steps: Sequence[Step]) -> Report:
    """Return the report of executing the steps from the initial state (protocol 1).

    A plan with an ill-formed step is malformed as a whole and nothing of it is executed (protocol 4).
    """
    actions: dict[Step, GroundAction] = {}  # a step that is repeated is bound once
    for number, step in enumerate(steps, start=1):
        if step in actions:
            continue
        fault = task.fault(step)
        if fault is not None:
            return _report(task, Status.MALFORMED, [task.initial], number, fault=fault)
        actions[step] = task.ground(task.domain.actions[step.name], step.arguments)
    trace = [task.initial]
    for number, step in enumerate(steps, start=1):
        action = actions[step]
        unmet = action.unmet(trace[-1])
        if unmet:
            return _report(task, Status.PRECONDITION_VIOLATED, trace, number, unmet=unmet)
        trace.append(action.successor(trace[-1]))
    reached = task.goal_reached(trace[-1])
    return _report(task, Status.VALID if reached else Status.GOAL_NOT_REACHED, trace, None)


def _report(
    task: Task,
    status: Status,
    trace: list[State],
    failed_step: int | None,
    *,
    unmet: tuple[Unmet, ...] = (),
    fault: Fault | None = None,
) -> Report:
    last = trace[-1]
    reached = tuple(part for part in conjuncts(task.goal) if truth(part, last) is True)
    return Report(status, tuple(trace), reached, unmet_parts(task.goal, last), failed_step, unmet, fault)
