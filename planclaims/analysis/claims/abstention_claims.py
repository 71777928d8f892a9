"""The headline numbers about recognising that no plan exists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from planclaims.analysis.claims.claim import Claim, Evidence, counted, scope_of
from planclaims.analysis.formats.markup import DASH, percent, tally
from planclaims.analysis.statistics.pools import REGIMES, amount, of_regime, solvable, total_of, unsolvable, weighed
from planclaims.analysis.statistics.runs import TASK
from planclaims.analysis.table.row import EpisodeEnding

if TYPE_CHECKING:
    import pandas as pd


def abstention_claims(evidence: Evidence) -> Iterator[Claim]:
    """Yield detections overall and per regime, where they gather, how missed ones end, and false abstentions."""
    episodes = unsolvable(evidence.pool)
    noun = "episodes on unsolvable tasks"
    yield evidence.share("detections", episodes["detection"], of=episodes, basis=noun, about=episodes)
    for regime in REGIMES:
        here = of_regime(episodes, regime)
        yield evidence.share(f"detections, {regime}", here["detection"], of=here, basis=noun, about=here)
    for regime in REGIMES:
        yield _best_detectors(of_regime(episodes, regime), regime)
    for regime in REGIMES:
        yield _most_recognised(evidence, regime)
    for regime in REGIMES:
        here = of_regime(episodes, regime)
        missed = here[~here["detection"]]
        violated = missed["ending"] == EpisodeEnding.PRECONDITION_VIOLATION
        name = f"missed infeasibilities that end in a precondition violation, {regime}"
        yield evidence.share(name, violated, of=missed, basis="missed infeasibilities", about=here)
    plans = solvable(evidence.pool)
    noun = "episodes on solvable tasks"
    yield evidence.share("false abstentions", plans["false_abstention"], of=plans, basis=noun, about=plans)


def _best_detectors(episodes: pd.DataFrame, regime: str) -> Claim:
    """Return the most detections of a configuration, with every configuration that has as many."""
    name = f"most detections of a configuration, {regime}"
    found = [(amount(own, own["detection"]), own) for _, own in episodes.groupby(["model", "method"], sort=False)]
    most = max((count for count, _ in found), default=0.0)
    if not most:
        return Claim(name, "0" if found else DASH, "no detection", scope=scope_of(episodes))
    best = [own for count, own in found if count == most]
    names = [f"{own['model'].iloc[0]} with {own['method'].iloc[0]}" for own in best]
    sizes = {amount(own) for own in best}
    counts = counted(most, sizes.pop()) if len(sizes) == 1 else ""
    scope = (frozenset(own["model"].iloc[0] for own in best), frozenset(own["method"].iloc[0] for own in best))
    return Claim(name, tally(most), "; ".join(names), counts, scope=scope)


def _most_recognised(evidence: Evidence, regime: str) -> Claim:
    """Return the share of all detections that fall on the one task with most of them."""
    here = of_regime(unsolvable(evidence.pool), regime)
    claims = weighed(here, here["detection"]).groupby([here[name] for name in TASK], sort=True).sum()
    names = ["/".join(task) for task in claims.index.to_list()]
    by_task = {task: total_of(count) for task, count in zip(names, claims.tolist(), strict=True)}
    total = total_of(sum(by_task.values()))
    name = f"detections on the task most often recognised, {regime}"
    if not total:
        return Claim(name, DASH, "no detection", scope=scope_of(here))
    most = max(by_task.values())
    places = [task for task, count in by_task.items() if count == most]
    basis = places[0] if len(places) == 1 else f"{places[0]} and {len(places) - 1} more with as many"
    return Claim(name, percent(most, total), basis, counted(most, total), scope=scope_of(here))
