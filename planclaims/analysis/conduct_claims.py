"""The headline numbers about how agents sense and act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from planclaims.analysis.markup import number, percent
from planclaims.analysis.pools import of_regime

if TYPE_CHECKING:
    import pandas as pd


def conduct_claims(pool: pd.DataFrame) -> Iterator[tuple[str, str, str]]:
    """Yield inspection rates, episodes that never look, and how often an agent acts and looks."""
    online = of_regime(pool, "online")
    yield _inspection("inspection rate", online)
    for method in online["method"].unique():
        yield _inspection(f"inspection rate of {method}", online[online["method"] == method])
    acting = online[online["acts"] > 0]
    blind = int((acting["state_queries"] == 0).sum())
    basis = f"{blind} of {len(acting)} episodes with an act"
    yield "acting episodes that never query the state", percent(blind, len(acting)), basis
    for name, column in (("acts", "acts"), ("state queries", "state_queries")):
        mean = float(online[column].mean()) if len(online) else None
        yield f"mean {name} of an online episode", number(mean, 1), f"{len(online)} episodes"


def _inspection(name: str, episodes: pd.DataFrame) -> tuple[str, str, str]:
    acts, inspected = int(episodes["acts"].sum()), int(episodes["inspected_acts"].sum())
    return name, percent(inspected, acts), f"{inspected} of {acts} acts"
