"""What an episode did, derived afresh from its record and the hidden task: steps, states, kinds of calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from planclaims.episodes.record import EpisodeRecord, RecordedTurn, RunOutcome
from planclaims.errors import LimitExceeded
from planclaims.language.hidden_task import HiddenTask
from planclaims.pddl_io import read_plan
from planclaims.seam import CallKind
from planclaims.semantics.task import Step
from planclaims.semantics.validation import Report, validate
from planclaims.suites.hiddenpddl.scoring.commitment import commitment

Taken = Sequence[RecordedTurn]
"""Turns with the kinds and steps that count: those of a replay, or of the record where none is possible."""


class ShownKind(StrEnum):
    """The kind of a call as the report colours it; an act is told apart by whether it was applicable."""

    EPISTEMIC = "epistemic"
    APPLIED = "applied"
    VIOLATION = "violation"
    REFUSED = "refused"
    ILL_FORMED = "ill_formed"
    REJECTED = "rejected"
    TERMINAL = "terminal"


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A turn as it was recorded, with its kind as it is taken now; `step` is its place in the plan, from 1."""

    recorded: RecordedTurn
    kind: ShownKind
    step: int | None


@dataclass(frozen=True, slots=True)
class Trace:
    """The steps that an episode commits to, what becomes of them, and the turns of an agent."""

    steps: tuple[Step, ...]
    report: Report
    turns: tuple[ShownTurn, ...] | None

    @property
    def failed(self) -> Step | None:
        """Return the first step that could not be carried out."""
        return None if self.report.failed_step is None else self.steps[self.report.failed_step - 1]


def trace(record: EpisodeRecord, hidden: HiddenTask) -> Trace:
    """Return the trace; of an episode that the infrastructure broke off, as far as it went."""
    if record.outcome is not RunOutcome.FINISHED:
        texts = [turn.step for turn in record.turns or () if turn.step and turn.kind is not CallKind.REFUSED]
        steps = read_plan("\n".join(texts), source=f"{record.domain}/{record.task}")
        return _trace(record, hidden, steps, record.turns)
    made = commitment(record, hidden)
    return _trace(record, hidden, made.steps, made.turns)


def _trace(
    record: EpisodeRecord,
    hidden: HiddenTask,
    steps: tuple[Step, ...],
    taken: Taken | None,
) -> Trace:
    report = _report(hidden, steps)
    if record.turns is None or taken is None:
        return Trace(steps, report, None)
    places = _places(taken)
    turns = tuple(
        ShownTurn(recorded, _kind(now.kind, place, report.failed_step), place)
        for recorded, now, place in zip(record.turns, taken, places, strict=True)
    )
    return Trace(steps, report, turns)


def _report(hidden: HiddenTask, steps: tuple[Step, ...]) -> Report:
    """Return what becomes of the steps, up to the one at which numbers grow too long to compute with."""
    for length in range(len(steps), 0, -1):
        try:
            return validate(hidden.task, steps[:length])
        except LimitExceeded:
            continue
    return validate(hidden.task, ())


def _places(turns: Taken) -> Iterator[int | None]:
    """Yield for each turn the place of its act in the plan, None for what is no well-formed act."""
    count = 0
    for turn in turns:
        taken = turn.step is not None and turn.kind is not CallKind.REFUSED
        count += taken
        yield count if taken else None


def _kind(kind: CallKind, place: int | None, failed_step: int | None) -> ShownKind:
    if kind is not CallKind.ONTIC:
        return ShownKind(str(kind))
    return ShownKind.VIOLATION if place is not None and place == failed_step else ShownKind.APPLIED
