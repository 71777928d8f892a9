"""The verdict on one episode for a terminal: what became of it, where and why it failed, shortest plan, score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from planclaims.analysis.table.row import Outcome
from planclaims.episodes.record import EpisodeRecord
from planclaims.language.hidden_task import HiddenTask
from planclaims.report.viewer.reasons import missed_conditions, unmet_requirements
from planclaims.report.viewer.trace import trace
from planclaims.report.viewer.verdict import actions, verdict
from planclaims.suites.hiddenpddl.scoring.judge import judge

MISSES_GOAL = (Outcome.GOAL_NOT_REACHED, Outcome.TIMEOUT)


@dataclass(frozen=True, slots=True)
class Told:
    """What is told about an episode; `outcome` and `score` are None if it is unscored, `failed_step` counts from 1.

    `unmet` are the requirements that the failing step broke, `missed` the conditions of the goal that do not hold where
    the episode ends, both in prose.
    """

    verdict: str
    scored: bool
    outcome: str | None
    failed_step: int | None
    failed_action: str | None
    unmet: tuple[str, ...]
    missed: tuple[str, ...]
    solvable: bool
    optimal_length: int | None
    plan_length: int | None
    score: float | None

    def lines(self) -> Iterator[str]:
        """Yield the lines of a text for a person."""
        yield self.verdict
        yield from (f"Not met: {text}." for text in self.unmet)
        if self.outcome in MISSES_GOAL:
            yield from (f"Missing at the end: {text}." for text in self.missed)
        yield f"Shortest plan: {'there is none' if self.optimal_length is None else actions(self.optimal_length)}."
        yield "Score: none, because the episode is not scored." if self.score is None else f"Score: {self.score:.2f}."


def told(record: EpisodeRecord, hidden: HiddenTask) -> Told:
    """Return the verdict on a record of the first study, judged against what was known of the task when it was played.

    InputError if the record and the task exclude each other.
    """
    length = record.task_facts["optimal_length"]
    assert length is None or isinstance(length, int)
    row = judge(record, hidden, optimal_length=length).row
    found, values = trace(record, hidden), _plain(asdict(row))
    scored = bool(row.scored)
    return Told(
        verdict=verdict(values, record, found),
        scored=scored,
        outcome=values["outcome"],
        failed_step=row.failed_step,
        failed_action=row.failed_action,
        unmet=tuple(unmet_requirements(found, hidden)) if scored and row.failed_step is not None else (),
        missed=tuple(missed_conditions(found, hidden)) if scored and length is not None else (),
        solvable=length is not None,
        optimal_length=length,
        plan_length=row.plan_length,
        score=row.score,
    )


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row with names of enumerations as bare texts."""
    return {name: str(value) if isinstance(value, str) else value for name, value in row.items()}
