"""Which rule of the world is broken first: inapplicable actions by action and unmet precondition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.formats.markup import DASH, counted, number, tally
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.statistics.pools import REGIMES, WEIGHT, amount, median_of, of_regime, pooled_notes, tested

if TYPE_CHECKING:
    import pandas as pd

HEADER = ("domain", "action", "unmet precondition", *REGIMES, "all", "share %", "median step")


def failures_table(frame: pd.DataFrame) -> Sheet:
    """Return a row per domain, action and first unmet precondition, the most broken one first."""
    pool = tested(frame)
    failed = broken(pool)
    failed = failed.assign(action=action_names(failed), rule=_preconditions(failed))
    groups = failed.groupby(["domain", "action", "rule"], sort=True)
    rows = [
        (*map(str, key), *_cells(episodes, amount(failed)))
        for key, episodes in sorted(groups, key=lambda group: -amount(group[1]))
    ]
    notes = pooled_notes(
        pool,
        "Episodes, on solvable and unsolvable tasks, that break a precondition: "
        f"{counted(amount(failed), amount(pool))}. "
        "Only the first one of an episode counts, with the first of its preconditions that does not hold.",
        "Step: the place of that action in the plan, from 1.",
    )
    return Sheet("Rules of the world that are broken", HEADER, tuple(rows), notes)


def broken(pool: pd.DataFrame) -> pd.DataFrame:
    """Return the episodes whose plan has an inapplicable action."""
    return pool[pool["failed_step"].notna() | pool["failed_action"].notna()]


def action_names(failed: pd.DataFrame) -> pd.Series[str]:
    """Return the names of the failed actions without their arguments."""
    names = failed["failed_action"].str.strip("() ").str.split(" ").str[0]
    return names.fillna(DASH)


def _preconditions(failed: pd.DataFrame) -> pd.Series[str]:
    """Return the unmet preconditions without the action that they stand under."""
    return failed["unmet_rule"].str.replace(r"^[^(\s]+: ", "", regex=True).fillna(DASH)


def _cells(episodes: pd.DataFrame, total: float) -> tuple[str, ...]:
    counts = [tally(amount(of_regime(episodes, regime))) for regime in REGIMES]
    known = episodes[episodes["failed_step"].notna()]
    median = number(median_of(known["failed_step"].tolist(), known[WEIGHT].tolist()), 1)
    return (*counts, tally(amount(episodes)), number(amount(episodes) / total, 1, 100), median)
