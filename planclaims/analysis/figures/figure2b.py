"""Figure 2b: the score of every configuration against what an episode costs, with the Pareto front."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planclaims.analysis.figures.drawing import BLACK, MARKERS, REGIME_COLOURS, REGIME_FILLS, in_style, save_figure
from planclaims.analysis.figures.labels import MARKER_POINTS, Label, place_labels
from planclaims.analysis.statistics.configurations import Configuration, configurations
from planclaims.analysis.statistics.pareto import pareto_front

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.backend_bases import RendererBase
    from matplotlib.figure import Figure

SHORT_NAMES: Mapping[str, str] = {
    "zero-shot-cot": "CoT",
    "plan-and-solve": "PS",
    "step-back": "SB",
    "self-refine": "Refine",
    "tree-of-thoughts": "ToT",
}
"""Labels of methods whose names are long; others are their own label."""


@dataclass(frozen=True, slots=True)
class Point:
    """A configuration at its cost, and whether it lies on the Pareto front of its panel."""

    configuration: Configuration
    cost: float
    score: float
    on_front: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """Points on one cost axis: USD where a model has a price, tokens where it has none."""

    axis: str
    points: tuple[Point, ...]


def panels(found: Sequence[Configuration]) -> list[Panel]:
    """Return the configurations on one or two axes; those without a price cannot stand on an axis of USD.

    Controls are shown but stand outside the front: they know the task.
    """
    scored = [c for c in found if c.mean_score is not None]
    priced = [c for c in scored if c.mean_cost]
    unpriced = [c for c in scored if not c.mean_cost and c.mean_tokens]
    both = [
        _panel("Mean cost per episode (USD at list price, log scale)", priced, lambda c: c.mean_cost or 0.0),
        _panel(
            "Mean tokens per episode of models without a price\n(log scale; words for controls)",
            unpriced,
            lambda c: c.mean_tokens or 0.0,
        ),
    ]
    return [panel for panel in both if panel.points]


def _panel(axis: str, found: Sequence[Configuration], cost: Callable[[Configuration], float]) -> Panel:
    tested = [c for c in found if not c.reference]
    places = pareto_front([(cost(c), c.mean_score or 0.0) for c in tested])
    front = {(tested[place].model, tested[place].method) for place in places}
    points = (Point(c, cost(c), c.mean_score or 0.0, (c.model, c.method) in front) for c in found)
    return Panel(axis, tuple(points))


def plot_figure2b(frame: pd.DataFrame, paths: Mapping[str, Path]) -> None:
    """Write figure 2b of an episodes table to a path per format: pdf, png, svg."""
    with in_style():
        save_figure(draw(configurations(frame)), paths)


def draw(found: Sequence[Configuration]) -> Figure:
    """Return the figure; without a scored episode that tells its cost or tokens it is empty and says so."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    shown = panels(found)
    figure = Figure(figsize=(3.9 * max(len(shown), 1) + 1.9, 3.6), layout="constrained")
    canvas: Any = FigureCanvasAgg(figure)
    if not shown:
        figure.text(0.5, 0.5, "No scored episode tells its cost or its tokens.", ha="center")
        return figure
    markers = dict(zip(dict.fromkeys(c.model for c in found), MARKERS * len(found), strict=False))
    all_axes = list(figure.subplots(1, len(shown), squeeze=False, sharey=True)[0])
    for axes, panel in zip(all_axes, shown, strict=True):
        _draw_panel(axes, panel, markers)
    all_axes[0].set_ylabel("Score (mean over all tasks)")
    highest = max(point.score for panel in shown for point in panel.points)
    all_axes[0].set_ylim(-0.06, min(max(1.15 * highest, 0.2), 1.06))
    _legend(figure, found, markers)
    canvas.draw()
    figure.set_layout_engine("none")
    for axes, panel in zip(all_axes, shown, strict=True):
        _label(axes, panel, canvas.get_renderer())
    return figure


def _draw_panel(axes: Axes, panel: Panel, markers: Mapping[str, str]) -> None:
    front = sorted((point.cost, point.score) for point in panel.points if point.on_front)
    axes.plot([x for x, _ in front], [y for _, y in front], color=BLACK, linewidth=0.8, zorder=1)
    for point in panel.points:
        colour = REGIME_COLOURS[point.configuration.regime]
        axes.scatter(
            point.cost,
            point.score,
            marker=markers[point.configuration.model],
            s=26,
            facecolors="none" if point.configuration.reference else REGIME_FILLS[point.configuration.regime],
            edgecolors=colour,
            linewidths=0.9,
            zorder=2,
        )
    axes.set_xscale("log")
    axes.set_xlabel(panel.axis)
    axes.grid(visible=True, linewidth=0.3, alpha=0.5)
    axes.margins(x=0.12)


def _legend(figure: Figure, found: Sequence[Configuration], markers: Mapping[str, str]) -> None:
    from matplotlib.lines import Line2D

    references = {c.model for c in found if c.reference}
    regimes = [name for name in REGIME_COLOURS if any(c.regime == name for c in found)]
    handles = [
        Line2D(
            [],
            [],
            color=REGIME_COLOURS[name],
            markerfacecolor=REGIME_FILLS[name],
            marker="o",
            linestyle="none",
            markersize=5,
            label=name,
        )
        for name in regimes
    ]
    if any(not c.reference for c in found):
        handles.append(Line2D([], [], color=BLACK, linewidth=0.8, label="Pareto front"))
    for model, marker in markers.items():
        control = model in references
        handles.append(
            Line2D(
                [],
                [],
                color=BLACK,
                marker=marker,
                linestyle="none",
                markersize=5,
                label=f"{model} (control)" if control else model,
                markerfacecolor="none" if control else BLACK,
            )
        )
    figure.legend(handles=handles, loc="outside right upper", fontsize=6.5)


def _label(axes: Axes, panel: Panel, renderer: RendererBase) -> None:
    """Write the methods beside their points: those on the front first, controls last."""
    order = sorted(panel.points, key=lambda point: (not point.on_front, point.configuration.reference))
    labels = [
        Label(group[0].cost, group[0].score, ", ".join(_short(point.configuration.method) for point in group))
        for group in _coinciding(axes, order)
    ]
    front = sorted((point.cost, point.score) for point in panel.points if point.on_front)
    place_labels(axes, labels, [(point.cost, point.score) for point in panel.points], front, renderer)


def _short(method: str) -> str:
    return SHORT_NAMES.get(method, method)


def _coinciding(axes: Axes, points: Sequence[Point]) -> list[list[Point]]:
    """Return the points in groups of one model and regime that lie on one another, so that one label serves all."""
    reach = MARKER_POINTS * axes.get_figure(root=True).dpi / 72  # type: ignore[union-attr]
    groups: list[list[Point]] = []
    for point in points:
        place = axes.transData.transform((point.cost, point.score))
        for group in groups:
            first = group[0]
            alike = _kind(first) == _kind(point)
            if alike and math.dist(axes.transData.transform((first.cost, first.score)), place) < reach:
                group.append(point)
                break
        else:
            groups.append([point])
    return groups


def _kind(point: Point) -> tuple[str, str]:
    return point.configuration.model, point.configuration.regime
