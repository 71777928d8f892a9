"""Right answers per kind, set and model; by condition, shortest length and size; what the answers are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.filters import Span
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.grouped import grouped_sheet
from planclaims.suites.planbench.tables.counting import NOTES, PLAYERS, SCORED, count, mean, number, share

if TYPE_CHECKING:
    import pandas as pd

VERDICTS = ("valid", "right", "goal_not_reached", "inexecutable", "wrong", "no_plan_claimed", "malformed", "no_answer")
SPANS = ((0, 4), (5, 8), (9, 12), (13, 16), (17, 24), (25, 32), (33, None))
"""Spans of shortest lengths."""


def by_kind(frame: pd.DataFrame) -> Sheet:
    """Return right answers per kind and set."""
    measures = {
        "correct": (share(), SCORED),
        "shortest length / length": (mean("optimal_share"), {"verdict": "valid"}),
    }
    return grouped_sheet("Right answers by kind", frame, ("kind", "set", *PLAYERS), measures, NOTES)


def by_condition(frame: pd.DataFrame) -> Sheet:
    """Return right answers per kind with a column for every condition: the price of another style or other names."""
    conditions = sorted(map(str, frame["condition"].dropna().unique()))
    measures = {one: (count(), {"condition": one, **SCORED}) for one in conditions}
    return grouped_sheet("Right answers by condition", frame, ("kind", "model", "method"), measures, NOTES[1:])


def by_length(frame: pd.DataFrame) -> Sheet:
    """Return right answers against the length of a shortest plan."""
    measures = {
        f"{low}–{high}" if high else f"{low} and more": (count(), {"optimal_length": Span(low, high), **SCORED})
        for low, high in SPANS
    }
    known = frame[frame["optimal_length"].notna()]
    return grouped_sheet("Right answers by shortest length", known, ("kind", *PLAYERS), measures, NOTES[1:])


def by_size(frame: pd.DataFrame) -> Sheet:
    """Return right answers against the size of the instance; of generalisation this is the slope."""
    by = ("kind", "set", "size", *PLAYERS)
    return grouped_sheet("Right answers by size", frame[frame["scored"]], by, {"correct": (share(), SCORED)}, NOTES)


def by_error(frame: pd.DataFrame) -> Sheet:
    """Return how often each verdict was given, per kind."""
    measures = {verdict: (number, {"verdict": verdict}) for verdict in VERDICTS}
    return grouped_sheet("What the answers are", frame, ("kind", *PLAYERS), measures, NOTES[1:])
