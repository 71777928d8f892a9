"""What each method buys for its tokens, over all models of the pool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from planclaims.analysis.configurations import Configuration, configurations
from planclaims.analysis.significance import BASELINES, Comparison, comparisons
from planclaims.report.pool import Pool, Row


@dataclass(frozen=True, slots=True)
class MethodSummary:
    """A method's scored episodes counted over all models.

    Of the tasks `compared` within models, `gained` and `lost` count those that only this method, or only the
    baseline, solves; `survives` counts the models for which that difference survives the correction. `beaten_by` is
    a method that solves at least as large a share for at most as many tokens, one of the two strictly.
    """

    method: str
    regime: str
    solvable: int
    successes: int
    executable: int
    unsolvable: int
    detections: int
    tokens: float
    cost: float
    baseline: str | None = None
    multiple: float | None = None
    compared: int = 0
    gained: int = 0
    lost: int = 0
    survives: int = 0
    beaten_by: str | None = None

    @property
    def rate(self) -> float:
        """Return the share of solvable tasks that succeed."""
        return self.successes / self.solvable if self.solvable else 0.0


def method_summaries(pool: Pool) -> list[MethodSummary]:
    """Return the methods, offline before online, in the order of the table."""
    tests = comparisons(pool.frame)
    found = [_summary([row for row in pool.scored if row["method"] == method]) for method in _methods(pool)]
    compared = [_compared(summary, found, tests) for summary in found]
    return [replace(summary, beaten_by=_beaten_by(summary, compared)) for summary in compared]


def best_configuration(pool: Pool, regime: str) -> Configuration | None:
    """Return the configuration of the regime that solves most, the cheapest of equals; None if nothing is solved."""
    found = [c for c in configurations(pool.frame) if c.regime == regime and c.successes]
    return max(found, key=lambda c: (c.success_rate or 0.0, -(c.mean_tokens or 0.0)), default=None)


def _methods(pool: Pool) -> list[str]:
    names = dict.fromkeys((row["regime"] != "offline", row["method"]) for row in pool.scored)
    return [method for _, method in sorted(names, key=lambda name: name[0])]


def _summary(rows: Sequence[Row]) -> MethodSummary:
    solvable = [row for row in rows if row["solvable"]]
    return MethodSummary(
        method=rows[0]["method"],
        regime=rows[0]["regime"],
        solvable=len(solvable),
        successes=sum(row["success"] for row in solvable),
        executable=sum(row["executable"] for row in solvable),
        unsolvable=len(rows) - len(solvable),
        detections=sum(row["detection"] for row in rows),
        tokens=_mean([row["input_tokens"] + row["output_tokens"] for row in rows if _counted(row)]),
        cost=_mean([row["cost_usd"] for row in rows if row["cost_usd"] is not None]),
    )


def _counted(row: Row) -> bool:
    """Return whether the provider counted the tokens of an episode."""
    return row["input_tokens"] is not None and row["output_tokens"] is not None


def _mean(known: Sequence[float]) -> float:
    return sum(known) / len(known) if known else 0.0


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
