"""Figure 2a: how the episodes on solvable tasks end, a stacked bar per method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.analysis.drawing import BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION, in_style, save_figure
from planclaims.analysis.pools import REGIMES, amount, of_regime, solvable, tested
from planclaims.scoring.row import Outcome

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PARTS: Mapping[Outcome, tuple[str, str]] = {
    Outcome.SUCCESS: ("success", GREEN),
    Outcome.PRECONDITION_VIOLATION: ("precondition violation", VERMILION),
    Outcome.GOAL_NOT_REACHED: ("goal not reached", ORANGE),
    Outcome.TIMEOUT: ("timeout", SKY),
    Outcome.MALFORMED: ("malformed output", PURPLE),
    Outcome.FALSE_ABSTENTION: ("false abstention", BLUE),
}
"""The outcomes of solvable tasks in the order in which they are stacked, with name and colour."""

LEAST_LABELLED = 0.06
"""Parts of a bar that are smaller have no room for their percentage."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A method with the shares of its outcomes, which add up to one, and the number of episodes behind them."""

    method: str
    regime: str
    episodes: float
    shares: Mapping[Outcome, float]


def bars(frame: pd.DataFrame) -> list[Bar]:
    """Return a bar per method, pooled over the models under test, offline before online."""
    pool = solvable(tested(frame))
    found = []
    for regime in REGIMES:
        for method, episodes in of_regime(pool, regime).groupby("method", sort=False):
            total = amount(episodes)
            shares = {outcome: amount(episodes, episodes["outcome"] == outcome) / total for outcome in PARTS}
            found.append(Bar(str(method), regime, total, shares))
    return found


def plot_figure2a(frame: pd.DataFrame, paths: Mapping[str, Path]) -> None:
    """Write figure 2a of an episodes table to a path per format: pdf, png, svg."""
    with in_style():
        save_figure(draw(bars(frame)), paths)


def draw(found: Sequence[Bar]) -> Figure:
    """Return the figure; without an episode of a model under test it is empty and says so."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.4, 0.9 + 0.3 * max(len(found), 3)), layout="constrained")
    if not found:
        figure.text(0.5, 0.5, "No episode of a model under test is scored.", ha="center")
        return figure
    axes = figure.subplots()
    for outcome, (name, colour) in PARTS.items():
        _stack(axes, found, outcome, name, colour)
    axes.set_yticks(range(len(found)), [f"{bar.method} (n={bar.episodes:g})" for bar in found])
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("Episodes on solvable tasks, pooled over models (%)")
    figure.legend(loc="outside upper center", ncols=3, fontsize=7)
    return figure


def _stack(axes: Axes, found: Sequence[Bar], outcome: Outcome, name: str, colour: str) -> None:
    order = list(PARTS)[: list(PARTS).index(outcome)]
    starts = [100 * sum(bar.shares[earlier] for earlier in order) for bar in found]
    widths = [100 * bar.shares[outcome] for bar in found]
    if not any(widths):
        return
    drawn = axes.barh(range(len(found)), widths, left=starts, color=colour, label=name, height=0.75)
    labels = [f"{width:.0f}" if width >= 100 * LEAST_LABELLED else "" for width in widths]
    axes.bar_label(drawn, labels, label_type="center", fontsize=7)
