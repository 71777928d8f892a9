"""The headline numbers about failures: how they end, and how good successes are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from planclaims.analysis.claims.claim import Claim, Evidence, scope_of
from planclaims.analysis.formats.markup import DASH, number, plural
from planclaims.analysis.statistics.pools import REGIMES, amount, of_regime, share, solvable, weighed
from planclaims.analysis.table.row import Outcome

if TYPE_CHECKING:
    import pandas as pd


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
    value = f"{number(min(shares), 0, 100)}–{number(max(shares), 0, 100)}%" if shares else DASH
    basis = f"shares of the failures, {plural(len(shares), 'model')}"
    yield Claim(
        f"failures that are precondition violations across models, {regime}", value, basis, scope=scope_of(here)
    )


def _missed_goals(evidence: Evidence) -> Claim:
    """Return how far the share of executable plans that do not reach the goal ranges over strategies."""
    plans = of_regime(solvable(evidence.pool), "offline")
    missed = weighed(plans, plans["outcome"] == Outcome.GOAL_NOT_REACHED).groupby(plans["method"]).sum()
    rates = (missed / weighed(plans).groupby(plans["method"]).sum()).tolist()
    value = f"{number(min(rates), 1, 100)}–{number(max(rates), 1, 100)}%" if rates else DASH
    name = "executable plans that miss the goal across methods, offline"
    return Claim(name, value, f"shares of the solvable tasks, {plural(len(rates), 'method')}", scope=scope_of(plans))
