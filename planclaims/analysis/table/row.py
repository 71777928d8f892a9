"""The row of measures of one episode; docs/episodes.md explains every column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum


class Outcome(StrEnum):
    """What became of an episode: success, detection, or exactly one way to fail (protocol 6)."""

    SUCCESS = "success"
    DETECTION = "detection"
    MALFORMED = "malformed"
    PRECONDITION_VIOLATION = "precondition_violation"
    GOAL_NOT_REACHED = "goal_not_reached"
    TIMEOUT = "timeout"
    FALSE_ABSTENTION = "false_abstention"
    MISSED_INFEASIBILITY = "missed_infeasibility"


class EpisodeEnding(StrEnum):
    """How an episode came to its end, whatever that is worth; one vocabulary for both regimes."""

    GOAL_REACHED = "goal_reached"
    GOAL_NOT_REACHED = "goal_not_reached"
    UNSOLVABLE_CLAIM = "unsolvable_claim"
    PRECONDITION_VIOLATION = "precondition_violation"
    MALFORMED = "malformed"
    TIMEOUT = "timeout"


ON_SOLVABLE: Mapping[EpisodeEnding, Outcome] = {
    EpisodeEnding.GOAL_REACHED: Outcome.SUCCESS,
    EpisodeEnding.GOAL_NOT_REACHED: Outcome.GOAL_NOT_REACHED,
    EpisodeEnding.UNSOLVABLE_CLAIM: Outcome.FALSE_ABSTENTION,
    EpisodeEnding.PRECONDITION_VIOLATION: Outcome.PRECONDITION_VIOLATION,
    EpisodeEnding.MALFORMED: Outcome.MALFORMED,
    EpisodeEnding.TIMEOUT: Outcome.TIMEOUT,
}
"""What each ending is on a solvable task, one to one."""


def outcome_of(ending: EpisodeEnding, *, solvable: bool) -> Outcome:
    """Return what an ending is worth: on an unsolvable task, a detection or a missed infeasibility."""
    if solvable:
        return ON_SOLVABLE[ending]
    return Outcome.DETECTION if ending is EpisodeEnding.UNSOLVABLE_CLAIM else Outcome.MISSED_INFEASIBILITY


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeRow:
    """One episode's identity, measures and costs; a measure that does not apply is None."""

    model: str
    method: str
    regime: str
    domain: str
    task: str
    repeat: int
    reference: bool
    constrained: bool
    scored: bool
    failure: str | None = None
    solvable: bool | None = None
    optimal_length: int | None = None
    plan_length: int | None = None
    executable: bool | None = None
    success: bool | None = None
    detection: bool | None = None
    false_abstention: bool | None = None
    score: float | None = None
    outcome: Outcome | None = None
    ending: EpisodeEnding | None = None
    claims_without_flag: bool | None = None
    failed_step: int | None = None
    failed_action: str | None = None
    unmet_rule: str | None = None
    acts: int | None = None
    state_queries: int | None = None
    inspected_acts: int | None = None
    revealing_calls: int | None = None
    informed_acts: int | None = None
    ill_formed_calls: int | None = None
    rejected_proposals: int | None = None
    surplus_calls: int | None = None
    calls_used: int | None = None
    budget: int | None = None
    model_calls: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None
    seconds: float | None = None
    first_request: str | None = None
    variant_of: str | None = None
    violation_rule: str | None = None
    violations: int | None = None
    planner: str | None = None
    rounds: int | None = None
    feedback: str | None = None
    attempts: int | None = None
    solved_at: int | None = None


FATAL = "fatal"
VIOLATION_RULES = (FATAL, "refused", "explained")
"""What an inapplicable act comes to: the end of the episode, a refusal, or a refusal with its reasons in prose."""

COLUMNS = tuple(field.name for field in fields(EpisodeRow))
"""The columns of the episodes table, in their order."""

ADDED_LATER = frozenset(
    {
        *("revealing_calls", "informed_acts", "claims_without_flag", "surplus_calls", "first_request"),
        *("variant_of", "violation_rule", "violations", "planner"),
        *("rounds", "feedback", "attempts", "solved_at"),
    }
)
"""Columns that tables of earlier versions lack: they are read as empty there."""
