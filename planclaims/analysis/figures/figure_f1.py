"""Figure F.1: the success rate on each solvable task, offline and online."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planclaims.analysis.figures.drawing import MARKERS, REGIME_COLOURS, REGIME_FILLS, in_style, save_figure
from planclaims.analysis.statistics.pools import REGIMES, amount, by_task, of_regime, share, solvable, tested

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
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
        for (domain, task), episodes in by_task(pool)
    ]


def plot_figure_f1(frame: pd.DataFrame, paths: Mapping[str, Path]) -> None:
    """Write figure F.1 of an episodes table to a path per format: pdf, png, svg."""
    with in_style():
        save_figure(draw(task_rates(frame)), paths)


def draw(found: Sequence[TaskRate]) -> Figure:
    """Return the figure, L* as the second row of labels; without a task it is empty and says so."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(1.0 + 0.165 * max(len(found), 16), 2.7), layout="constrained")
    if not found:
        figure.text(0.5, 0.5, "No episode of a model under test is scored.", ha="center")
        return figure
    axes = figure.subplots()
    for shift, regime, marker in zip((-0.14, 0.14), REGIMES, MARKERS, strict=False):
        _draw_regime(axes, found, regime, marker, shift)
    axes.set_xticks(
        range(len(found)),
        [f"{int(t.task) if t.task.isdigit() else t.task}\n{t.optimal_length}" for t in found],
        fontsize=6.5,
    )
    _name_domains(axes, [task.domain for task in found])
    axes.set_xlim(-0.5, len(found) - 0.5)
    axes.set_ylim(0, 102)
    axes.grid(visible=True, axis="y", linewidth=0.3, alpha=0.5)
    axes.set_axisbelow(True)
    axes.set_xlabel("First row: task. Second row: its optimal length L*")
    axes.set_ylabel("Success (%)")
    figure.legend(loc="outside upper right", ncols=2, fontsize=7)
    return figure


def _draw_regime(axes: Axes, found: Sequence[TaskRate], regime: str, marker: str, shift: float) -> None:
    """Draw a regime's rates as markers on stems, beside those of the other regime."""
    places = [place for place, task in enumerate(found) if regime in task.rates]
    rates = [100 * found[place].rates[regime] for place in places]
    shifted = [place + shift for place in places]
    colour = REGIME_COLOURS[regime]
    axes.vlines(shifted, 0, rates, color=colour, linewidth=0.8)
    style: dict[str, Any] = {
        "color": colour,
        "markerfacecolor": REGIME_FILLS[regime],
        "markersize": 3.6,
        "markeredgewidth": 0.8,
    }
    axes.plot(shifted, rates, marker, label=regime, clip_on=False, zorder=3, **style)


def _name_domains(axes: Axes, domains: Sequence[str]) -> None:
    """Write each domain above its tasks and draw a line before them."""
    for domain in dict.fromkeys(domains):
        first, count = domains.index(domain), domains.count(domain)
        axes.axvline(first - 0.5, color="0.8", linewidth=0.6)
        axes.text(first + (count - 1) / 2, 104, domain, ha="center", fontsize=7)
