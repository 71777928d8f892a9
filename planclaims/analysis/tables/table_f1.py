"""Table F.1: the results of each domain, pooled over models and methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.formats.markup import DASH, counted, number, spread
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.formats.shown import Shown
from planclaims.analysis.statistics.configurations import configurations
from planclaims.analysis.statistics.pools import (
    REGIMES,
    amount,
    of_regime,
    pooled_notes,
    share,
    solvable,
    tested,
    unsolvable,
)

if TYPE_CHECKING:
    import pandas as pd

HEADER = ("domain", "L*", "regime", "success %", "executable %", "detected", "best configuration")


def table_f1(frame: pd.DataFrame) -> Sheet:
    """Return a row per domain and regime, with the range of optimal lengths of the domain."""
    pool = tested(frame)
    rows = [
        (str(domain), _range(frame[frame["domain"] == domain]), regime, *_cells(of_regime(episodes, regime)))
        for domain in pool["domain"].unique()
        for episodes in [pool[pool["domain"] == domain]]
        for regime in REGIMES
        if len(of_regime(episodes, regime))
    ]
    return Sheet("Results per domain", HEADER, tuple(rows), pooled_notes(pool))


def _range(episodes: pd.DataFrame) -> str:
    lengths = solvable(episodes[episodes["scored"]])["optimal_length"]
    return spread(lengths.tolist(), factor=1, unit="")


def _cells(episodes: pd.DataFrame) -> tuple[str, str, str, str]:
    plans, impossible = solvable(episodes), unsolvable(episodes)
    detected = counted(amount(impossible, impossible["detection"]), amount(impossible), DASH)
    return (
        number(share(amount(plans, plans["success"]), amount(plans)), 1, 100),
        number(share(amount(plans, plans["executable"]), amount(plans)), 1, 100),
        detected,
        _best(episodes),
    )


def _best(episodes: pd.DataFrame) -> str:
    """Return the configurations with the most successes; a dash if nothing succeeds."""
    found = configurations(episodes)
    top = max((c.success_rate or 0.0 for c in found), default=0.0)
    best = [c for c in found if c.success_rate == top]
    if not top:
        return Shown(DASH, {"": None, "numerator": None, "denominator": None})
    more = f" and {len(best) - 1} more" if len(best) > 1 else ""
    who = f"{best[0].model} with {best[0].method}{more}"
    return Shown(f"{who}: {number(top, 1, 100)}%", {"": who, **counted(best[0].successes, best[0].solvable).parts})
