"""The headline numbers of a study, each recomputed from the episodes table with what it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import TYPE_CHECKING

from planclaims.analysis.bootstrap import interval
from planclaims.analysis.conduct_claims import conduct_claims
from planclaims.analysis.configurations import Configuration, configurations
from planclaims.analysis.markup import DASH, number, percent
from planclaims.analysis.pareto import pareto_front
from planclaims.analysis.pools import POOLED, REGIMES, of_regime, solvable, tested, unsolvable
from planclaims.analysis.sheet import Sheet
from planclaims.analysis.significance import BASELINES
from planclaims.scoring.row import Outcome

if TYPE_CHECKING:
    import pandas as pd

Claim = tuple[str, str, str]
"""What is claimed, its value, and what the value rests on."""


def claims(frame: pd.DataFrame, *, resamples: int, seed: int) -> Sheet:
    """Return the claims of an episodes table; a dash where no episode bears on one."""
    pool = tested(frame)
    found = configurations(pool)
    rows = [
        *_best(pool, found, resamples, seed),
        *_detections(pool),
        *_false_abstentions(pool),
        *_violations(pool),
        *_optimal(pool),
        *conduct_claims(pool),
        *_tokens(found),
        *_front(found),
        *_spread(found),
    ]
    return Sheet("Claims, recomputed", ("claim", "value", "rests on"), tuple(rows), (POOLED,))


def _best(pool: pd.DataFrame, found: list[Configuration], resamples: int, seed: int) -> Iterator[Claim]:
    for regime in REGIMES:
        here = [c for c in found if c.regime == regime and c.solvable]
        best = max(here, key=lambda c: c.success_rate or 0.0, default=None)
        if best is None:
            yield f"best {regime} success", DASH, "no episode"
            continue
        episodes = pool[(pool["model"] == best.model) & (pool["method"] == best.method)]
        values = [float(won) for won in solvable(episodes)["success"]]
        low, high = interval(values, resamples=resamples, seed=seed)
        bounds = f"95% interval {number(low, 1, 100)}–{number(high, 1, 100)}%"
        value = f"{percent(best.successes, best.solvable)} ({bounds})"
        yield f"best {regime} success", value, f"{best.model} with {best.method}, {best.successes} of {best.solvable}"


def _detections(pool: pd.DataFrame) -> Iterator[Claim]:
    episodes = unsolvable(pool)
    for name, part in (("", episodes), *((f" {regime}", of_regime(episodes, regime)) for regime in REGIMES)):
        count = int(part["detection"].sum())
        yield f"detections{name}", percent(count, len(part)), f"{count} of {len(part)} episodes on unsolvable tasks"


def _false_abstentions(pool: pd.DataFrame) -> Iterator[Claim]:
    episodes = solvable(pool)
    count = int(episodes["false_abstention"].sum())
    yield "false abstentions", percent(count, len(episodes)), f"{count} of {len(episodes)} episodes on solvable tasks"


def _violations(pool: pd.DataFrame) -> Iterator[Claim]:
    for regime in REGIMES:
        episodes = solvable(of_regime(pool, regime))
        failed = episodes[~episodes["success"]]
        count = int((failed["outcome"] == Outcome.PRECONDITION_VIOLATION).sum())
        basis = f"{count} of {len(failed)} failures on solvable tasks"
        yield f"failures that are precondition violations, {regime}", percent(count, len(failed)), basis


def _optimal(pool: pd.DataFrame) -> Iterator[Claim]:
    for regime in REGIMES:
        episodes = solvable(of_regime(pool, regime))
        won = episodes[episodes["success"]]
        count = int((won["plan_length"] == won["optimal_length"]).sum())
        yield f"successes of optimal length, {regime}", percent(count, len(won)), f"{count} of {len(won)} successes"
        mean = float(won["score"].mean()) if len(won) else None
        yield f"mean score of a success, {regime}", number(mean, 2), f"{len(won)} successes"


def _tokens(found: list[Configuration]) -> Iterator[Claim]:
    """Yield tokens as multiples of the baseline's, both averaged over the models that play both."""
    tokens = {(c.model, c.method): c.mean_tokens for c in found if c.mean_tokens}
    for regime, baseline in BASELINES.items():
        methods = dict.fromkeys(c.method for c in found if c.regime == regime and c.method != baseline)
        for method in methods:
            models = [
                m for m in dict.fromkeys(c.model for c in found) if (m, method) in tokens and (m, baseline) in tokens
            ]
            own = sum(tokens[model, method] or 0.0 for model in models)
            base = sum(tokens[model, baseline] or 0.0 for model in models)
            yield (
                f"tokens of {method} over {baseline}",
                number(own / base if base else None, 1),
                f"{len(models)} models",
            )


def _front(found: list[Configuration]) -> Iterator[Claim]:
    priced = [c for c in found if c.mean_cost and c.mean_score is not None]
    places = pareto_front([(c.mean_cost or 0.0, c.mean_score or 0.0) for c in priced])
    names = "; ".join(f"{priced[place].model} with {priced[place].method}" for place in places)
    yield "configurations on the Pareto front of score and cost", str(len(places)), names or "no model has a price"


def _spread(found: list[Configuration]) -> Iterator[Claim]:
    """Yield how far success ranges over models, averaged over methods, and the other way round."""
    for regime in REGIMES:
        here = [c for c in found if c.regime == regime and c.success_rate is not None]
        for name, key in (("models", attrgetter("model")), ("methods", attrgetter("method"))):
            rates: dict[str, list[float]] = {}
            for c in here:
                rates.setdefault(key(c), []).append(c.success_rate or 0.0)
            means = [sum(values) / len(values) for values in rates.values()]
            value = f"{number(min(means), 0, 100)}–{number(max(means), 0, 100)}%" if means else DASH
            yield f"success across {name}, {regime}", value, f"means of {len(means)} {name}"
