"""What scripted reference models may know about a task, and no other model."""

from __future__ import annotations

from dataclasses import dataclass

from planclaims.semantics.task import Step, Task


@dataclass(frozen=True, slots=True)
class Oracle:
    """The task itself, a shortest plan if it has one, and the seed and budget of the episode."""

    task: Task
    plan: tuple[Step, ...] | None
    solvable: bool
    seed: int
    budget: int

    def __post_init__(self) -> None:
        if self.solvable != (self.plan is not None):
            raise ValueError("an oracle knows a plan exactly when the task is solvable")
