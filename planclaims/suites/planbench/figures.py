"""The figures of the suite: right answers by kind, by the length of a shortest plan, and by size in generalisation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from planclaims.analysis.figures.drawing import MARKERS
from planclaims.suites.planbench.tables.counting import interval

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BIN = 4
"""So many lengths share a point."""


def plot_kinds(frame: pd.DataFrame) -> Figure:
    """Return the share of right answers per kind, a marker per model and condition, with intervals."""
    rows = frame[frame["scored"]]
    kinds = sorted(map(str, rows["kind"].unique()))
    figure, axes = _sheet(6.5, 0.9 + 0.45 * max(1, len(kinds)))
    for number, (name, part) in enumerate(_players(rows)):
        height = 0.7 * (number + 0.5) / max(1, len(_players(rows))) - 0.35
        found = [(place, part[part["kind"] == kind]["correct"]) for place, kind in enumerate(kinds)]
        _points(axes, [(place + height, values) for place, values in found if len(values)], name, number, across=True)
    axes.set_yticks(range(len(kinds)), [kind.replace("_", " ") for kind in kinds])
    axes.invert_yaxis()
    axes.set_xlim(-0.03, 1.03)
    axes.set_xlabel("share of right answers")
    _legend(figure, axes)
    return figure


def plot_lengths(frame: pd.DataFrame) -> Figure:
    """Return the share of right plans against the length of a shortest plan, plan generation only."""
    rows = frame[frame["scored"] & (frame["kind"] == "plan_generation") & frame["optimal_length"].notna()]
    return _slopes(rows, rows["optimal_length"].astype(int) // BIN * BIN + BIN // 2, "length of a shortest plan")


def plot_sizes(frame: pd.DataFrame) -> Figure:
    """Return the share of right plans against size, generalisation only."""
    rows = frame[frame["scored"] & (frame["kind"] == "plan_generalisation")]
    return _slopes(rows, rows["size"].astype(int), "size of the instance")


def _slopes(rows: pd.DataFrame, at: pd.Series, label: str) -> Figure:
    figure, axes = _sheet(5.5, 3.2)
    for number, (name, part) in enumerate(_players(rows)):
        places = at.loc[part.index]
        found = [(float(place), part[places == place]["correct"]) for place in sorted(places.unique())]
        _points(axes, found, name, number, across=False)
    axes.set_ylim(-0.03, 1.03)
    axes.set_xlabel(label)
    axes.set_ylabel("share of right answers")
    _legend(figure, axes)
    return figure


def _sheet(width: float, height: float) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots()


def _players(rows: pd.DataFrame) -> list[tuple[str, pd.DataFrame]]:
    """Return the episodes of every model and condition; scripted respondents are named as such."""
    found = []
    for (model, condition, scripted), part in rows.groupby(["model", "condition", "reference"], sort=True):
        found.append((f"{model}{' (scripted)' if scripted else ''}, {condition}", part))
    return found


def _points(axes: Axes, found: list[tuple[float, pd.Series]], name: str, number: int, *, across: bool) -> None:
    """Draw shares with their intervals, hollow for scripted respondents; `across` puts the shares on the x axis."""
    places = [place for place, _ in found]
    shares = [float(values.mean()) for _, values in found]
    bounds = [interval(values) for _, values in found]
    lengths = [
        [max(0.0, share - low) for share, (low, _) in zip(shares, bounds, strict=True)],
        [max(0.0, high - share) for share, (_, high) in zip(shares, bounds, strict=True)],
    ]
    x, y = (shares, places) if across else (places, shares)
    colour = f"C{number % 10}"
    axes.errorbar(
        x,
        y,
        xerr=lengths if across else None,
        yerr=None if across else lengths,
        fmt=MARKERS[number % len(MARKERS)] + ("" if across else "-"),
        markersize=3.5,
        linewidth=0.8,
        color=colour,
        markerfacecolor="white" if "(scripted)" in name else colour,
        label=name,
    )


def _legend(figure: Figure, axes: Axes) -> None:
    if axes.get_legend_handles_labels()[0]:
        figure.legend(loc="outside right upper", fontsize=6)


FIGURES: Mapping[str, Callable[[pd.DataFrame], Figure]] = {
    "kinds": plot_kinds,
    "lengths": plot_lengths,
    "sizes": plot_sizes,
}
