"""Where systems claim that no plan exists, rightly or wrongly, per task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.formats.markup import DASH, counted, tally
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.statistics.pools import REGIMES, amount, by_task, of_regime, pooled_notes, tested
from planclaims.analysis.table.row import EpisodeEnding

if TYPE_CHECKING:
    import pandas as pd

MISSED = {
    EpisodeEnding.PRECONDITION_VIOLATION: "violation",
    EpisodeEnding.GOAL_NOT_REACHED: "goal not reached",
    EpisodeEnding.TIMEOUT: "timeout",
    EpisodeEnding.MALFORMED: "malformed",
}
"""How an episode that misses an infeasibility can end, and the columns that count it."""

HEADER = (
    *("domain", "task", "solvable"),
    *(f"claims {regime}" for regime in REGIMES),
    *(f"missed: {name}" for name in MISSED.values()),
    "in words only",
)


def abstention_table(frame: pd.DataFrame) -> Sheet:
    """Return a row per task, unsolvable ones first: claims of unsolvability, and how it was missed."""
    pool = tested(frame)
    groups = sorted(by_task(pool), key=lambda group: bool(group[1]["solvable"].iloc[0]))
    rows = [(*map(str, key), *_cells(episodes)) for key, episodes in groups]
    notes = pooled_notes(
        pool,
        "Claims: episodes that end by declaring the task unsolvable, of all episodes on it; on an unsolvable task each "
        "is a detection, on a solvable one a false abstention. Missed: how the other episodes on unsolvable tasks end.",
        "In words only: malformed outputs that claim in a sentence that no plan exists, without the flag; they are no "
        "claims here.",
    )
    return Sheet("Claims that no plan exists", HEADER, tuple(rows), notes)


def _cells(episodes: pd.DataFrame) -> tuple[str, ...]:
    solvable = bool(episodes["solvable"].iloc[0])
    claimed = [_claims(of_regime(episodes, regime)) for regime in REGIMES]
    missed = [DASH if solvable else tally(amount(episodes, episodes["ending"] == ending)) for ending in MISSED]
    in_words = tally(amount(episodes, episodes["claims_without_flag"].fillna(False)))
    return ("yes" if solvable else "no", *claimed, *missed, in_words)


def _claims(episodes: pd.DataFrame) -> str:
    claims = amount(episodes, episodes["ending"] == EpisodeEnding.UNSOLVABLE_CLAIM)
    return counted(claims, amount(episodes), DASH)
