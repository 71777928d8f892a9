"""Configurations, a model with a method, and what their episodes add up to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from planclaims.analysis.runs import TASK

if TYPE_CHECKING:
    import pandas as pd

NEEDED = (
    *("model", "method", "regime", "domain", "task", "reference", "constrained", "scored", "solvable"),
    *("success", "executable", "detection", "score", "input_tokens", "output_tokens", "cost_usd"),
)
"""The columns that configurations are counted from; the rest would only be copied along."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The scored episodes of one model with one method, counted; a mean over none is None.

    `successes` and `executable` count episodes on solvable tasks only, `detections` on unsolvable ones. `repeats` is
    how often a task was run at most; rates and means are over all runs, which weigh tasks alike where each has as many.
    """

    model: str
    method: str
    regime: str
    reference: bool
    constrained: bool
    solvable: int
    unsolvable: int
    unscored: int
    repeats: int
    successes: int
    executable: int
    detections: int
    mean_tokens: float | None
    mean_cost: float | None
    mean_score: float | None
    uncounted: int = 0
    """Scored episodes whose tokens the provider did not count; means of tokens and cost are over the others."""

    @property
    def success_rate(self) -> float | None:
        """Return the share of episodes on solvable tasks that succeed."""
        return self.successes / self.solvable if self.solvable else None

    @property
    def executable_rate(self) -> float | None:
        """Return the share of episodes on solvable tasks whose plan is executable."""
        return self.executable / self.solvable if self.solvable else None


def configurations(frame: pd.DataFrame) -> list[Configuration]:
    """Return the configurations of an episodes table, in the order in which they first appear."""
    groups = frame[list(NEEDED)].groupby(["model", "method"], sort=False)
    return [_configuration(str(model), str(method), group) for (model, method), group in groups]


def _configuration(model: str, method: str, group: pd.DataFrame) -> Configuration:
    scored = group[group["scored"]]
    solvable = scored[scored["solvable"].fillna(False)]
    tokens = scored["input_tokens"] + scored["output_tokens"]
    return Configuration(
        model=model,
        method=method,
        regime=str(group["regime"].iloc[0]),
        reference=bool(group["reference"].iloc[0]),
        constrained=bool(group["constrained"].iloc[0]),
        solvable=len(solvable),
        unsolvable=len(scored) - len(solvable),
        unscored=len(group) - len(scored),
        repeats=int(group.groupby(list(TASK)).size().max()),
        successes=int(solvable["success"].sum()),
        executable=int(solvable["executable"].sum()),
        detections=int(scored["detection"].sum()),
        mean_tokens=mean(tokens),
        mean_cost=mean(scored["cost_usd"]),
        mean_score=mean(scored["score"]),
        uncounted=int(tokens.isna().sum()),
    )


def uncounted_note(found: Iterable[Configuration]) -> Iterator[str]:
    """Yield a note on means of tokens and cost that rest on fewer episodes than were scored, if there are any."""
    missing = [c for c in found if c.uncounted]
    if missing:
        told = (f"{c.model} with {c.method} {c.uncounted} of {c.solvable + c.unsolvable}" for c in missing)
        yield (
            "Tokens that the provider did not count are missing, not zero; means of tokens and cost leave those "
            f"episodes out: {', '.join(told)}."
        )


def mean(values: pd.Series[float]) -> float | None:
    """Return the mean of the known values, or None of nothing."""
    known = values.dropna()
    return float(known.astype(float).mean()) if len(known) else None
