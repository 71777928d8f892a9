"""The same agents where an inapplicable act is fatal, refused, or refused with its reasons, compared task by task."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from planclaims.analysis.statistics.pools import amount, scored, share, solvable, weighed
from planclaims.analysis.statistics.runs import TASK, Runs, count_runs, paired_runs
from planclaims.analysis.statistics.sign_test import paired_test
from planclaims.analysis.statistics.significance import holm
from planclaims.analysis.table.row import VIOLATION_RULES, Outcome

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Gated:
    """An agent under one rule for inapplicable acts: its episodes on solvable tasks, a task of n runs weighing one.

    `violated` counts the episodes with at least one such act, `overcome` those of them that succeed all the same.
    """

    model: str
    reference: bool
    variant: str
    rule: str
    method: str
    episodes: pd.DataFrame

    @property
    def success(self) -> float | None:
        """Return the share of episodes that succeed."""
        return share(amount(self.episodes, self.episodes["success"]), amount(self.episodes))

    @property
    def violations(self) -> float | None:
        """Return the mean number of inapplicable acts in an episode."""
        return share(float(weighed(self.episodes, self.episodes["violations"]).sum()), amount(self.episodes))

    @property
    def violated(self) -> float:
        """Return how many episodes have an inapplicable act."""
        return amount(self.episodes, self.episodes["violations"] > 0)

    @property
    def overcome(self) -> float:
        """Return how many episodes succeed after an inapplicable act."""
        return amount(self.episodes, (self.episodes["violations"] > 0) & self.episodes["success"])


@dataclass(frozen=True, slots=True)
class GateTest:
    """One rule against another for the same agent, on the solvable tasks that both have a score for.

    `failures` and `by_violation` count the failures under the second rule, all of them and those by an inapplicable
    act; `vanished` and `gate_only` are how many of each the first rule turns into successes.
    """

    other: Gated
    base: Gated
    runs: Runs
    base_runs: Runs
    gained: int
    lost: int
    p: float
    failures: float
    vanished: float
    by_violation: float
    gate_only: float
    p_holm: float = 1.0

    @property
    def difference(self) -> float:
        """Return by how much the success rate over the tasks is higher."""
        return float(self.runs.rates().mean() - self.base_runs.rates().mean())


def agents(frame: pd.DataFrame) -> list[Gated]:
    """Return every agent that is played under several rules, by model, architecture and rule; controls last."""
    pool = solvable(scored(frame))
    pool = pool[pool["violation_rule"].notna()]
    keys = ["reference", "model", "variant_of", "planner", "violation_rule", "method"]
    found = [
        Gated(str(key[1]), bool(key[0]), _variant(key[2], key[3]), str(key[4]), str(key[5]), part)
        for key, part in pool.fillna({"planner": ""}).groupby(keys, sort=False)
    ]
    rules: dict[tuple[str, str], set[str]] = {}
    for agent in found:
        rules.setdefault((agent.model, agent.variant), set()).add(agent.rule)
    order = list(dict.fromkeys((agent.reference, agent.model, agent.variant) for agent in found))
    several = [agent for agent in found if len(rules[agent.model, agent.variant]) > 1]
    return sorted(
        several,
        key=lambda a: (a.reference, order.index((a.reference, a.model, a.variant)), VIOLATION_RULES.index(a.rule)),
    )


def gate_tests(frame: pd.DataFrame) -> list[GateTest]:
    """Return every rule against each stricter one for the same model and architecture.

    Holm's correction is over the tests of the models under test; controls are no family, theirs stay uncorrected.
    """
    found = agents(frame)
    pairs = [
        (other, base)
        for base, other in combinations(found, 2)
        if (base.model, base.variant) == (other.model, other.variant) and base.rule != other.rule
    ]
    tests = [test for other, base in pairs for test in _tested(other, base)]
    corrected = iter(holm([test.p for test in tests if not test.other.reference]))
    return [replace(test, p_holm=test.p if test.other.reference else next(corrected)) for test in tests]


def _tested(other: Gated, base: Gated) -> Iterator[GateTest]:
    own, against = (count_runs(one.episodes, ()).get((), {}) for one in (other, base))
    runs, base_runs = paired_runs(own, against)
    if len(runs):
        test = paired_test(runs, base_runs)
        failed = ~base.episodes["success"].astype(bool)
        by_violation = failed & (base.episodes["outcome"] == Outcome.PRECONDITION_VIOLATION)
        counts = (*_vanished(base, other, failed), *_vanished(base, other, by_violation))
        yield GateTest(other, base, runs, base_runs, test.gained, test.lost, test.p, *counts)


def _vanished(base: Gated, other: Gated, mask: pd.Series[bool]) -> tuple[float, float]:
    """Return how many episodes of the base the mask holds on common tasks, and how many of them the other solves.

    Of several runs every one is paired with every one, so a task counts by its shares.
    """
    rates = other.episodes.groupby(list(TASK))["success"].mean().astype(float)
    shares = weighed(base.episodes, mask).groupby([base.episodes[name] for name in TASK]).sum()
    both = shares.index.intersection(rates.index)
    return float(shares[both].sum()), float((shares[both] * rates[both]).sum())


def _variant(architecture: object, planner: object) -> str:
    """Return what two agents must have in common to be compared: the architecture, and who makes its plans."""
    return f"{architecture} with {planner}" if planner else str(architecture)
