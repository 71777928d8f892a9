"""How often each task is solved: tasks are what statistics resample and pair, runs of a task are not independent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

Task = tuple[str, str]
TASK = ("domain", "task")
Counts = Mapping[Task, tuple[int, int]]
"""For each task how many of its runs succeed, and how many there are."""


@dataclass(frozen=True, slots=True)
class Runs:
    """For each of some tasks, how many of its runs succeed and how many there are; one run is the common case."""

    wins: tuple[int, ...]
    runs: tuple[int, ...]

    def rates(self) -> NDArray[np.float64]:
        """Return the share of runs that succeed, per task."""
        import numpy as np

        return np.divide(self.wins, self.runs, dtype=float)

    def __len__(self) -> int:
        return len(self.runs)


def count_runs(episodes: pd.DataFrame, keys: Sequence[str]) -> dict[tuple[str, ...], dict[Task, tuple[int, int]]]:
    """Return the counts of scored episodes by the values of the keys, in the order in which they first appear."""
    groups = episodes.groupby([*keys, *TASK], sort=False)["success"]
    found: dict[tuple[str, ...], dict[Task, tuple[int, int]]] = {}
    for place, wins, runs in groups.agg(["sum", "count"]).itertuples():
        *key, domain, task = place
        found.setdefault(tuple(key), {})[domain, task] = (int(wins), int(runs))
    return found


def mean_counts(counts: Iterable[Counts]) -> dict[Task, tuple[int, int]]:
    """Return the mean share over methods for every task, as a fraction: each method weighs the same."""
    shares: dict[Task, list[Fraction]] = {}
    for method in counts:
        for task, (wins, runs) in method.items():
            shares.setdefault(task, []).append(Fraction(wins, runs))
    means = {task: sum(found, Fraction(0)) / len(found) for task, found in shares.items()}
    return {task: mean.as_integer_ratio() for task, mean in means.items()}


def task_runs(episodes: pd.DataFrame) -> Runs:
    """Return the runs of scored episodes, by task in the order in which tasks first appear."""
    return _runs(count_runs(episodes, ()).get((), {}).values())


def paired_runs(one: Counts, other: Counts) -> tuple[Runs, Runs]:
    """Return the runs of two counts on the tasks that both have, in the order of the first."""
    both = [task for task in one if task in other]
    return _runs(one[task] for task in both), _runs(other[task] for task in both)


def _runs(counts: Iterable[tuple[int, int]]) -> Runs:
    pairs = list(counts)
    return Runs(tuple(wins for wins, _ in pairs), tuple(runs for _, runs in pairs))
