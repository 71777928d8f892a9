"""Validate plan files against a task.

A plan is valid if every action is applicable where it is executed and the last state is a goal state. A file that
holds a line that is no step, or a step that names no ground action, is malformed as a whole.
With --json: plan, status (valid, goal_not_reached, precondition_violated, malformed), executable, goal_reached,
failed_step (from 1), unmet (parts of the precondition, or of the goal, that do not hold), reason.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING

from planclaims.cli.files import check_names, print_json, read_text
from planclaims.cli.outcome import ExitCode
from planclaims.cli.task_files import add_memory_argument, add_task_arguments, check_quantifiers, read_task_files
from planclaims.errors import InputError

if TYPE_CHECKING:
    from planclaims.semantics.task import Step, Task
    from planclaims.semantics.validation import Report


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is told about one plan file."""

    plan: str
    status: str
    executable: bool
    goal_reached: bool | None
    failed_step: int | None
    unmet: list[str]
    reason: str | None

    def __str__(self) -> str:
        return f"{self.plan}: {self.status}" + (f": {self.reason}" if self.reason else "")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    add_task_arguments(parser)
    add_memory_argument(parser)
    parser.add_argument("plans", nargs="+", metavar="PLAN", help="a plan file, one step a line; - for standard input")


def run(options: argparse.Namespace) -> ExitCode:
    """Return whether every plan is valid, each verdict printed."""
    check_names(options.plans)
    task = read_task_files(options)
    good = True
    for name in options.plans:
        verdict = judge(task, name, read_text(name), partial(check_quantifiers, options, task))
        good = good and verdict.status == "valid"
        if options.json:
            print_json(asdict(verdict))
        else:
            print(verdict)
    return ExitCode.POSITIVE if good else ExitCode.NEGATIVE


def judge(task: Task, name: str, text: str, check: Callable[[Iterable[str]], None]) -> Verdict:
    """Return the verdict on the text of a plan file; `check` is given the names of its actions before any is ground."""
    from planclaims.pddl_io import read_plan
    from planclaims.semantics.validation import Status, validate

    try:
        steps = read_plan(text, source=name)
    except InputError as error:
        told = str(error).removeprefix(f"{name}:")
        return Verdict(name, Status.MALFORMED, False, None, None, [], f"line {told}")
    check({step.name for step in steps})
    report = validate(task, steps)
    unmet = report.missed if report.status is Status.GOAL_NOT_REACHED else report.unmet
    return Verdict(
        name,
        report.status,
        report.executable,
        report.goal_reached,
        report.failed_step,
        list(map(str, unmet)),
        _reason(report, steps, list(map(str, unmet))),
    )


def _reason(report: Report, steps: tuple[Step, ...], unmet: list[str]) -> str | None:
    if report.failed_step is None:
        return f"the goal lacks {', '.join(unmet)}" if unmet else None
    place = f"step {report.failed_step} {steps[report.failed_step - 1]}"
    return f"{place}: {report.fault.message}" if report.fault else f"{place} needs {', '.join(unmet)}"
