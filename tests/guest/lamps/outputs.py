"""The table and the figure of the toy suite."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from planclaims.analysis.grouped import grouped_sheet
from planclaims.analysis.sheet import Sheet


def right_rate(frame: pd.DataFrame) -> Sheet:
    """Return the share of right episodes per model, method and condition."""
    by = ("model", "method", "condition")
    return grouped_sheet("Right answers and ends", frame, by, {"right": (share, {"scored": True})})


def share(episodes: pd.DataFrame) -> str:
    """Return how many of the episodes are right."""
    return f"{int(episodes['right'].sum())} of {len(episodes)}"


def plot_presses(frame: pd.DataFrame) -> Figure:
    """Return the switches pressed by each model."""
    figure = Figure(figsize=(5, 2), layout="constrained")
    axes = figure.subplots()
    acted = frame.dropna(subset=["presses"])
    axes.plot(acted["presses"].astype(int), acted["model"].astype(str), "o", alpha=0.4)
    axes.set_xlabel("switches pressed")
    return figure
