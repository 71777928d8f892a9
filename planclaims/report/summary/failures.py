"""How episodes fail: outcomes per method, the requirements broken most, unsolvable tasks, looking before acting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planclaims.analysis.statistics.pools import WEIGHT, median_of, total_of
from planclaims.analysis.table.row import Outcome
from planclaims.report.summary.pool import Pool, Row, tallied, total
from planclaims.report.viewer.task_chunk import EpisodeId

ON_SOLVABLE = (
    Outcome.SUCCESS,
    Outcome.PRECONDITION_VIOLATION,
    Outcome.GOAL_NOT_REACHED,
    Outcome.TIMEOUT,
    Outcome.MALFORMED,
    Outcome.FALSE_ABSTENTION,
)
"""What can become of an episode on a solvable task, in the order of the bars."""


@dataclass(frozen=True, slots=True)
class OutcomeCounts:
    """What became of a method's episodes on solvable tasks."""

    method: str
    regime: str
    counts: Mapping[Outcome, float]

    @property
    def total(self) -> float:
        """Return the number of episodes."""
        return total_of(sum(self.counts.values()))


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A requirement of an action, in prose, with the number of episodes that broke it first and one of them."""

    domain: str
    action: str
    rule: str
    episodes: float
    example: EpisodeId


@dataclass(frozen=True, slots=True)
class Sensing:
    """How agents look: acts, those with a look at the state or any call that tells of it since the act before.

    And acting episodes, and those of them that never look.
    """

    acts: float
    inspected: float
    informed: float | None
    acting: float
    never: float


def outcome_counts(pool: Pool) -> list[OutcomeCounts]:
    """Return the counts per method, offline before online, in the order of the table."""
    names = dict.fromkeys((row["regime"], row["method"]) for row in pool.solvable)
    groups = [
        OutcomeCounts(method, regime, _counted([row for row in pool.solvable if row["method"] == method]))
        for regime, method in names
    ]
    return sorted(groups, key=lambda group: group.regime != "offline")


def failure_shares(pool: Pool, regime: str | None = None) -> Mapping[Outcome, float]:
    """Return, the most frequent first, how often each way to fail occurs on solvable tasks, in a regime or in both."""
    rows = [row for row in pool.solvable if not row["success"] and regime in (None, row["regime"])]
    return {Outcome(outcome): number for outcome, number in tallied(rows, "outcome").most_common()}


def broken_rules(pool: Pool, broken: Mapping[EpisodeId, str]) -> list[BrokenRule]:
    """Return the requirements that were broken, the most frequent first."""
    found: dict[tuple[str, str, str], list[Row]] = {}
    for row in pool.scored:
        key = row_id(row)
        if row["failed_action"] and key in broken:
            found.setdefault((row["domain"], action_name(row) or "", broken[key]), []).append(row)
    rules = [BrokenRule(*rule, total(episodes), row_id(episodes[0])) for rule, episodes in found.items()]
    return sorted(rules, key=lambda rule: (-rule.episodes, rule.domain, rule.action, rule.rule))


def failing_place(pool: Pool, regime: str) -> tuple[float, float] | None:
    """Return the median step that fails and the median length of an optimal plan there; None without failures."""
    rows = [row for row in pool.solvable if row["failed_step"] and row["regime"] == regime]
    if not rows:
        return None
    weights = [row[WEIGHT] for row in rows]
    step, length = (median_of([row[name] for row in rows], weights) for name in ("failed_step", "optimal_length"))
    return step or 0.0, length or 0.0


def sensing(pool: Pool) -> Sensing | None:
    """Return how online episodes look at the state; None if none acts."""
    rows = [row for row in pool.scored if row["regime"] == "online" and row["acts"]]
    if not rows:
        return None
    return Sensing(
        acts=total(rows, "acts"),
        inspected=total(rows, "inspected_acts"),
        informed=None if any(row["informed_acts"] is None for row in rows) else total(rows, "informed_acts"),
        acting=total(rows),
        never=total(row for row in rows if not row["state_queries"]),
    )


def action_name(row: Row) -> str | None:
    """Return the name of the action that the row's episode failed at, without its arguments; None if it did not."""
    return row["failed_action"].strip("() ").split()[0] if row["failed_action"] else None


def row_id(row: Row) -> EpisodeId:
    """Return what tells the row's episode from all others."""
    return row["model"], row["method"], row["domain"], row["task"], row["repeat"]


def _counted(rows: Sequence[Row]) -> Mapping[Outcome, float]:
    counts = tallied(rows, "outcome")
    return {outcome: counts[outcome] for outcome in ON_SOLVABLE}
