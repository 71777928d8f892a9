"""Every solvable task: how often it is solved in each regime, and how it is failed most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.figures.figure2a import PARTS
from planclaims.analysis.formats.markup import DASH, counted, number, tally
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.formats.shown import Shown
from planclaims.analysis.statistics.pools import (
    REGIMES,
    amount,
    by_task,
    of_regime,
    pooled_notes,
    share,
    solvable,
    tested,
)
from planclaims.analysis.table.row import Outcome

if TYPE_CHECKING:
    import pandas as pd

HEADER = (
    *("domain", "task", "L*"),
    *(f"{column} {regime}" for regime in REGIMES for column in ("solved", "success %", "most failures")),
    "solved by",
)


def tasks_table(frame: pd.DataFrame) -> Sheet:
    """Return a row per solvable task by domain and number, pooled over models under test and methods."""
    pool = solvable(tested(frame))
    rows = [
        (
            *map(str, key),
            tally(int(episodes["optimal_length"].iloc[0])),
            *(cell for regime in REGIMES for cell in _cells(of_regime(episodes, regime))),
            _solvers(episodes),
        )
        for key, episodes in by_task(pool)
    ]
    notes = pooled_notes(
        pool,
        "Most failures: the most frequent end of an episode that fails, with its number. Solved by: configurations "
        "(a model with a method) that solve the task at least once. Unsolvable tasks stand in the table of claims that "
        "no plan exists.",
    )
    return Sheet("Results per task", HEADER, tuple(rows), notes)


def _cells(episodes: pd.DataFrame) -> tuple[str, str, str]:
    solved, total = amount(episodes, episodes["success"]), amount(episodes)
    ends = ((name, episodes["outcome"] == end) for end, (name, _) in PARTS.items() if end != Outcome.SUCCESS)
    failed = {name: amount(episodes, mask) for name, mask in ends}
    name, count = max(failed.items(), key=lambda item: item[1])
    return (
        counted(solved, total, DASH),
        number(share(solved, total), 0, 100),
        Shown(f"{name} ({tally(count)})" if count else DASH, {"": name if count else None, "numerator": count}),
    )


def _solvers(episodes: pd.DataFrame) -> str:
    solved = episodes.groupby(["model", "method"], sort=False)["success"].any()
    return counted(int(solved.sum()), len(solved))
