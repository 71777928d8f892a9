"""Table 2: the length of a shortest plan of every task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.formats.markup import DASH, tally
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.table.order import natural

if TYPE_CHECKING:
    import pandas as pd


def table2(frame: pd.DataFrame) -> Sheet:
    """Return L* by domain and task, a dash for an unsolvable task and nothing for one that is not in the table."""
    tasks = frame[frame["scored"]].drop_duplicates(["domain", "task"])
    numbers = sorted(set(tasks["task"]), key=natural)
    lengths = {
        (domain, task): DASH if not solvable else tally(int(length))
        for domain, task, solvable, length in zip(
            tasks["domain"], tasks["task"], tasks["solvable"], tasks["optimal_length"], strict=True
        )
    }
    rows = [
        (str(domain), *(lengths.get((domain, number), "") for number in numbers)) for domain in tasks["domain"].unique()
    ]
    notes = ("A dash marks an unsolvable task: search met every reachable state and none is a goal state.",)
    return Sheet("Optimal plan lengths", ("domain", *numbers), tuple(rows), notes)
