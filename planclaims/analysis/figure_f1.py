"""Figure F.1: the success rate on each solvable task, offline and online."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.analysis.drawing import MARKERS, REGIME_COLOURS, in_style, save_figure
from planclaims.analysis.pools import REGIMES, amount, of_regime, share, solvable, tested

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class TaskRate:
    """A solvable task, its optimal length, and the share of episodes that solve it in each regime played."""

    domain: str
    task: str
    optimal_length: int
    rates: Mapping[str, float]


def task_rates(frame: pd.DataFrame) -> list[TaskRate]:
    """Return the solvable tasks by domain and number, pooled over models under test and methods."""
    pool = solvable(tested(frame))
    return [
        TaskRate(
            str(domain),
            str(task),
            int(episodes["optimal_length"].iloc[0]),
            {
                regime: share(amount(here, here["success"]), amount(here)) or 0.0
                for regime in REGIMES
                for here in [of_regime(episodes, regime)]
                if len(here)
            },
        )
        for (domain, task), episodes in pool.groupby(["domain", "task"], sort=True)
    ]


def plot_figure_f1(frame: pd.DataFrame, paths: Mapping[str, Path]) -> None:
    """Write figure F.1 of an episodes table to a path per format: pdf, png, svg."""
    with in_style():
        save_figure(draw(task_rates(frame)), paths)


def draw(found: list[TaskRate]) -> Figure:
    """Return the figure, L* as the second row of labels; without a task it is empty and says so."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(1.6 + 0.24 * max(len(found), 12), 2.8), layout="constrained")
    if not found:
        figure.text(0.5, 0.5, "No episode of a model under test is scored.", ha="center")
        return figure
    axes = figure.subplots()
    for shift, regime, marker in zip((-0.12, 0.12), REGIMES, MARKERS, strict=False):
        places = [place for place, task in enumerate(found) if regime in task.rates]
        rates = [100 * found[place].rates[regime] for place in places]
        axes.vlines([p + shift for p in places], 0, rates, color=REGIME_COLOURS[regime], linewidth=1)
        axes.plot([p + shift for p in places], rates, marker, color=REGIME_COLOURS[regime], markersize=4, label=regime)
    axes.set_xticks(
        range(len(found)), [f"{int(t.task) if t.task.isdigit() else t.task}\n{t.optimal_length}" for t in found]
    )
    domains = [task.domain for task in found]
    for domain in dict.fromkeys(domains):
        first, count = domains.index(domain), domains.count(domain)
        axes.axvline(first - 0.5, color="0.8", linewidth=0.6)
        axes.text(first + (count - 1) / 2, 104, domain, ha="center", fontsize=7)
    axes.set_xlim(-0.5, len(found) - 0.5)
    axes.set_ylim(0, 102)
    axes.set_xlabel("Task, and below it the optimal length")
    axes.set_ylabel("Success (%)")
    figure.legend(loc="outside right upper", fontsize=7)
    return figure
