"""The headline numbers about domains and tasks: where acting costs success, and what is never solved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from planclaims.analysis.claims.claim import Claim, Evidence, scope_of
from planclaims.analysis.formats.markup import DASH, counted, plural, ranged, signed, spread, tally
from planclaims.analysis.statistics.bootstrap import interval
from planclaims.analysis.statistics.pools import REGIMES, of_regime, solvable, total_of, weighed
from planclaims.analysis.statistics.runs import TASK

if TYPE_CHECKING:
    import pandas as pd

DETERMINING = 4
"""Calls that together tell an agent the whole task: overview, objects, actions and state."""


def task_claims(evidence: Evidence) -> Iterator[Claim]:
    """Yield how domains and tasks fare online and offline, tasks that none solves, and plans that fit the budget."""
    pool = evidence.pool
    plans = solvable(pool)
    scope = scope_of(pool)
    both = set(plans["regime"]) == set(REGIMES)
    domains, tasks = _gaps(plans, ["domain"]), _gaps(plans, list(TASK))
    basis = "success rates over all models and methods of a regime"
    for name, held, gaps in (
        ("domains in which less is solved online than offline", [gap < 0 for gap in domains], domains),
        ("tasks solved more often online than offline", [gap > 0 for gap in tasks], tasks),
    ):
        yield Claim(name, tally(sum(held)) if both else DASH, basis, counted(sum(held), len(gaps)), scope=scope)
    for regime in REGIMES:
        here = of_regime(plans, regime)
        solved = here.groupby(list(TASK))["success"].any()
        never = int((~solved).sum())
        value = tally(never) if len(solved) else DASH
        basis = "solvable tasks, all configurations"
        yield Claim(
            f"tasks never solved, {regime}",
            value,
            basis,
            counted(never, len(solved)),
            scope=scope_of(of_regime(pool, regime)),
        )

    for regime in REGIMES:
        yield _across_domains(of_regime(plans, regime), regime)
    yield from _behind(evidence, plans)
    yield _fitting(evidence, plans)


def _across_domains(here: pd.DataFrame, regime: str) -> Claim:
    """Return how far success ranges over domains, with the lowest and the highest."""
    rates = _rates(here, ["domain"])
    value, basis = spread(()), "no episode"
    if len(rates):
        value = spread(rates.tolist())
        basis = f"lowest {rates.idxmin()}, highest {rates.idxmax()}"
    return Claim(f"success across domains, {regime}", value, basis, scope=scope_of(here))


def _behind(evidence: Evidence, plans: pd.DataFrame) -> Iterator[Claim]:
    """Yield by how many points less is solved online than offline in each domain, the range, and how often it is so."""
    gaps = []
    for domain in plans["domain"].unique():
        here = plans[plans["domain"] == domain]
        lost = [-gap for gap in _gaps(here, list(TASK))]
        if lost:
            gaps.append(sum(lost) / len(lost))
            bounds = interval(lost, resamples=evidence.resamples, seed=evidence.seed)
            told = ranged(bounds, factor=100, to=" to ", write=signed)
            basis = f"mean of the differences on {plural(len(lost), 'task')}"
            name = f"success lost online in {domain}"
            yield Claim(name, signed(100 * gaps[-1], unit=" points"), basis, "", told, scope_of(here))
    scope = scope_of(plans)
    value = spread(gaps, unit=" points", to=" to ")
    yield Claim("success lost online across domains", value, plural(len(gaps), "domain"), scope=scope)
    pairs = _gaps(plans, ["model", "domain"])
    worse = sum(gap < 0 for gap in pairs)
    name = "pairs of model and domain in which less is solved online than offline"
    basis = "success rates over all methods of a regime"
    yield Claim(name, tally(worse) if pairs else DASH, basis, counted(worse, len(pairs)), scope=scope)


def _fitting(evidence: Evidence, plans: pd.DataFrame) -> Claim:
    """Return the share of successful offline plans that an agent could have asked for, executed and submitted."""
    offline = of_regime(plans, "offline")
    won = offline[offline["success"] & offline["plan_length"].notna() & offline["budget"].notna()]
    fits = DETERMINING + won["plan_length"] + 1 <= won["budget"]
    name = "successful offline plans that fit the online budget"
    basis = "successful offline plans; four calls tell the task, one submits"
    return evidence.share(name, fits, of=won, basis=basis, about=offline)


def _rates(here: pd.DataFrame, keys: list[str]) -> pd.Series[float]:
    places = [here[key] for key in keys]
    return weighed(here, here["success"]).groupby(places).sum() / weighed(here).groupby(places).sum()


def _gaps(plans: pd.DataFrame, keys: list[str]) -> list[float]:
    """Return by how much the online success rate exceeds the offline one, for each place that has both."""
    rates = [_rates(of_regime(plans, regime), keys) for regime in ("online", "offline")]
    return [total_of(gap) for gap in (rates[0] - rates[1]).dropna().tolist()]
