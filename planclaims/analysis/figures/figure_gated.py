"""How the same agents fare where an inapplicable act is fatal, refused, or refused with its reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.analysis.figures.drawing import in_style, save_figure
from planclaims.analysis.figures.figure2a import LEAST_LABELLED
from planclaims.analysis.formats.markup import tally
from planclaims.analysis.statistics.gates import Gated, agents
from planclaims.analysis.statistics.pools import amount
from planclaims.analysis.table.row import Outcome

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PARTS: Mapping[str, tuple[str, str]] = {
    "success without a violation": ("#00583F", "white"),
    "success after a violation": ("#6FBF9B", "black"),
    "ended by a violation": ("#E8854A", "black"),
    "timeout": ("#5E56A8", "white"),
    "other failures": ("#BBBBBB", "black"),
}
"""The parts of a bar from the left, with their colour and that of their label."""


@dataclass(frozen=True, slots=True)
class GatedBar:
    """An agent under one rule with the shares of its parts, which add up to one."""

    agent: Gated
    shares: Mapping[str, float]


def gated_bars(frame: pd.DataFrame) -> list[GatedBar]:
    """Return a bar for each rule of each agent that is played under several."""
    return [GatedBar(agent, _shares(agent)) for agent in agents(frame)]


def _shares(agent: Gated) -> dict[str, float]:
    episodes = agent.episodes
    total = amount(episodes)
    violated, success = episodes["violations"] > 0, episodes["success"].astype(bool)
    parts = {
        "success without a violation": success & ~violated,
        "success after a violation": success & violated,
        "ended by a violation": episodes["outcome"] == Outcome.PRECONDITION_VIOLATION,
        "timeout": episodes["outcome"] == Outcome.TIMEOUT,
    }
    found = {name: amount(episodes, mask) / total for name, mask in parts.items()}
    return {**found, "other failures": max(0.0, 1 - sum(found.values()))}


def plot_figure_gated(frame: pd.DataFrame, paths: Mapping[str, Path]) -> None:
    """Write the figure of an episodes table to a path per format: pdf, png, svg."""
    with in_style():
        save_figure(draw(gated_bars(frame)), paths)


def draw(found: Sequence[GatedBar]) -> Figure:
    """Return the figure; without an agent under several rules it is empty and says so."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.8, 1.2 + 0.27 * max(len(found), 3)), layout="constrained")
    if not found:
        figure.text(0.5, 0.5, "No agent was played under several rules for inapplicable acts.", ha="center")
        return figure
    axes = figure.subplots()
    places, starts = _places(found), [0.0] * len(found)
    for name, (colour, label_colour) in PARTS.items():
        widths = [100 * bar.shares[name] for bar in found]
        if any(widths):
            drawn = axes.barh(places, widths, left=starts, color=colour, label=name, height=0.75, ec="white", lw=0.6)
            labels = [f"{width:.0f}" if width >= 100 * LEAST_LABELLED else "" for width in widths]
            axes.bar_label(drawn, labels, label_type="center", fontsize=7, color=label_colour)
        starts = [start + width for start, width in zip(starts, widths, strict=True)]
    axes.set_yticks(places, [_name(bar.agent) for bar in found])
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("Episodes on solvable tasks (%)")
    figure.legend(loc="outside upper center", ncols=3, fontsize=7)
    return figure


def _name(agent: Gated) -> str:
    control = " (control)" if agent.reference else ""
    return f"{agent.model}{control}, {agent.variant}: {agent.rule} (n={tally(amount(agent.episodes))})"


def _places(found: Sequence[GatedBar]) -> list[float]:
    """Return where the bars stand, agents set apart."""
    places, place = [], 0.0
    for before, bar in zip((None, *found), found, strict=False):
        other = before and (before.agent.model, before.agent.variant) != (bar.agent.model, bar.agent.variant)
        place += 1.5 if other else 1.0
        places.append(place)
    return places
