"""Exact McNemar tests of each method against its baseline within a model, corrected within each regime."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

BASELINES: Mapping[str, str] = {"offline": "direct", "online": "react"}
LEVEL = 0.05
PAIR = ["domain", "task", "repeat"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A method against its baseline on the solvable tasks that both have a score for.

    `gained` counts tasks that only the method solves, `lost` those that only the baseline solves; `p_holm` is
    the p value after Holm's correction over all comparisons of the regime.
    """

    regime: str
    model: str
    method: str
    baseline: str
    tasks: int
    gained: int
    lost: int
    p: float
    p_holm: float = 1.0

    @property
    def significant(self) -> bool:
        """Return whether p < 0.05 before correction."""
        return self.p < LEVEL

    @property
    def survives(self) -> bool:
        """Return whether the difference survives the correction."""
        return self.p_holm <= LEVEL


def mcnemar_p(gained: int, lost: int) -> float:
    """Return the exact two-sided p value of a paired comparison; 1 without discordant pairs."""
    from statsmodels.stats.contingency_tables import mcnemar  # type: ignore[import-untyped]

    if gained + lost == 0:
        return 1.0
    return float(mcnemar([[0, gained], [lost, 0]], exact=True).pvalue)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p values after the step-down correction of Holm, in their order."""
    from statsmodels.stats.multitest import multipletests  # type: ignore[import-untyped]

    if not p_values:
        return []
    return [float(p) for p in multipletests(list(p_values), alpha=LEVEL, method="holm")[1]]


def comparisons(frame: pd.DataFrame) -> list[Comparison]:
    """Return every comparison of an episodes table; controls are left out, and pairs without a common task."""
    found = []
    tested = frame[~frame["reference"] & frame["scored"]]
    tested = tested[tested["solvable"]]
    for regime, baseline in BASELINES.items():
        found += _corrected(_of_regime(tested[tested["regime"] == regime], regime, baseline))
    return found


def _of_regime(frame: pd.DataFrame, regime: str, baseline: str) -> list[Comparison]:
    found = []
    for model, episodes in frame.groupby("model", sort=False):
        results = episodes.set_index([*PAIR, "method"])["success"].unstack("method")
        methods = [str(method) for method in episodes["method"].unique() if method != baseline]
        if baseline not in results:
            continue
        for method in methods:
            pairs = results[[baseline, method]].dropna().astype(bool)
            if len(pairs):
                gained = int((pairs[method] & ~pairs[baseline]).sum())
                lost = int((pairs[baseline] & ~pairs[method]).sum())
                p = mcnemar_p(gained, lost)
                found.append(Comparison(regime, str(model), method, baseline, len(pairs), gained, lost, p))
    return found


def _corrected(found: Sequence[Comparison]) -> list[Comparison]:
    corrected = holm([comparison.p for comparison in found])
    return [replace(comparison, p_holm=p) for comparison, p in zip(found, corrected, strict=True)]
