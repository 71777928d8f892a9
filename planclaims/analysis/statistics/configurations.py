"""Configurations, a model with a method, and what their episodes add up to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from planclaims.analysis.statistics.pools import amount, scored, share, solvable, weighed
from planclaims.analysis.statistics.runs import TASK

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

    `solvable` and `unsolvable` count tasks, `runs` episodes, and `repeats` is how often a task was run at most. Each of
    the n scored runs of a task weighs 1/n, in every count, rate and mean: `successes` and `executable` on solvable
    tasks and `detections` on unsolvable ones are sums of shares, and a rate is the mean of the tasks' shares.
    """

    model: str
    method: str
    regime: str
    reference: bool
    constrained: bool
    solvable: int
    unsolvable: int
    runs: int
    unscored: int
    repeats: int
    successes: float
    executable: float
    detections: float
    mean_tokens: float | None
    mean_cost: float | None
    mean_score: float | None
    uncounted: int = 0
    """Scored episodes whose tokens the provider did not count; means of tokens and cost are over the others."""

    @property
    def success_rate(self) -> float | None:
        """Return the mean over solvable tasks of the share of runs that succeed."""
        return share(self.successes, self.solvable)

    @property
    def executable_rate(self) -> float | None:
        """Return the mean over solvable tasks of the share of runs whose plan is executable."""
        return share(self.executable, self.solvable)


def configurations(frame: pd.DataFrame) -> list[Configuration]:
    """Return the configurations of an episodes table, in the order in which they first appear."""
    groups = frame[list(NEEDED)].groupby(["model", "method"], sort=False)
    return [_configuration(str(model), str(method), group) for (model, method), group in groups]


def _configuration(model: str, method: str, group: pd.DataFrame) -> Configuration:
    episodes = scored(group)
    plans = solvable(episodes)
    tokens = episodes["input_tokens"] + episodes["output_tokens"]
    tasks = len(episodes.drop_duplicates(list(TASK)))
    possible = len(plans.drop_duplicates(list(TASK)))
    return Configuration(
        model=model,
        method=method,
        regime=str(group["regime"].iloc[0]),
        reference=bool(group["reference"].iloc[0]),
        constrained=bool(group["constrained"].iloc[0]),
        solvable=possible,
        unsolvable=tasks - possible,
        runs=len(episodes),
        unscored=len(group) - len(episodes),
        repeats=int(group.groupby(list(TASK)).size().max()),
        successes=amount(plans, plans["success"]),
        executable=amount(plans, plans["executable"]),
        detections=amount(episodes, episodes["detection"]),
        mean_tokens=mean(tokens, episodes),
        mean_cost=mean(episodes["cost_usd"], episodes),
        mean_score=mean(episodes["score"], episodes),
        uncounted=int(tokens.isna().sum()),
    )


def uncounted_note(found: Iterable[Configuration]) -> Iterator[str]:
    """Yield a note on means of tokens and cost that rest on fewer episodes than were scored, if there are any."""
    missing = [c for c in found if c.uncounted]
    if missing:
        told = (f"{c.model} with {c.method} {c.uncounted} of {c.runs}" for c in missing)
        yield (
            "Tokens that the provider did not count are missing, not zero; means of tokens and cost leave those "
            f"episodes out: {', '.join(told)}."
        )


def mean(values: pd.Series[float], episodes: pd.DataFrame) -> float | None:
    """Return the mean of the known values of weighed episodes, or None of nothing."""
    known = values.notna()
    weights = float(weighed(episodes[known]).sum())
    return float(weighed(episodes[known], values[known]).sum()) / weights if weights else None
