"""What search found out about a task, as a file; and the budget of calls that follows from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from planclaims.episodes.strict_json import read_json
from planclaims.errors import InputError, LimitExceeded
from planclaims.pddl_io import read_plan, read_task
from planclaims.semantics.task import Step, Task
from planclaims.semantics.validation import Status, validate
from planclaims.storage import write_whole


@dataclass(frozen=True, slots=True)
class TaskFacts:
    """Whether a task is solvable, with a shortest plan if it is, and how many states were searched.

    If `exhausted`, `reachable_states` are all of them; if `canonical`, counted up to interchange of like objects.
    """

    domain: str
    task: str
    solvable: bool
    optimal_length: int | None
    plan: tuple[str, ...] | None
    reachable_states: int
    exhausted: bool
    canonical: bool

    def steps(self) -> tuple[Step, ...] | None:
        """Return the shortest plan as steps, or None if the task is unsolvable."""
        return None if self.plan is None else read_plan("\n".join(self.plan), source=f"{self.domain}/{self.task}")


@dataclass(frozen=True, slots=True)
class BudgetRule:
    """How many calls an agent may make: max(floor, factor * L*), or a constant for unsolvable tasks (protocol 5)."""

    floor: int = 20
    factor: int = 3
    unsolvable: int = 40

    def calls(self, optimal_length: int | None) -> int:
        """Return the budget of a task; an unsolvable one has no optimal length."""
        if optimal_length is None:
            return self.unsolvable
        return max(self.floor, self.factor * optimal_length)


def read_facts(path: Path) -> TaskFacts:
    """Return the facts in the file; InputError if they are broken or contradict one another."""
    facts = read_json(path, TaskFacts)
    lengths = (facts.optimal_length is not None, facts.plan is not None)
    if lengths != (facts.solvable, facts.solvable):
        raise InputError("solvable, optimal_length and plan contradict one another", file=path)
    if facts.plan is not None and len(facts.plan) != facts.optimal_length:
        raise InputError(f"the plan has {len(facts.plan)} steps, optimal_length is {facts.optimal_length}", file=path)
    return facts


def check_facts(task: Task, facts: TaskFacts, path: Path) -> None:
    """Raise InputError unless the plan in the facts is a valid plan of the task."""
    if facts.plan is not None and not _is_valid(task, facts):
        raise InputError("the recorded plan is no valid plan of the task", file=path)


@lru_cache(maxsize=1024)
def _is_valid(task: Task, facts: TaskFacts) -> bool:
    """Return whether the plan in the facts is valid, found out once per task and not once per episode."""
    return validate(task, facts.steps() or ()).status is Status.VALID


def solve_to_file(domain: Path, problem: Path, output: Path, *, states: int, memory_gib: float) -> None:
    """Search the task and write what was found; LimitExceeded, naming the task, and no file, if a limit is passed."""
    from planclaims.search import GIBIBYTE, Limits, solve

    task = read_task(domain, problem)
    try:
        solution = solve(task, Limits(states=states, memory_bytes=int(memory_gib * GIBIBYTE)))
    except LimitExceeded as error:
        raise LimitExceeded(f"{problem}: {error}") from None
    plan = None if solution.plan is None else tuple(str(action) for action in solution.plan)
    facts = TaskFacts(
        domain=domain.parent.name,
        task=problem.stem,
        solvable=solution.solvable,
        optimal_length=solution.optimal_length,
        plan=plan,
        reachable_states=solution.reachable_states,
        exhausted=solution.exhausted,
        canonical=solution.canonical,
    )
    check_facts(task, facts, output)
    write_facts(output, facts)


def write_facts(path: Path, facts: TaskFacts) -> None:
    """Write the facts, whole or not at all."""
    document: Mapping[str, object] = asdict(facts)
    write_whole(path, (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode())
