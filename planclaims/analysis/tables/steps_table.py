"""Where plans break: the place of the first inapplicable action, per method."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.formats.markup import number, tally
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.statistics.pools import (
    REGIMES,
    WEIGHT,
    amount,
    median_of,
    of_regime,
    pooled_notes,
    share,
    tested,
)
from planclaims.analysis.tables.failures_table import broken

if TYPE_CHECKING:
    import pandas as pd

HEADER = (
    *("method", "regime", "episodes", "broken", "broken %"),
    *("at step 1 %", "by step 3 %", "median step", "median part done %"),
)


def steps_table(frame: pd.DataFrame) -> Sheet:
    """Return a row per method, pooled over the models under test."""
    pool = tested(frame)
    rows = [
        (str(method), regime, *_cells(episodes))
        for regime in REGIMES
        for method, episodes in of_regime(pool, regime).groupby("method", sort=False)
    ]
    notes = pooled_notes(
        pool,
        "Broken: episodes, on solvable and unsolvable tasks, with an inapplicable action; the further columns are "
        "about those alone. Part done: actions before the inapplicable one, as a share of the optimal length, on "
        "solvable tasks.",
    )
    return Sheet("The first failing step", HEADER, tuple(rows), notes)


def _cells(episodes: pd.DataFrame) -> tuple[str, ...]:
    failed = broken(episodes)
    known = failed[failed["failed_step"].notna()]
    steps = median_of(known["failed_step"].tolist(), known[WEIGHT].tolist())
    plans = known[known["optimal_length"].notna()]
    parts = ((plans["failed_step"] - 1) / plans["optimal_length"]).tolist()
    early = [share(amount(known, known["failed_step"] <= last), amount(known)) for last in (1, 3)]
    return (
        tally(amount(episodes)),
        tally(amount(failed)),
        number(share(amount(failed), amount(episodes)), 1, 100),
        *(number(part, 1, 100) for part in early),
        number(steps, 1),
        number(median_of(parts, plans[WEIGHT].tolist()), 0, 100),
    )
