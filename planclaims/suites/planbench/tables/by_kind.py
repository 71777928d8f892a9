"""Correct answers per kind, set, model, method and condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.sheet import Sheet

if TYPE_CHECKING:
    import pandas as pd


def by_kind(frame: pd.DataFrame) -> Sheet:
    """Return how many answers are right."""
    keys = ["kind", "model", "method", "condition"]
    rows = [
        (*map(str, names), f"{int(part['correct'].sum())} of {int(part['scored'].sum())}")
        for names, part in frame.groupby(keys, sort=True)
    ]
    return Sheet("Correct answers by kind", (*keys, "correct"), tuple(rows))
