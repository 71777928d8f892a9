"""Table E.1: mean tokens and cost of an episode, per model and method."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.formats.markup import number, tally
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.statistics.configurations import configurations, uncounted_note

if TYPE_CHECKING:
    import pandas as pd


def table_e1(frame: pd.DataFrame) -> Sheet:
    """Return one row per configuration, in the order of the episodes table."""
    found_here = configurations(frame)
    rows = [
        (
            found.model + (" (control)" if found.reference else ""),
            found.regime,
            found.method,
            tally(found.runs),
            number(found.mean_tokens, 2, 0.001),
            number(found.mean_cost, 5),
        )
        for found in found_here
    ]
    header = ("model", "regime", "method", "episodes", "tokens (thousands)", "cost (USD)")
    notes = (
        "Means over scored episodes, each of the n runs of a task weighing 1/n; tokens are input and output, those of "
        "controls are words.",
        *uncounted_note(found_here),
    )
    return Sheet("Mean tokens and cost per episode", header, tuple(rows), notes)
