"""The headline numbers about failures: how episodes end, what is taken for unsolvable, how agents sense and act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from planclaims.analysis.claims.claim import Claim, Evidence, scope_of
from planclaims.analysis.formats.markup import DASH, counted, percent, plural, spread, tally
from planclaims.analysis.statistics.pools import REGIMES, amount, of_regime, share, solvable, weighed
from planclaims.analysis.table.row import Outcome

if TYPE_CHECKING:
    import pandas as pd
from planclaims.analysis.statistics.pools import total_of, unsolvable
from planclaims.analysis.statistics.runs import TASK
from planclaims.analysis.table.row import EpisodeEnding


def failure_claims(evidence: Evidence) -> Iterator[Claim]:
    """Yield how much of all failure is an inapplicable action, the rarer ends, and how short successful plans are."""
    plans = solvable(evidence.pool)
    for regime in REGIMES:
        here = of_regime(plans, regime)
        failed = here[~here["success"]]
        name = f"failures that are precondition violations, {regime}"
        violated = failed["outcome"] == Outcome.PRECONDITION_VIOLATION
        yield evidence.share(name, violated, of=failed, basis="failures on solvable tasks", about=here)
        yield from _violations_by_model(evidence, here, regime)
    offline, online = of_regime(plans, "offline"), of_regime(plans, "online")
    noun = "episodes on solvable tasks"
    malformed = offline["outcome"] == Outcome.MALFORMED
    yield evidence.share("malformed outputs, offline", malformed, of=offline, basis=noun, about=offline)
    yield _missed_goals(evidence)
    for method in online["method"].unique():
        here = online[online["method"] == method]
        late = here["outcome"] == Outcome.TIMEOUT
        yield evidence.share(f"timeouts of {method}", late, of=here, basis=noun, about=here)
    for regime in REGIMES:
        here = of_regime(plans, regime)
        won = here[here["success"] & here["plan_length"].notna()]
        optimal = won["plan_length"] == won["optimal_length"]
        yield evidence.share(f"successes of optimal length, {regime}", optimal, of=won, basis="successes", about=here)
        name = f"mean score of a success, {regime}"
        yield evidence.mean(name, won["score"], of=won, basis="success", about=here, digits=2)


def _violations_by_model(evidence: Evidence, here: pd.DataFrame, regime: str) -> Iterator[Claim]:
    """Yield the share of each model's failures that are precondition violations, and how far it ranges."""
    shares = []
    for model in here["model"].unique():
        own = here[here["model"] == model]
        failed = own[~own["success"]]
        violated = failed["outcome"] == Outcome.PRECONDITION_VIOLATION
        shares += [found] if (found := share(amount(failed, violated), amount(failed))) is not None else []
        name = f"failures of {model} that are precondition violations, {regime}"
        yield evidence.share(name, violated, of=failed, basis="failures on solvable tasks", about=own)
    value = spread(shares)
    basis = f"shares of the failures, {plural(len(shares), 'model')}"
    yield Claim(
        f"failures that are precondition violations across models, {regime}", value, basis, scope=scope_of(here)
    )


def _missed_goals(evidence: Evidence) -> Claim:
    """Return how far the share of executable plans that do not reach the goal ranges over strategies."""
    plans = of_regime(solvable(evidence.pool), "offline")
    missed = weighed(plans, plans["outcome"] == Outcome.GOAL_NOT_REACHED).groupby(plans["method"]).sum()
    rates = (missed / weighed(plans).groupby(plans["method"]).sum()).tolist()
    value = spread(rates, 1)
    name = "executable plans that miss the goal across methods, offline"
    return Claim(name, value, f"shares of the solvable tasks, {plural(len(rates), 'method')}", scope=scope_of(plans))


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
        return Claim(name, tally(0) if found else DASH, "no detection", scope=scope_of(episodes))
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
