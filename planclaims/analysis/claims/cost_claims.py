"""The headline numbers about what methods cost, and what the paired tests could and did show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from planclaims.analysis.claims.claim import Claim, Evidence, scope_of
from planclaims.analysis.formats.markup import DASH, counted, means_of, number, p_value, plural, tally
from planclaims.analysis.formats.shown import Shown
from planclaims.analysis.statistics.configurations import Configuration
from planclaims.analysis.statistics.pareto import pareto_front
from planclaims.analysis.statistics.pools import REGIMES, of_regime
from planclaims.analysis.statistics.significance import BASELINES, Comparison, comparisons, least_detectable

if TYPE_CHECKING:
    import pandas as pd


def cost_claims(evidence: Evidence, found: Sequence[Configuration]) -> Iterator[Claim]:
    """Yield tokens as multiples of the baseline's, the cost of an episode, and the Pareto front."""
    for regime, baseline in BASELINES.items():
        for method in dict.fromkeys(c.method for c in found if c.regime == regime and c.method != baseline):
            yield _multiple(found, method, baseline)
    for regime in REGIMES:
        here = of_regime(evidence.pool, regime)
        name = f"mean cost of an {regime} episode"
        claim = evidence.mean(name, here["cost_usd"], of=here, basis="episode", about=here, digits=4)
        yield _in_dollars(claim)
    yield from _front(evidence, found)


def _multiple(found: Sequence[Configuration], method: str, baseline: str) -> Claim:
    """Return a method's tokens over the baseline's, both averaged over the models that play both."""
    tokens = {(c.model, c.method): c.mean_tokens for c in found if c.mean_tokens}
    models = [m for m in dict.fromkeys(c.model for c in found) if {(m, method), (m, baseline)} <= tokens.keys()]
    own, base = (sum(tokens[model, name] or 0.0 for model in models) for name in (method, baseline))
    return Claim(
        f"tokens of {method} over {baseline}",
        number(own / base if base else None, 1),
        means_of(len(models), "model"),
        scope=(frozenset(models), frozenset({method, baseline})),
    )


def _in_dollars(claim: Claim) -> Claim:
    """Return the claim with its value as an amount of money; a dash stays one."""
    parts = claim.value.parts if isinstance(claim.value, Shown) else {}
    value = claim.value if claim.value == DASH else Shown(f"${claim.value}", {**parts, "unit": "USD"})
    return Claim(claim.name, value, claim.basis, claim.counts, claim.interval, claim.scope)


def _front(evidence: Evidence, found: Sequence[Configuration]) -> Iterator[Claim]:
    priced = [c for c in found if c.mean_cost and c.mean_score is not None]
    front = [priced[place] for place in pareto_front([(c.mean_cost or 0.0, c.mean_score or 0.0) for c in priced])]
    online = [c for c in front if c.regime == "online"]
    scope = scope_of(evidence.pool)
    name = "configurations on the Pareto front of score and cost"
    basis = "no other costs at most as much and scores at least as high" if priced else "no model has a price"
    yield Claim(name, tally(len(front)) if priced else DASH, basis, counted(len(front), len(priced)), scope=scope)
    for place, c in enumerate(front, start=1):
        text = f"{number(c.mean_score, 2)} for ${number(c.mean_cost, 4)}"
        value = Shown(text, {"": c.mean_score, "unit": f"score for {c.mean_cost} USD"})
        yield Claim(f"on the Pareto front, {place}", value, f"{c.model} with {c.method}")
    name = "online configurations on the Pareto front"
    yield Claim(
        name, tally(len(online)) if priced else DASH, "the same front", counted(len(online), len(front)), scope=scope
    )


def verdict_claims(pool: pd.DataFrame) -> Iterator[Claim]:
    """Yield, for each regime, the differences before and after correction, the smallest p value and the reach."""
    tests = comparisons(pool)
    for regime in REGIMES:
        scope = scope_of(of_regime(pool, regime))
        for claim in _of_family([test for test in tests if test.regime == regime], regime):
            yield Claim(f"{claim[0]}, {regime}", *claim[1:], scope=scope)


def _of_family(family: list[Comparison], regime: str) -> Iterator[tuple[str, str, str, str]]:
    against = f"exact McNemar tests against {BASELINES[regime]} within a model"
    before, after = sum(test.significant for test in family), sum(test.survives for test in family)
    for name, count in (("tests significant before correction", before), ("tests that survive the correction", after)):
        yield name, tally(count) if family else DASH, against, counted(count, len(family))
    least = min(family, key=lambda test: test.p, default=None)
    if least is None:
        yield "smallest p value", DASH, "no test", ""
        yield "least detectable difference", DASH, "no test", ""
        return
    who = f"{least.model} with {least.method}: {least.gained} gained, {least.lost} lost"
    yield "smallest p value", p_value(least.p), who, ""
    tasks = max(test.tasks for test in family)
    needed = least_detectable(tasks, len(family))
    value = number(needed / tasks, 1, 100, " points") if needed else "none"
    yield (
        "least detectable difference",
        value,
        f"none lost, {plural(len(family), 'test')}",
        counted(needed, tasks) if needed else "",
    )
