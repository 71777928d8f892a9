"""The figures of the suite: a point or a bar per model and method; scripted controls are hollow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isnan
from typing import TYPE_CHECKING

from planclaims.analysis.drawing import MARKERS, REGIME_COLOURS
from planclaims.suites.longhorizon.measures import LABELS
from planclaims.suites.longhorizon.outputs import CHECKS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDE = (7.0, 3.2)
DOMAINS = ("travel", "shopping")
WHO = ["model", "method", "regime", "reference"]
NAMES = ("A1", "A2", "A3", "B1", "B2", "C")


def _panels(titles: tuple[str, ...]) -> tuple[Figure, list[Axes]]:
    from matplotlib.figure import Figure as Drawn

    figure = Drawn(figsize=WIDE, layout="constrained")
    axes = list(figure.subplots(1, len(titles), squeeze=False)[0])
    for axis, title in zip(axes, titles, strict=True):
        axis.set_title(title)
    return figure, axes


def _scored(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[frame["scored"]]


def _points(axis: Axes, frame: pd.DataFrame, across: str, along: str) -> None:
    """Draw the means of two columns, a point per model and method."""
    models = sorted(frame["model"].unique())
    for (model, method, regime, reference), part in frame.groupby(
        ["model", "method", "regime", "reference"], sort=True
    ):
        x, y = (part[name].dropna().astype(float).mean() for name in (across, along))
        if isnan(x) or isnan(y):
            continue
        colour = REGIME_COLOURS[str(regime)]
        marker = MARKERS[models.index(model) % len(MARKERS)]
        axis.plot(
            x, y, marker, color=colour, markerfacecolor="none" if reference else colour, label=f"{model}, {method}"
        )


def _legend(figure: Figure, axes: list[Axes]) -> None:
    known: dict[str, Artist] = {}
    for axis in axes:
        handles, labels = axis.get_legend_handles_labels()
        known |= dict(zip(labels, handles, strict=True))
    if known:
        figure.legend(list(known.values()), list(known), loc="outside right upper", fontsize=6)


def effort(frame: pd.DataFrame) -> Figure:
    """Return figure L1: share of the optimum against calls of tools and against calls of the model."""
    figure, axes = _panels(("against calls of tools", "against turns of the model"))
    scored = _scored(frame)
    for axis, across in zip(axes, ("calls_used", "model_calls"), strict=True):
        _points(axis, scored, across, "share")
        axis.set_xlabel(across.replace("_", " "))
        axis.set_ylabel("share of the optimum")
        axis.set_ylim(-0.05, 1.05)
    _legend(figure, axes)
    return figure


def horizon(frame: pd.DataFrame) -> Figure:
    """Return figure L2: solved cases by days of the trip and by level of the cart."""
    figure, axes = _panels(DOMAINS)
    scored = _scored(frame)
    models = sorted(scored["model"].unique())
    for axis, domain in zip(axes, DOMAINS, strict=True):
        part = scored[scored["group"] == domain]
        for (model, method, regime, reference), rows in part.groupby(WHO, sort=True):
            means = rows.groupby("kind")["case"].mean().astype(float)
            colour = REGIME_COLOURS[str(regime)]
            fill, line = ("none", ":") if reference else (colour, "-")
            marker = MARKERS[models.index(model) % len(MARKERS)]
            kinds, label = [str(kind) for kind in means.index], f"{model}, {method}"
            axis.plot(
                kinds, list(means), line, marker=marker, color=colour, markerfacecolor=fill, alpha=0.7, label=label
            )
        axis.set_ylim(-0.05, 1.05)
        axis.set_ylabel("solved cases")
    _legend(figure, axes)
    return figure


def failures(frame: pd.DataFrame) -> Figure:
    """Return figure L3: the share of failed episodes with each label."""
    figure, axes = _panels(DOMAINS)
    failed = _scored(frame)
    failed = failed[~failed["optimal"].fillna(False)]
    for axis, domain in zip(axes, DOMAINS, strict=True):
        part = failed[failed["group"] == domain]
        for place, (reference, rows) in enumerate(part.groupby("reference", sort=True)):
            shares = [float(rows[label].fillna(False).mean()) for label in LABELS]
            spots = [number + 0.4 * place for number in range(len(LABELS))]
            colour, name = ("white", "scripted controls") if reference else (REGIME_COLOURS["online"], "models")
            axis.bar(spots, shares, width=0.4, color=colour, edgecolor="black", label=name)
        axis.set_xticks([number + 0.2 for number in range(len(LABELS))], NAMES)
        axis.set_ylim(0, 1)
        axis.set_ylabel("share of failed episodes")
    _legend(figure, axes)
    return figure


def fragility(frame: pd.DataFrame) -> Figure:
    """Return figure L4: the share of checks passed against solved cases."""
    import pandas as pd

    figure, axes = _panels(DOMAINS)
    scored = _scored(frame)
    for axis, domain, prefix in zip(axes, DOMAINS, CHECKS, strict=True):
        part = scored[scored["group"] == domain].copy()
        names = [name for name in part.columns if name.startswith(prefix)]
        verdicts = part[names].astype("object")
        part["passed"] = (verdicts == "pass").fillna(False).mean(axis=1) if names else pd.Series(dtype=float)
        part["solved"] = part["case"].astype(float)
        _points(axis, part, "passed", "solved")
        axis.set(xlabel="checks passed", ylabel="solved cases", xlim=(-0.05, 1.05), ylim=(-0.05, 1.05))
    _legend(figure, axes)
    return figure


def facts(frame: pd.DataFrame) -> Figure:
    """Return figure L5: relevant facts seen against share of the optimum."""
    figure, axes = _panels(DOMAINS)
    scored = _scored(frame)
    for axis, domain in zip(axes, DOMAINS, strict=True):
        _points(axis, scored[scored["group"] == domain], "facts_share", "share")
        axis.set(xlabel="relevant facts seen", ylabel="share of the optimum", xlim=(-0.05, 1.05), ylim=(-0.05, 1.05))
    _legend(figure, axes)
    return figure


FIGURES: Mapping[str, Callable[[pd.DataFrame], Figure]] = {
    "effort": effort,
    "horizon": horizon,
    "failures": failures,
    "fragility": fragility,
    "facts": facts,
}
