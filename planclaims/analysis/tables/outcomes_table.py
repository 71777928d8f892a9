"""Figure 2a as numbers: how the episodes on solvable tasks end, per method, with the paper's shares beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.claims.claim import Scope, scope_of
from planclaims.analysis.figures.figure2a import PARTS
from planclaims.analysis.formats.markup import DASH, number, tally
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.published import BESIDE, published
from planclaims.analysis.statistics.pools import REGIMES, amount, of_regime, pooled_notes, share, solvable, tested

if TYPE_CHECKING:
    import pandas as pd


def outcomes_table(frame: pd.DataFrame) -> Sheet:
    """Return a row per method, pooled over the models under test: the share of every outcome in percent."""
    pool = solvable(tested(frame))
    rows = [
        _row(regime, method, here[here["method"] == method])
        for regime in REGIMES
        for here in [of_regime(pool, regime)]
        for method in here["method"].unique()
    ]
    shares = tuple(f"{name} %" for name, _ in PARTS.values())
    header = ("method", "regime", "episodes", *shares, "paper: success", "paper: violation")
    notes = pooled_notes(pool, "Shares of the episodes on solvable tasks; those of a row add up to 100.", BESIDE)
    return Sheet("How episodes on solvable tasks end", header, tuple(rows), notes)


def _row(regime: str, method: str, episodes: pd.DataFrame) -> tuple[str, ...]:
    total = amount(episodes)
    shares = [share(amount(episodes, episodes["outcome"] == outcome), total) for outcome in PARTS]
    scope = scope_of(episodes)
    paper = [_published(f"{claim} of {method}", scope) for claim in ("success", "precondition violations")]
    return (method, regime, tally(total), *(number(part, 1, 100) for part in shares), *paper)


def _published(claim: str, scope: Scope) -> str:
    found = published(claim, *scope)
    return str(found) if found else DASH
