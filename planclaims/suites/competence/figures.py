"""The figures of the competence study that need no model of the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from planclaims.analysis.figures.drawing import BLUE, MARKERS, VERMILION
from planclaims.suites.competence.questions.made import KINDS
from planclaims.suites.competence.tables.formats import accuracy
from planclaims.suites.competence.tables.ladder import DOSES
from planclaims.suites.competence.tables.shares import by_key, interval, scored

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMS = ("generative", "choice", "boolean")
STRUCTURAL = ("reach", "areach", "land")


def _empty(figure: Figure, why: str) -> Figure:
    figure.text(0.5, 0.5, why, ha="center")
    return figure


def plot_forms(frame: pd.DataFrame) -> Figure:
    """Return the accuracy by kind in the three forms, a panel per respondent."""
    from matplotlib.figure import Figure

    rows = scored(frame[frame["condition"] == "plain"])
    panels = sorted({(str(who), str(method)) for who, method in zip(rows["who"], rows["method"], strict=True)})
    figure = Figure(figsize=(6.5, 0.6 + 1.5 * max(1, len(panels))), layout="constrained")
    if not panels:
        return _empty(figure, "No answer is scored.")
    for axes, (who, method) in zip(figure.subplots(len(panels), 1, squeeze=False)[:, 0], panels, strict=True):
        part = rows[(rows["who"] == who) & (rows["method"] == method)]
        _draw_forms(axes, part)
        axes.set_title(f"{who}, {method}", loc="left")
    figure.axes[0].legend(ncols=len(FORMS), loc="lower right", bbox_to_anchor=(1, 1))
    return figure


def _draw_forms(axes: Axes, part: pd.DataFrame) -> None:
    for shift, form, marker in zip((-0.2, 0.0, 0.2), FORMS, MARKERS, strict=False):
        shares = [accuracy(part[(part["kind"] == kind) & (part["form"] == form)]) for kind in KINDS]
        places = [place + shift for place, share in enumerate(shares) if share is not None]
        axes.plot(places, [share for share in shares if share is not None], marker, color=BLUE, label=form, mfc="white")
    axes.set_xticks(range(len(KINDS)), KINDS)
    axes.set_ylim(-0.05, 1.05)
    axes.set_ylabel("right")


def plot_doses(frame: pd.DataFrame) -> Figure:
    """Return the accuracy under each dose of evidence, structural kinds and controls apart, a panel per respondent."""
    from matplotlib.figure import Figure

    rows = scored(frame[frame["form"] == "generative"])
    rows = rows[(rows["condition"] == "t0") | rows["arm"].notna()]
    names = sorted(set(rows["who"].astype(str)))
    figure = Figure(figsize=(6.5, 0.6 + 1.6 * max(1, len(names))), layout="constrained")
    if not names:
        return _empty(figure, "No question was asked with evidence.")
    for axes, who in zip(figure.subplots(len(names), 1, squeeze=False)[:, 0], names, strict=True):
        part = rows[rows["who"] == who]
        for structural, colour, marker in ((True, VERMILION, "o"), (False, BLUE, "s")):
            own = part[part["kind"].isin(STRUCTURAL) == structural]
            _draw_doses(axes, own, colour, marker, "reach, areach, land" if structural else "controls")
        axes.set_xticks(range(len(DOSES)), DOSES)
        axes.set_ylim(-0.05, 1.05)
        axes.set_ylabel("right")
        axes.set_title(who, loc="left")
    figure.axes[0].legend(ncols=2, loc="lower right", bbox_to_anchor=(1, 1))
    return figure


def _draw_doses(axes: Axes, own: pd.DataFrame, colour: str, marker: str, label: str) -> None:
    for place, dose in enumerate(DOSES):
        values = list(own[own["condition"] == dose]["value"])
        if not values:
            continue
        low, high = interval(values, 1)
        axes.plot([place, place], [low, high], "-", color=colour)
        axes.plot([place], [sum(values) / len(values)], marker, color=colour, label=label if dose == "t0" else None)


def plot_targeted(frame: pd.DataFrame) -> Figure:
    """Return the gain of the targeted instruction over the plain one by kind, with intervals, for each respondent."""
    from matplotlib.figure import Figure

    rows = scored(frame[(frame["form"] == "generative") & (frame["method"] == "zero-shot-cot")])
    targeted, plain = rows[rows["condition"] == "targeted"], rows[rows["condition"] == "plain"]
    names = sorted(set(targeted["who"].astype(str)) & set(plain["who"].astype(str)))
    figure = Figure(figsize=(6.5, 2.4), layout="constrained")
    if not names:
        return _empty(figure, "Nobody was asked under both instructions.")
    axes = figure.subplots()
    axes.axhline(0, color="0.7", linewidth=0.8)
    for number, who in enumerate(names):
        shift = (number + 1) / (len(names) + 1) - 0.5
        for place, kind in enumerate(KINDS):
            one, other = (by_key(part[(part["who"] == who) & (part["kind"] == kind)]) for part in (targeted, plain))
            gains = [one[key] - other[key] for key in sorted(one.keys() & other.keys())]
            if gains:
                low, high = interval(gains, 1)
                axes.plot([place + shift] * 2, [low, high], "-", color=BLUE)
                label = who if place == 0 else None
                marker = MARKERS[number % len(MARKERS)]
                axes.plot([place + shift], [sum(gains) / len(gains)], marker, color=BLUE, mfc="white", label=label)
    axes.set_xticks(range(len(KINDS)), KINDS)
    axes.set_ylabel("targeted minus plain")
    if axes.get_legend_handles_labels()[0]:
        axes.legend()
    return figure


FIGURES: Mapping[str, Callable[[pd.DataFrame], Figure]] = {
    "forms": plot_forms,
    "doses": plot_doses,
    "targeted": plot_targeted,
}
"""The figures by name."""
