"""The headline numbers about tiers: how far the larger model of a family leads, and whether methods narrow that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from planclaims.analysis.claims.claim import Claim, Evidence, counted, scope_of
from planclaims.analysis.formats.markup import DASH, means_of, percent, plural, ranged, signed
from planclaims.analysis.statistics.bootstrap import difference_interval
from planclaims.analysis.statistics.pools import REGIMES, amount, of_regime, solvable, unsolvable
from planclaims.analysis.statistics.runs import Counts, count_runs, mean_counts, paired_runs
from planclaims.analysis.tiers import Tiers


def tier_claims(evidence: Evidence, tiers: Sequence[Tiers]) -> Iterator[Claim]:
    """Yield, for each pair that plays, the lead of the larger model per regime and per method; who detects."""
    played = set(evidence.pool["model"])
    pairs = [pair for pair in tiers if {pair.lower, pair.higher} <= played]
    for pair in pairs:
        for regime in REGIMES:
            yield from _leads(evidence, pair, regime)
    if pairs:
        yield _detections(evidence, pairs)


def _leads(evidence: Evidence, pair: Tiers, regime: str) -> Iterator[Claim]:
    plans = of_regime(solvable(evidence.pool), regime)
    counts = count_runs(plans, ("model", "method"))
    methods = [method for model, method in counts if model == pair.higher and (pair.lower, method) in counts]
    if not methods:
        return
    name = f"lead of {pair.higher} over {pair.lower}"
    models = frozenset({pair.higher, pair.lower})
    higher, lower = (mean_counts(counts[model, method] for method in methods) for model in (pair.higher, pair.lower))
    mean = _lead(evidence, higher, lower, basis=means_of(len(methods), "method"), redraw=False)
    yield replace(mean, name=f"{name}, {regime}", scope=(models, frozenset(methods)))
    for method in methods:
        one = _lead(evidence, counts[pair.higher, method], counts[pair.lower, method], basis=method, redraw=True)
        yield replace(one, name=f"{name} with {method}", scope=(models, frozenset({method})))


def _lead(evidence: Evidence, own: Counts, base: Counts, *, basis: str, redraw: bool) -> Claim:
    """Return by how many points the larger model solves more of the tasks that both have a score for."""
    higher, lower = paired_runs(own, base)
    if not len(higher):
        return Claim("", DASH, "no task in common")
    bounds = difference_interval(higher, lower, resamples=evidence.resamples, seed=evidence.seed, redraw=redraw)
    points = 100 * float(higher.rates().mean() - lower.rates().mean())
    told = ranged(bounds, factor=100, to=" to ", write=signed)
    return Claim("", f"{signed(points)} points", f"{basis}, {plural(len(higher), 'task')}", interval=told)


def _detections(evidence: Evidence, pairs: Sequence[Tiers]) -> Claim:
    """Return the share of all detections that the larger models make."""
    episodes = unsolvable(evidence.pool)
    larger = episodes[episodes["model"].isin({pair.higher for pair in pairs})]
    own, total = amount(larger, larger["detection"]), amount(episodes, episodes["detection"])
    basis = ", ".join(dict.fromkeys(pair.higher for pair in pairs))
    scope = scope_of(episodes)
    return Claim("detections by models of a higher tier", percent(own, total), basis, counted(own, total), scope=scope)
