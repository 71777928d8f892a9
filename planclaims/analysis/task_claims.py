"""The headline numbers about domains and tasks: where acting costs success, and what is never solved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from planclaims.analysis.claim import Claim, counted, scope_of
from planclaims.analysis.markup import DASH
from planclaims.analysis.pools import REGIMES, of_regime, solvable, weighed
from planclaims.analysis.runs import TASK

if TYPE_CHECKING:
    import pandas as pd


def task_claims(pool: pd.DataFrame) -> Iterator[Claim]:
    """Yield domains and tasks that fare worse or better online, and tasks that no configuration solves."""
    plans = solvable(pool)
    scope = scope_of(pool)
    both = set(plans["regime"]) == set(REGIMES)
    domains, tasks = _gaps(plans, ["domain"]), _gaps(plans, list(TASK))
    basis = "success rates over all models and methods of a regime"
    for name, held, gaps in (
        ("domains in which less is solved online than offline", [gap < 0 for gap in domains], domains),
        ("tasks solved more often online than offline", [gap > 0 for gap in tasks], tasks),
    ):
        yield Claim(name, str(sum(held)) if both else DASH, basis, counted(sum(held), len(gaps)), scope=scope)
    for regime in REGIMES:
        here = of_regime(plans, regime)
        solved = here.groupby(list(TASK))["success"].any()
        never = int((~solved).sum())
        value = str(never) if len(solved) else DASH
        basis = "solvable tasks, all configurations"
        yield Claim(
            f"tasks never solved, {regime}",
            value,
            basis,
            counted(never, len(solved)),
            scope=scope_of(of_regime(pool, regime)),
        )


def _gaps(plans: pd.DataFrame, keys: list[str]) -> list[float]:
    """Return by how much the online success rate exceeds the offline one, for each place that has both."""
    rates = []
    for regime in ("online", "offline"):
        here = of_regime(plans, regime)
        places = [here[key] for key in keys]
        rates.append(weighed(here, here["success"]).groupby(places).sum() / weighed(here).groupby(places).sum())
    gaps: list[float] = (rates[0] - rates[1]).dropna().round(9).tolist()
    return gaps
