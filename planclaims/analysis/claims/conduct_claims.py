"""The headline numbers about how agents sense and act."""

from __future__ import annotations

from collections.abc import Iterator

from planclaims.analysis.claims.claim import Claim, Evidence
from planclaims.analysis.statistics.pools import of_regime


def conduct_claims(evidence: Evidence) -> Iterator[Claim]:
    """Yield inspection rates, episodes that never look, and how often an agent acts and looks."""
    online = of_regime(evidence.pool, "online")
    parts = [("inspection rate", online)]
    parts += [
        (f"inspection rate of {method}", online[online["method"] == method]) for method in online["method"].unique()
    ]
    basis = "acts with a state query since the act before"
    for name, here in parts:
        yield evidence.ratio(name, here["inspected_acts"], here["acts"], of=here, basis=basis, about=here)
    known = online[online["informed_acts"].notna()]
    basis = "acts with a call since the act before that tells the current state"
    name = "inspection rate by any call that tells the state"
    yield evidence.ratio(name, known["informed_acts"], known["acts"], of=known, basis=basis, about=known)
    acting = online[online["acts"] > 0]
    blind = acting["state_queries"] == 0
    name = "acting episodes that never query the state"
    yield evidence.share(name, blind, of=acting, basis="online episodes with an act", about=online)
    for name, column in (("acts", "acts"), ("state queries", "state_queries")):
        label = f"mean {name} of an online episode"
        yield evidence.mean(label, online[column], of=online, basis="episode", about=online, digits=1)
