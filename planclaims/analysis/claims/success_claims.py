"""The headline numbers about success: the best configurations, online beside offline, models beside methods."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter

from planclaims.analysis.claims.claim import NOTHING, Claim, Evidence, Scope, counted, scope_of
from planclaims.analysis.formats.markup import DASH, means_of, number, percent, ranged
from planclaims.analysis.statistics.bootstrap import success_interval
from planclaims.analysis.statistics.configurations import Configuration
from planclaims.analysis.statistics.pools import REGIMES, amount, of_regime, share, solvable
from planclaims.analysis.statistics.runs import task_runs

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
        str(worse) if rates else DASH,
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
        value = f"{number(min(means), 0, 100)}–{number(max(means), 0, 100)}%" if means else DASH
        basis = means_of(len(means), name.removesuffix("s"))
        yield Claim(f"success across {name}, {regime}", value, basis, scope=scope)
