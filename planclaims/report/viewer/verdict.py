"""What became of an episode in one or two sentences, from its row and its trace."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from planclaims.analysis.formats.markup import plural
from planclaims.analysis.table.row import EpisodeEnding, Outcome
from planclaims.episodes.record import EpisodeRecord, RunOutcome
from planclaims.report.viewer.trace import ShownKind, Trace

UNBOUNDED = sys.maxsize
"""The budget of an episode that no number of calls ends."""

Row = Mapping[str, Any]
"""An episode's row of measures by column."""


def verdict(row: Row, record: EpisodeRecord, trace: Trace) -> str:
    """Return what became of the episode and, if it failed, where."""
    if not row["scored"] and record.outcome is RunOutcome.FINISHED:
        return f"Not scored: {row['failure']}."
    if not row["scored"]:
        return f"Not scored, because the model could not be asked: {row['failure'] or record.failure}."
    outcome = Outcome(row["outcome"])
    if outcome is Outcome.SUCCESS:
        return _success(row)
    if outcome is Outcome.DETECTION:
        return "Correct: no plan exists, and the episode says so."
    ended = ENDINGS[EpisodeEnding(row["ending"])](row, record, trace)
    if outcome is Outcome.MISSED_INFEASIBILITY:
        return f"No plan exists, and the episode did not recognise it. {ended}"
    return ended


def _success(row: Row) -> str:
    length, shortest = row["plan_length"], row["optimal_length"]
    if length == shortest:
        return f"Solved with {actions(length)}; no plan is shorter."
    return f"Solved with {actions(length)}, where {shortest} would have sufficed (score {row['score']:.2f})."


def _violation(row: Row, record: EpisodeRecord, trace: Trace) -> str:
    place = trace.report.failed_step
    total = len(trace.steps)
    if trace.turns is None:
        where = f"step {place} of {total}"
    else:
        call = next(n for n, turn in enumerate(trace.turns, start=1) if turn.kind is ShownKind.VIOLATION)
        most = f" of at most {record.budget}" if record.budget < UNBOUNDED else ""
        where = f"step {place} (call {call}{most})"
    return f"Failed at {where}: {spoken(str(trace.failed))} could not be carried out."


def _goal_not_reached(row: Row, record: EpisodeRecord, trace: Trace) -> str:
    done, missing = len(trace.steps), len(trace.report.missed)
    carried = {0: "No action was carried out", 1: "The only step was carried out"}
    verb = "is" if missing == 1 else "are"
    goal = f"{missing} of {plural(missing + len(trace.report.reached), 'condition')} of the goal {verb} not met"
    return f"{carried.get(done, f'All {done} steps were carried out')}, but {goal} at the end."


def _timeout(row: Row, record: EpisodeRecord, trace: Trace) -> str:
    goal = "The goal held by then" if trace.report.goal_reached else "The goal did not hold by then"
    spent = "the only call" if record.budget == 1 else f"all {record.budget} calls"
    return f"Spent {spent} without a final claim. {goal}."


def _malformed(row: Row, record: EpisodeRecord, trace: Trace) -> str:
    cause = record.parsed.reason.rstrip(".") if record.parsed else ""
    return "The answer could not be read as a plan" + (f": {cause}." if cause else ".")


def _claimed_unsolvable(row: Row, record: EpisodeRecord, trace: Trace) -> str:
    return f"Gave up wrongly: it claims that no plan exists, but one of {actions(row['optimal_length'])} does."


def _goal_reached(row: Row, record: EpisodeRecord, trace: Trace) -> str:
    return "It reached the goal."


ENDINGS: Mapping[EpisodeEnding, Callable[[Row, EpisodeRecord, Trace], str]] = {
    EpisodeEnding.PRECONDITION_VIOLATION: _violation,
    EpisodeEnding.GOAL_NOT_REACHED: _goal_not_reached,
    EpisodeEnding.TIMEOUT: _timeout,
    EpisodeEnding.MALFORMED: _malformed,
    EpisodeEnding.UNSOLVABLE_CLAIM: _claimed_unsolvable,
    EpisodeEnding.GOAL_REACHED: _goal_reached,
}


def actions(count: int) -> str:
    """Return the number of actions in words that agree."""
    return "1 action" if count == 1 else f"{count} actions"


def spoken(step: str) -> str:
    """Return a step without its parentheses."""
    return step.strip("()")
