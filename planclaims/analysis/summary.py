"""What a run prints when it has ended: table 4 for a terminal."""

from __future__ import annotations

from pathlib import Path

from planclaims.analysis.episodes_table import read_episodes
from planclaims.analysis.table4.as_plain import as_plain
from planclaims.analysis.table4.content import table4


def summary(episodes: Path, *, resamples: int, seed: int) -> str:
    """Return table 4 of an episodes file as plain text."""
    return as_plain(table4(read_episodes(episodes), resamples=resamples, seed=seed))
