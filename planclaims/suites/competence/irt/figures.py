"""Figures of one sample: components, kinds in the plane of the two difficulties, respondents in that of abilities."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from planclaims.analysis.figures.drawing import BLACK, BLUE, MARKERS, VERMILION, in_style, save_figure
from planclaims.suites.competence.irt.estimators.naming import OPERATIONAL, STRUCTURAL
from planclaims.suites.competence.irt.inference.components import components
from planclaims.suites.competence.irt.sample import Sample
from planclaims.suites.competence.irt.tables.details import names_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TRAJECTORY = ("direct", "cot", "scratchpad")
"""The conditions that a line joins, in this order."""


def plot_figure(name: str, sample: Sample, paths: Mapping[str, Path]) -> None:
    """Write a figure of a sample to a path per format."""
    with in_style():
        save_figure(FIGURES[name](sample), paths)


def scree(sample: Sample) -> Figure:
    """Return the eigenvalues of the correlations between kinds beside those of shuffled columns."""
    found = components(sample.matrix)
    figure, axes = _axes()
    places = np.arange(1, len(found.eigenvalues) + 1)
    axes.plot(places, found.eigenvalues, "o-", color=BLUE, label="observed", markersize=4)
    axes.plot(places, found.parallel, "s--", color=VERMILION, label="shuffled, 95th percentile", markersize=4)
    axes.set_xticks(places)
    axes.set_xlabel("Component")
    axes.set_ylabel("Eigenvalue")
    axes.set_ylim(bottom=0)
    axes.legend()
    return figure


def kinds_plane(sample: Sample) -> Figure:
    """Return the kinds by their two difficulties, with standard errors over drawn items."""
    if sample.main is None:
        return _empty()
    alpha, errors, names = sample.main.parameters.alpha, sample.errors, names_of(sample, sample.main)
    figure, axes = _axes()
    for place, kind in enumerate(sample.matrix.kinds):
        colour = BLUE if kind in OPERATIONAL else VERMILION if kind in STRUCTURAL else BLACK
        x, y = alpha[place]
        if errors is not None:
            spread = errors.alpha[place]
            axes.errorbar(x, y, xerr=spread[0], yerr=spread[1], color=colour, linewidth=0.6)
        axes.plot(x, y, "o", color=colour, markersize=4)
        axes.annotate(kind, (x, y), xytext=(4, 3), textcoords="offset points", color=colour)
    _name_axes(axes, "Difficulty", names)
    return figure


def abilities_plane(sample: Sample) -> Figure:
    """Return the respondents by their two abilities; a line joins the conditions of a model."""
    if sample.main is None:
        return _empty()
    theta, names = sample.main.parameters.theta, names_of(sample, sample.main)
    figure, axes = _axes()
    labels = sample.matrix.labels
    conditions = labels.get("condition", ("",) * len(theta))
    for model in dict.fromkeys(labels.get("model", ())):
        path = [
            place
            for condition in TRAJECTORY
            for place in range(len(theta))
            if labels["model"][place] == model and conditions[place] == condition
        ]
        axes.plot(theta[path, 0], theta[path, 1], "-", color="0.75", linewidth=0.6, zorder=1)
    for number, condition in enumerate(dict.fromkeys(conditions)):
        marker = MARKERS[number % len(MARKERS)]
        for scripted in (False, True):
            here = [
                place
                for place, name in enumerate(conditions)
                if name == condition and sample.matrix.scripted(place) == scripted
            ]
            if not here:
                continue
            fill = "none" if scripted else "full"
            label = (condition or "respondents") + (" (scripted)" if scripted else "")
            axes.plot(theta[here, 0], theta[here, 1], marker, markersize=4, label=label, zorder=2, fillstyle=fill)
    axes.legend()
    _name_axes(axes, "Ability", names)
    return figure


FIGURES = {"scree": scree, "kinds": kinds_plane, "abilities": abilities_plane}
"""The figures of a sample by name."""


def _axes() -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(3.6, 3.0), layout="constrained")
    return figure, figure.subplots()


def _empty() -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(3.6, 1.0))
    figure.text(0.5, 0.5, "The product model of two dimensions has no fit.", ha="center")
    return figure


def _name_axes(axes: Axes, what: str, names: tuple[str, ...]) -> None:
    for axis, name, number in ((axes.set_xlabel, names[0], 1), (axes.set_ylabel, names[1], 2)):
        axis(f"{what} {number} ({name}), logits")
    axes.axhline(0, color="0.85", linewidth=0.5, zorder=0)
    axes.axvline(0, color="0.85", linewidth=0.5, zorder=0)
