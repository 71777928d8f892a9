"""The self-test of a domain before anything of it is scored: plans whose verdict is known are judged, and judged right.

Known plans stand in `known_plans.json` of the domain's folder. What search found adds some to each task: its shortest
plan is valid, no shorter beginning of it reaches the goal, and with an action that nobody knows it is malformed there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from planclaims.episodes.strict_json import read_json
from planclaims.errors import InputError
from planclaims.pddl_io import read_plan, read_task
from planclaims.semantics.task import Step, Task
from planclaims.semantics.validation import Status, validate
from planclaims.storage import write_whole
from planclaims.suites.hiddenpddl.task_facts import TaskFacts, read_facts

KNOWN_PLANS = "known_plans.json"
NOBODYS_ACTION = Step("no-action-of-this-name")


@dataclass(frozen=True, slots=True)
class KnownPlan:
    """A plan of a task with the verdict that it must get, and the 1-based step it must fail at, if it does."""

    task: str
    verdict: Status
    failed_step: int | None
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownPlans:
    """The document of a file of known plans."""

    plans: tuple[KnownPlan, ...]


@dataclass(frozen=True, slots=True)
class SelfTest:
    """How many plans of a domain were judged, and rightly: those of its file, and those that follow from search."""

    domain: str
    known: int
    derived: int


def self_test(folder: Path, facts: Sequence[Path]) -> SelfTest:
    """Return how many plans of the domain in the folder got the right verdict; InputError at the first that did not."""
    known = folder / KNOWN_PLANS
    plans = read_json(known, KnownPlans).plans if known.exists() else ()
    for number, plan in enumerate(plans, start=1):
        task = _task(folder, plan.task, known)
        steps = read_plan("\n".join(plan.steps), source=f"{known}, plan {number}")
        _check(task, steps, plan.verdict, plan.failed_step, f"{known}, plan {number}")
    derived = 0
    for path in facts:
        found = read_facts(path)
        task = _task(folder, found.task, path)
        checks = list(_derived(found))
        for derived_steps, verdict, failed_step in checks:
            _check(task, derived_steps, verdict, failed_step, str(path))
        derived += len(checks)
    return SelfTest(folder.name, len(plans), derived)


def self_test_to_file(folder: Path, facts: Sequence[Path], output: Path) -> None:
    """Write what the self-test of a domain counted; InputError, and no file, if a verdict is wrong."""
    write_whole(output, (json.dumps(asdict(self_test(folder, facts)), indent=1) + "\n").encode())


def _derived(found: TaskFacts) -> Iterator[tuple[Sequence[Step], Status, int | None]]:
    plan = found.steps()
    if plan is None:
        return
    yield plan, Status.VALID, None
    for length in range(len(plan)):
        yield plan[:length], Status.GOAL_NOT_REACHED, None
        yield (*plan[:length], NOBODYS_ACTION, *plan[length:]), Status.MALFORMED, length + 1


def _task(folder: Path, name: str, source: Path) -> Task:
    problem = folder / "problems" / f"{name}.pddl"
    if not problem.exists():
        allowed = ", ".join(sorted(path.stem for path in problem.parent.glob("*.pddl")))
        raise InputError("a known plan is of a task that does not exist", file=source, found=name, allowed=allowed)
    return read_task(folder / "domain.pddl", problem)


def _check(task: Task, steps: Sequence[Step], verdict: Status, failed_step: int | None, source: str) -> None:
    report = validate(task, steps)
    if (report.status, report.failed_step) != (verdict, failed_step):
        told = _told(report.status, report.failed_step)
        raise InputError(
            f"{source}: the self-test of the domain failed, so nothing of it is scored: a plan known to be "
            f"{_told(verdict, failed_step)} was judged {told}. Either the domain was changed or the judge is wrong"
        )


def _told(verdict: Status, failed_step: int | None) -> str:
    return verdict.replace("_", " ") + ("" if failed_step is None else f" at step {failed_step}")
