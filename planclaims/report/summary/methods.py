"""What each method buys for its tokens, over all models of the pool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from planclaims.analysis.statistics.configurations import Configuration, configurations
from planclaims.analysis.statistics.pools import scored, solvable
from planclaims.analysis.statistics.runs import Counts, count_runs, mean_counts, paired_runs
from planclaims.analysis.statistics.sign_test import paired_test
from planclaims.analysis.statistics.significance import BASELINES, LEVEL, Comparison, comparisons
from planclaims.report.summary.pool import Pool


@dataclass(frozen=True, slots=True)
class MethodSummary:
    """A method's scored episodes counted over all models, each of the n runs of a task by 1/n.

    Of the tasks `compared` within models, `gained` and `lost` count those that only this method, or only the
    baseline, solves; `survives` counts the models for which that difference survives the correction. `beaten_by` is
    a method that solves at least as large a share for at most as many tokens, one of the two strictly. `p` is that of
    the test, paired by task, against that method, or else against the best of the cheaper ones, on `pairs` tasks.
    """

    method: str
    regime: str
    solvable: int
    successes: float
    executable: float
    unsolvable: int
    detections: float
    tokens: float
    cost: float
    baseline: str | None = None
    multiple: float | None = None
    compared: int = 0
    gained: int = 0
    lost: int = 0
    survives: int = 0
    beaten_by: str | None = None
    pairs: int = 0
    p: float | None = None

    @property
    def unsure(self) -> bool:
        """Return whether the tasks cannot tell if this method solves more, or less, than what it is held against."""
        return self.p is not None and self.p >= LEVEL

    @property
    def rate(self) -> float:
        """Return the share of solvable tasks that succeed."""
        return self.successes / self.solvable if self.solvable else 0.0


def method_summaries(pool: Pool) -> list[MethodSummary]:
    """Return the methods, offline before online, in the order of the table."""
    tests = comparisons(pool.frame)
    known = [found for found in configurations(pool.frame) if found.runs]
    found = [_summary([one for one in known if one.method == method]) for method in _methods(known)]
    compared = [_compared(summary, found, tests) for summary in found]
    beaten = [replace(summary, beaten_by=_beaten_by(summary, compared)) for summary in compared]
    counts = count_runs(solvable(scored(pool.frame)), ("method", "model"))
    return [_tested(summary, beaten, counts) for summary in beaten]


def _tested(
    summary: MethodSummary, others: Sequence[MethodSummary], counts: Mapping[tuple[str, ...], Counts]
) -> MethodSummary:
    """Return the method tested against the one that beats it, or else the best cheaper one: a task's mean over models.

    Only models that play both methods count, and a task where both have a score.
    """
    cheaper = [other for other in others if other.tokens < summary.tokens]
    best = max(cheaper, key=lambda other: other.rate, default=None)
    rival = summary.beaten_by or (best.method if best else None)
    if rival is None:
        return summary
    models = [model for method, model in counts if method == summary.method and (rival, model) in counts]
    own, base = paired_runs(*(mean_counts(counts[name, model] for model in models) for name in (summary.method, rival)))
    return replace(summary, pairs=len(own), p=paired_test(own, base).p if len(own) else None)


def best_configuration(pool: Pool, regime: str) -> Configuration | None:
    """Return the configuration of the regime that solves most, the cheapest of equals; None if nothing is solved."""
    found = [c for c in configurations(pool.frame) if c.regime == regime and c.successes]
    return max(found, key=lambda c: (c.success_rate or 0.0, -(c.mean_tokens or 0.0)), default=None)


def _methods(found: Sequence[Configuration]) -> list[str]:
    names = dict.fromkeys((one.regime != "offline", one.method) for one in found)
    return [method for _, method in sorted(names, key=lambda name: name[0])]


def _summary(found: Sequence[Configuration]) -> MethodSummary:
    """Return a method's configurations added up: every task of a model weighs the same, however often it was run."""
    tasks = [one.solvable + one.unsolvable for one in found]
    return MethodSummary(
        method=found[0].method,
        regime=found[0].regime,
        solvable=sum(one.solvable for one in found),
        successes=sum(one.successes for one in found),
        executable=sum(one.executable for one in found),
        unsolvable=sum(one.unsolvable for one in found),
        detections=sum(one.detections for one in found),
        tokens=_mean((one.mean_tokens, n) for n, one in zip(tasks, found, strict=True)),
        cost=_mean((one.mean_cost, n) for n, one in zip(tasks, found, strict=True)),
    )


def _mean(weighed: Iterable[tuple[float | None, int]]) -> float:
    """Return the mean of the known values by their weights; 0 if the provider counted nothing."""
    known = [(value, weight) for value, weight in weighed if value is not None]
    return sum(value * weight for value, weight in known) / sum(weight for _, weight in known) if known else 0.0


def _compared(summary: MethodSummary, others: Sequence[MethodSummary], tests: Sequence[Comparison]) -> MethodSummary:
    name = BASELINES[summary.regime]
    baseline = next((other for other in others if other.method == name), None)
    if baseline is None or baseline.method == summary.method:
        return summary
    own = [test for test in tests if (test.method, test.baseline) == (summary.method, name)]
    return replace(
        summary,
        baseline=name,
        multiple=summary.tokens / baseline.tokens if baseline.tokens else None,
        compared=sum(test.tasks for test in own),
        gained=sum(test.gained for test in own),
        lost=sum(test.lost for test in own),
        survives=sum(test.survives for test in own),
    )


def _beaten_by(summary: MethodSummary, others: Sequence[MethodSummary]) -> str | None:
    better = [
        other
        for other in others
        if other.rate >= summary.rate
        and other.tokens <= summary.tokens
        and (other.rate > summary.rate or other.tokens < summary.tokens)
    ]
    best = max(better, key=lambda other: (other.rate, -other.tokens), default=None)
    return None if best is None else best.method
