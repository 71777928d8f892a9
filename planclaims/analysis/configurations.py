"""Configurations, a model with a method, and what their episodes add up to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

TASK = ["domain", "task"]
MEASURES = (
    *("solvable", "success", "executable", "detection", "score"),
    *("input_tokens", "output_tokens", "cost_usd"),
)


@dataclass(frozen=True, slots=True)
class Configuration:
    """The scored episodes of one model with one method, counted by tasks; a mean over none is None.

    A task counts once, however often it was run: with the mean of its runs, so that `successes`, `executable` (both
    of solvable tasks) and `detections` (of unsolvable ones) are whole numbers unless runs of a task differ; then
    they are rounded, and the rates are not. `episodes` and `unscored` count runs.
    """

    model: str
    method: str
    regime: str
    reference: bool
    constrained: bool
    solvable: int
    unsolvable: int
    episodes: int
    unscored: int
    successes: float
    executable: float
    detections: float
    success_rate: float | None
    executable_rate: float | None
    mean_tokens: float | None
    mean_cost: float | None
    mean_score: float | None


def configurations(frame: pd.DataFrame) -> list[Configuration]:
    """Return the configurations of an episodes table, in the order in which they first appear."""
    groups = frame.groupby(["model", "method"], sort=False)
    return [_configuration(str(model), str(method), group) for (model, method), group in groups]


def _configuration(model: str, method: str, group: pd.DataFrame) -> Configuration:
    scored = group[group["scored"]]
    tasks = _tasks(scored)
    solvable = tasks[tasks["solvable"] > 0]
    return Configuration(
        model=model,
        method=method,
        regime=str(group["regime"].iloc[0]),
        reference=bool(group["reference"].iloc[0]),
        constrained=bool(group["constrained"].iloc[0]),
        solvable=len(solvable),
        unsolvable=len(tasks) - len(solvable),
        episodes=len(scored),
        unscored=len(group) - len(scored),
        successes=_total(solvable["success"]),
        executable=_total(solvable["executable"]),
        detections=_total(tasks["detection"]),
        success_rate=mean(solvable["success"]),
        executable_rate=mean(solvable["executable"]),
        mean_tokens=mean(tasks["input_tokens"] + tasks["output_tokens"]),
        mean_cost=mean(tasks["cost_usd"]),
        mean_score=mean(tasks["score"]),
    )


def _tasks(scored: pd.DataFrame) -> pd.DataFrame:
    """Return the measures of every task as numbers, averaged over its runs."""
    measures = scored[list(MEASURES)].astype("Float64")
    if not scored.duplicated(TASK).any():
        return measures
    return measures.groupby([scored[name] for name in TASK], sort=False).mean()


def _total(values: pd.Series[float]) -> float:
    """Return the sum over tasks, to two digits where it is no whole number."""
    total = round(float(values.sum()), 2)
    return int(total) if total.is_integer() else total


def mean(values: pd.Series[float]) -> float | None:
    """Return the mean, or None of nothing."""
    return float(values.astype(float).mean()) if len(values) else None
