"""The episodes that a pooled number rests on: scored ones, of models under test only."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

REGIMES = ("offline", "online")
POOLED = "Pooled over the models under test; controls and unscored episodes are left out."


def tested(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the scored episodes of models that are no controls."""
    return frame[frame["scored"] & ~frame["reference"]]


def solvable(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the scored episodes on solvable tasks."""
    return frame[frame["solvable"].fillna(False)]


def unsolvable(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the scored episodes on unsolvable tasks."""
    return frame[~frame["solvable"].fillna(True)]


def of_regime(frame: pd.DataFrame, regime: str) -> pd.DataFrame:
    """Return the episodes of a regime."""
    return frame[frame["regime"] == regime]


def share(part: int, whole: int) -> float | None:
    """Return the share, or None of nothing."""
    return part / whole if whole else None
