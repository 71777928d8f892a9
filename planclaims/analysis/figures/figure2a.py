"""Figure 2a: how the episodes on solvable tasks end, a stacked bar per method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.analysis.figures.drawing import BLACK, REGIME_COLOURS, in_style, save_figure
from planclaims.analysis.formats.markup import tally
from planclaims.analysis.statistics.pools import REGIMES, amount, of_regime, solvable, tested
from planclaims.analysis.table.row import Outcome

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PARTS: Mapping[Outcome, tuple[str, str]] = {
    Outcome.SUCCESS: ("success", "#00583F"),
    Outcome.PRECONDITION_VIOLATION: ("precondition violation", "#E8854A"),
    Outcome.GOAL_NOT_REACHED: ("goal not reached", "#F0E442"),
    Outcome.TIMEOUT: ("timeout", "#5E56A8"),
    Outcome.MALFORMED: ("malformed output", "#D8A8CB"),
    Outcome.FALSE_ABSTENTION: ("false abstention", BLACK),
}
"""The outcomes of solvable tasks in the order in which they are stacked, with name and colour.

All differ in lightness, so that a grey print and colour-blind readers tell them apart.
"""

DARK = (Outcome.SUCCESS, Outcome.TIMEOUT, Outcome.FALSE_ABSTENTION)
"""Parts whose labels are white."""

LEAST_LABELLED = 0.035
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

    figure = Figure(figsize=(5.4, 1.15 + 0.27 * max(len(found), 3)), layout="constrained")
    if not found:
        figure.text(0.5, 0.5, "No episode of a model under test is scored.", ha="center")
        return figure
    axes = figure.subplots()
    places = _places(found)
    for outcome in PARTS:
        _stack(axes, found, places, outcome)
    counts = {bar.episodes for bar in found}
    alike = f", {tally(found[0].episodes)} per method" if len(counts) == 1 else ""
    names = [bar.method if alike else f"{bar.method} (n={tally(bar.episodes)})" for bar in found]
    axes.set_yticks(places, names)
    for bar, label in zip(found, axes.get_yticklabels(), strict=True):
        label.set_color(REGIME_COLOURS[bar.regime])
    _name_regimes(axes, found, places)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel(f"Episodes on solvable tasks (%)\npooled over the models under test{alike}")
    figure.legend(loc="outside upper center", ncols=3, fontsize=7)
    return figure


def _places(found: Sequence[Bar]) -> list[float]:
    """Return where the bars stand, the regimes set apart."""
    return [place + 0.5 * (bar.regime != found[0].regime) for place, bar in enumerate(found)]


def _name_regimes(axes: Axes, found: Sequence[Bar], places: Sequence[float]) -> None:
    """Write the regimes beside their bars."""
    for regime, colour in REGIME_COLOURS.items():
        own = [place for place, bar in zip(places, found, strict=True) if bar.regime == regime]
        if own:
            middle = sum(own) / len(own)
            axes.annotate(
                regime,
                (100, middle),
                (5, 0),
                textcoords="offset points",
                rotation=-90,
                color=colour,
                ha="left",
                va="center",
                annotation_clip=False,
            )


def _stack(axes: Axes, found: Sequence[Bar], places: Sequence[float], outcome: Outcome) -> None:
    """Draw one outcome of all bars, with its percentage where there is room for it."""
    name, colour = PARTS[outcome]
    order = list(PARTS)[: list(PARTS).index(outcome)]
    starts = [100 * sum(bar.shares[earlier] for earlier in order) for bar in found]
    widths = [100 * bar.shares[outcome] for bar in found]
    if not any(widths):
        return
    drawn = axes.barh(places, widths, left=starts, color=colour, label=name, height=0.75, edgecolor="white", lw=0.6)
    labels = [f"{width:.0f}" if width >= 100 * LEAST_LABELLED else "" for width in widths]
    axes.bar_label(drawn, labels, label_type="center", fontsize=7, color="white" if outcome in DARK else "black")
