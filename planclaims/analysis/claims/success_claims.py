"""The headline numbers about success: the best configurations, regimes beside each other, models beside methods."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from planclaims.analysis.claims.claim import NOTHING, Claim, Evidence, Scope, scope_of
from planclaims.analysis.formats.markup import (
    DASH,
    counted,
    means_of,
    number,
    percent,
    plural,
    ranged,
    signed,
    spread,
    tally,
)
from planclaims.analysis.statistics.bootstrap import difference_interval, success_interval
from planclaims.analysis.statistics.configurations import Configuration
from planclaims.analysis.statistics.pools import REGIMES, amount, of_regime, share, solvable, unsolvable
from planclaims.analysis.statistics.runs import Counts, count_runs, mean_counts, paired_runs, task_runs
from planclaims.analysis.tiers import Tiers

Found = Sequence[Configuration]


def success_claims(evidence: Evidence, found: Found) -> Iterator[Claim]:
    """Yield the best of each regime, the highest score, how models fare online and how far success spreads."""
    best = {regime: _best(found, regime) for regime in REGIMES}
    for regime, configuration in best.items():
        yield _best_claim(evidence, regime, configuration)
    yield _highest_score(found)
    yield from _online_beside_offline(evidence, found)
    for regime in REGIMES:
        yield from _spread(evidence, [c for c in found if c.regime == regime and c.success_rate is not None], regime)


def _best(found: Found, regime: str, model: str | None = None) -> Configuration | None:
    """Return the configuration that solves most, of a model if one is named; the first of equals."""
    here = [c for c in found if c.regime == regime and c.solvable and model in (None, c.model)]
    return max(here, key=lambda c: c.success_rate or 0.0, default=None)


def _named(configuration: Configuration) -> Scope:
    return frozenset({configuration.model}), frozenset({configuration.method})


def _best_claim(evidence: Evidence, regime: str, best: Configuration | None) -> Claim:
    if best is None:
        return Claim(f"best {regime} success", DASH, "no episode")
    pool = evidence.pool
    runs = task_runs(solvable(pool[(pool["model"] == best.model) & (pool["method"] == best.method)]))
    bounds = success_interval(runs, resamples=evidence.resamples, seed=evidence.seed)
    return Claim(
        f"best {regime} success",
        percent(best.successes, best.solvable),
        f"{best.model} with {best.method}",
        counted(best.successes, best.solvable),
        ranged(bounds, 1, 100, unit="%"),
        _named(best),
    )


def _highest_score(found: Found) -> Claim:
    best = max((c for c in found if c.mean_score is not None), key=lambda c: c.mean_score or 0.0, default=None)
    if best is None:
        return Claim("highest mean score", DASH, "no episode")
    return Claim(
        "highest mean score", number(best.mean_score, 2), f"{best.model} with {best.method}", scope=_named(best)
    )


def _online_beside_offline(evidence: Evidence, found: Found) -> Iterator[Claim]:
    """Yield how many models solve less online, and each model's best online success as a share of its best offline."""
    rates = {}
    for model, episodes in solvable(evidence.pool).groupby("model", sort=False):
        sides = [of_regime(episodes, regime) for regime in ("online", "offline")]
        if all(map(len, sides)):
            rates[str(model)] = [share(amount(side, side["success"]), amount(side)) or 0.0 for side in sides]
    worse = sum(online < offline for online, offline in rates.values())
    name = "models that solve less online than offline"
    yield Claim(
        name,
        tally(worse) if rates else DASH,
        "success rates over all methods of a regime",
        counted(worse, len(rates)),
        scope=scope_of(evidence.pool),
    )
    for model in rates:
        yield _best_against_best(evidence, found, model)


def _best_against_best(evidence: Evidence, found: Found, model: str) -> Claim:
    online, offline = (_best(found, regime, model) for regime in ("online", "offline"))
    name = f"best online over best offline success of {model}"
    if online is None or offline is None:
        return Claim(name, DASH, "no episode")
    rates = online.success_rate or 0.0, offline.success_rate or 0.0
    basis = f"{online.method} {number(rates[0], 1, 100)}%, {offline.method} {number(rates[1], 1, 100)}%"
    scope = scope_of(evidence.pool[evidence.pool["model"] == model])
    return Claim(name, number(share(rates[0], rates[1]), 2), basis, scope=scope)


def _spread(evidence: Evidence, here: Found, regime: str) -> Iterator[Claim]:
    """Yield how far success ranges over models, averaged over methods, and the other way round."""
    scope = scope_of(of_regime(evidence.pool, regime)) if here else NOTHING
    for name, key in (("models", attrgetter("model")), ("methods", attrgetter("method"))):
        rates: dict[str, list[float]] = {}
        for configuration in here:
            rates.setdefault(key(configuration), []).append(configuration.success_rate or 0.0)
        means = [sum(values) / len(values) for values in rates.values()]
        value = spread(means)
        basis = means_of(len(means), name.removesuffix("s"))
        yield Claim(f"success across {name}, {regime}", value, basis, scope=scope)


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
    return Claim("", signed(points, unit=" points"), f"{basis}, {plural(len(higher), 'task')}", interval=told)


def _detections(evidence: Evidence, pairs: Sequence[Tiers]) -> Claim:
    """Return the share of all detections that the larger models make."""
    episodes = unsolvable(evidence.pool)
    larger = episodes[episodes["model"].isin({pair.higher for pair in pairs})]
    own, total = amount(larger, larger["detection"]), amount(episodes, episodes["detection"])
    basis = ", ".join(dict.fromkeys(pair.higher for pair in pairs))
    scope = scope_of(episodes)
    return Claim("detections by models of a higher tier", percent(own, total), basis, counted(own, total), scope=scope)
