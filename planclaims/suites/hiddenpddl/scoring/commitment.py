"""The plan that an episode commits to, derived afresh from its output or its turns and the hidden task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from planclaims.episodes.record import EpisodeRecord, RecordedTurn, Regime
from planclaims.episodes.stage import RecordingStage
from planclaims.errors import InputError
from planclaims.language.hidden_task import HiddenTask
from planclaims.language.reading.extract import OutputKind, extract
from planclaims.seam import CallKind, LimitEnding, ToolCall, Turn
from planclaims.semantics.task import Step
from planclaims.suites.hiddenpddl.environment import Ending, TaskEnvironment
from planclaims.suites.hiddenpddl.violations import violations_of


@dataclass(frozen=True, slots=True)
class Commitment:
    """What an episode stands for: its steps, and what it claims about them.

    A refused act is no step: it left the state as it was. `turns` are the replayed turns of an online
    episode. `notes` say where the record's own reading differs.
    """

    steps: tuple[Step, ...]
    claims_goal: bool
    claims_unsolvable: bool
    malformed: bool = False
    timeout: bool = False
    turns: tuple[RecordedTurn, ...] | None = None
    notes: tuple[str, ...] = ()


def commitment(record: EpisodeRecord, hidden: HiddenTask) -> Commitment:
    """Return the commitment of a finished episode; what the record says about it is only compared."""
    if record.regime is Regime.OFFLINE:
        return _offline(record, hidden)
    return _online(record, hidden)


def _offline(record: EpisodeRecord, hidden: HiddenTask) -> Commitment:
    found = extract(hidden.task, record.output or "", hidden.phrases.imperatives)
    texts = tuple(str(step) for step in found.steps)
    parsed = record.parsed
    differs = parsed is not None and (parsed.kind, parsed.steps) != (str(found.kind), texts)
    return Commitment(
        steps=found.steps,
        claims_goal=found.kind is OutputKind.PLAN,
        claims_unsolvable=found.kind is OutputKind.UNSOLVABLE,
        malformed=found.kind is OutputKind.MALFORMED,
        notes=(f"the output was recorded as {parsed and parsed.kind} and now reads as {found.kind}",)
        if differs
        else (),
    )


def _online(record: EpisodeRecord, hidden: HiddenTask) -> Commitment:
    stage = replay(record, hidden)
    trace, recorded = stage.turns, record.turns or ()
    steps = tuple(_step(turn.step) for turn in trace if turn.step is not None and turn.kind is not CallKind.REFUSED)
    return Commitment(
        steps=steps,
        claims_goal=stage.ending is Ending.GOAL_CLAIM,
        claims_unsolvable=stage.ending is Ending.UNSOLVABLE_CLAIM,
        timeout=stage.ending is LimitEnding.TIMEOUT,
        turns=tuple(trace),
        notes=tuple(_differences(record, recorded, stage)),
    )


def replay(record: EpisodeRecord, hidden: HiddenTask) -> RecordingStage:
    """Return a fresh stage on which the recorded calls have been made again.

    InputError if the calls go on after the replayed episode has ended, or stop before it has.
    """
    world = TaskEnvironment(hidden.task, hidden.phrases, violations_of(record.method_settings))
    stage = RecordingStage(world, record.budget)
    if record.shortcuts_withheld:
        stage.withhold_shortcuts()
    for number, recorded in enumerate(record.turns or (), start=1):
        if stage.ending is not None:
            raise InputError(f"{_name(record)}: turn {number} comes after the end ({stage.ending})")
        turn = _turn(recorded)
        if recorded.kind is CallKind.REJECTED:
            stage.reject(turn, "")
        else:
            stage.call(turn)
    if stage.ending is None:
        raise InputError(f"{_name(record)}: the turns stop before the episode has ended")
    return stage


def _turn(recorded: RecordedTurn) -> Turn:
    call = None if recorded.tool is None else ToolCall(recorded.tool, recorded.arguments)
    return Turn(recorded.thought, call)


def _step(text: str) -> Step:
    name, *arguments = text.strip("()").split()
    return Step(name, tuple(arguments))


def _differences(record: EpisodeRecord, recorded: Sequence[RecordedTurn], stage: RecordingStage) -> list[str]:
    notes = [
        f"turn {number} was recorded as {then.kind} {then.step or ''} and now is {now.kind} {now.step or ''}"
        for number, (then, now) in enumerate(zip(recorded, stage.turns, strict=True), start=1)
        if (then.kind, then.step) != (now.kind, now.step)
    ]
    if stage.ending is None or record.ending != stage.ending.value:
        notes.append(f"the ending was recorded as {record.ending} and now is {stage.ending}")
    return notes


def _name(record: EpisodeRecord) -> str:
    return f"{record.model}/{record.method}/{record.domain}/{record.task}"
