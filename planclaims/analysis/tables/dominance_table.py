"""Acting weakly dominates offline planning (protocol 8), checked episode by episode."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from planclaims.analysis.formats.markup import DASH, plural, tally
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.statistics.dominance import Dominance, dominance

if TYPE_CHECKING:
    import pandas as pd

HEADER = (
    *("model", "agent", "plans made by", "inapplicable acts", "episodes", "same request", "planning won"),
    *("of those within the budget", "lost within the budget", "lost beyond it", "gained", "proposition"),
)
CONTROL = " (control)"
HOLDS, BROKEN = "holds", "CONTRADICTED"


def dominance_table(frame: pd.DataFrame) -> Sheet:
    """Return a row for every model and agent whose plans an offline method made that was played too."""
    found = dominance(frame)
    return Sheet("What acting loses and gains against planning", HEADER, tuple(map(_row, found)), tuple(_notes(found)))


def _row(one: Dominance) -> tuple[str, ...]:
    counts = (one.episodes, one.same, one.won, one.fitting, one.lost_fitting, one.lost_beyond, one.gained)
    verdict = BROKEN if one.lost_same else HOLDS if one.same else DASH
    return (one.model + CONTROL * one.reference, one.method, one.planner, one.rule, *map(tally, counts), verdict)


def _notes(found: list[Dominance]) -> Iterator[str]:
    if not found:
        yield "No agent was played together with the offline method that makes its plans."
        return
    yield (
        "Pairs of episodes of the same model and task: an agent that finds out what determines the task, has the "
        "offline method plan, carries the plan out and claims; and that method itself. Won: a valid plan, or an "
        "unsolvable task recognised. Within the budget: 4 + the plan's length + 1 calls suffice."
    )
    yield (
        "The proposition says that nothing is lost within the budget; it holds of pairs that made the same request, "
        "and so got the same stored reply. Where none did (a dash), chance or other words are between both."
    )
    yield "Gained: only acting won, where a refusal is not fatal: by passing over the act, or by planning anew."
    for one in found:
        if one.contradictions:
            told = plural(one.lost_same, "episode")
            yield f"{one.model}, {one.method}: {told} contradict the proposition: {', '.join(one.contradictions)}."
    if any(one.reference for one in found):
        yield "Controls are scripts, no language models."
