"""Whether agents look before they act, per model and architecture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from planclaims.analysis.formats.markup import counted, number, tally
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.statistics.pools import amount, of_regime, scored, share

if TYPE_CHECKING:
    import pandas as pd

HEADER = (
    *("model", "method", "episodes", "acts", "state queries", "calls"),
    *("inspected acts", "inspection rate %", "informed acts", "informed rate %", "never look", "never look %"),
)
EVERY_MODEL, EVERY_METHOD = "all models under test", "all"


def sensing_table(frame: pd.DataFrame) -> Sheet:
    """Return a row per online configuration, and rows pooled over the models under test first."""
    online = of_regime(scored(frame), "online")
    rows = [(*names, *_cells(episodes)) for names, episodes in _parts(online)]
    notes = (
        "Online episodes on solvable and unsolvable tasks. Acts, state queries and calls: means per episode. "
        "Inspected: acts with a state query since the act before. Never look: episodes without a state query, of those "
        "with an act. Informed: acts with any call since the act before that tells the current state, of one object "
        "(describe_object) or of all (get_state).",
        "Controls are scripts, no language models; pooled rows leave them out.",
    )
    return Sheet("Sensing", HEADER, tuple(rows), notes)


def _parts(online: pd.DataFrame) -> Iterator[tuple[tuple[str, str], pd.DataFrame]]:
    pool = online[~online["reference"]]
    if len(pool):
        yield (EVERY_MODEL, EVERY_METHOD), pool
        for method, episodes in pool.groupby("method", sort=False):
            yield (EVERY_MODEL, str(method)), episodes
    for names, episodes in online.groupby(["model", "method"], sort=False):
        model, method = map(str, names)
        yield (f"{model} (control)" if episodes["reference"].iloc[0] else model, method), episodes


def _cells(episodes: pd.DataFrame) -> tuple[str, ...]:
    total = amount(episodes)
    acts, queries, calls, inspected = (
        amount(episodes, episodes[name]) for name in ("acts", "state_queries", "calls_used", "inspected_acts")
    )
    counted_so = episodes[episodes["informed_acts"].notna()]
    informed, told = amount(counted_so, counted_so["informed_acts"]), amount(counted_so, counted_so["acts"])
    acting = episodes[episodes["acts"] > 0]
    blind = amount(acting, acting["state_queries"] == 0)
    return (
        tally(total),
        *(number(share(part, total), 1) for part in (acts, queries, calls)),
        counted(inspected, acts),
        number(share(inspected, acts), 1, 100),
        counted(informed, told, "–"),
        number(share(informed, told), 1, 100),
        counted(blind, amount(acting)),
        number(share(blind, amount(acting)), 1, 100),
    )
