"""The record of an episode: everything said, done and spent, enough to judge it again without a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path

from planclaims.episodes.compact import compacted, expanded
from planclaims.episodes.strict_json import json_text, read_json
from planclaims.errors import InputError
from planclaims.seam import Answer, CallKind
from planclaims.storage import write_whole

FORMAT = 2
FIRST_FORMAT = 1
"""In which every call lists all the places of its messages, one a line."""
FIRST = "hiddenpddl"
"""The suite of records that name none: the study of the first paper."""
FAILED_SUFFIX = ".failed.json"
"""Ending of the side file that keeps what an episode had reached when the infrastructure failed."""


class Regime(StrEnum):
    """Whether a method hands in a whole plan or acts step by step."""

    OFFLINE = "offline"
    ONLINE = "online"


class RunOutcome(StrEnum):
    """Whether the episode could be played to its end; apart from what it is worth."""

    FINISHED = "finished"
    INFRASTRUCTURE_FAILURE = "infrastructure_failure"


@dataclass(frozen=True, slots=True)
class RecordedMessage:
    """One message, kept once however often it was sent."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """One model call; `messages` are places in the record's table of messages, which the file has as ranges.

    Tokens are None where none are known.
    """

    purpose: str
    messages: tuple[int, ...]
    temperature: float
    max_tokens: int
    reply: str
    finish_reason: str
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None
    seconds: float
    stored: bool


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """One unit of an agent's budget; `call` is the model call that proposed it.

    `kind` and `step`, the ground action of a well-formed act, say how the turn was taken when it was played; the judge
    takes it afresh, except that only the record knows which proposals a critic rejected. `parsed` of the record is
    likewise how the last output was read when the episode was played. `surplus_calls` counts the calls in the same
    reply that were not carried out; records from before they were counted have none.
    """

    call: int | None
    thought: str
    tool: str | None
    arguments: Mapping[str, object]
    kind: CallKind
    step: str | None
    observation: str
    surplus_calls: int = 0


@dataclass(frozen=True, slots=True)
class EpisodeRecord:
    """One episode of any suite; `turns` and `ending` are online only, `output` and `parsed` offline only.

    `domain` and `task` are the group and the name of the item that was played; `task_facts` is what the suite knew of
    it then, a number of calls as its `budget` where it was acted in. Records without a suite are of the first study.
    `model_identity` is what shaped the replies beyond the settings, such as the hashes of weights and runtime.
    """

    format: int
    model: str
    method: str
    regime: Regime
    domain: str
    task: str
    repeat: int
    model_settings: Mapping[str, object]
    model_identity: Mapping[str, object]
    method_settings: Mapping[str, object]
    reference: bool
    task_facts: Mapping[str, object]
    outcome: RunOutcome
    failure: str | None
    messages: tuple[RecordedMessage, ...]
    calls: tuple[RecordedCall, ...]
    output: str | None
    parsed: Answer | None
    turns: tuple[RecordedTurn, ...] | None
    ending: str | None
    suite: str = FIRST
    suite_version: int = 1
    condition: str = ""
    item_hash: str = ""

    @property
    def budget(self) -> int:
        """Return how many calls the agent had."""
        budget = self.task_facts["budget"]
        assert isinstance(budget, int)
        return budget

    @property
    def shortcuts_withheld(self) -> bool:
        """Return whether the agent was not offered the tools that end an episode past a review."""
        architecture = self.method_settings.get("architecture", self.method)
        return not self.method_settings.get("finish_tool", architecture != "critic")


def failed_path(path: Path) -> Path:
    """Return the side file of an episode that the infrastructure broke off."""
    return path.with_suffix(FAILED_SUFFIX)


def record_bytes(record: EpisodeRecord) -> bytes:
    """Return the record as JSON, the same bytes for equal records."""
    document = {field.name: getattr(record, field.name) for field in fields(record)}
    document["calls"] = compacted(record.calls)
    return f"{json_text(document)}\n".encode("utf-8", "backslashreplace")


def write_record(path: Path, record: EpisodeRecord) -> None:
    """Write the record, whole or not at all."""
    write_whole(path, record_bytes(record))


def load_record(path: Path) -> EpisodeRecord:
    """Return the record in the file, of this format or the first; InputError in one line if it is broken."""
    record = read_json(path, EpisodeRecord, _current)
    fault = _fault(record)
    if fault is not None:
        raise InputError(f"the record contradicts itself: {fault}", file=path)
    return record


def _current(document: object) -> object:
    """Return a document of any format that is read as one of this format, every call with all its places."""
    if not isinstance(document, dict):
        return document
    current = {**document, "calls": expanded(document.get("calls"))} if "calls" in document else document
    return {**current, "format": FORMAT} if document.get("format") == FIRST_FORMAT else current


def _fault(record: EpisodeRecord) -> str | None:
    online = record.regime is Regime.ONLINE
    finished = record.outcome is RunOutcome.FINISHED
    known = range(len(record.messages))
    checks = {
        f"its format is {record.format}, this version reads {FORMAT}": record.format != FORMAT,
        "an offline episode has turns": not online and record.turns is not None,
        "an online episode has no turns": online and record.turns is None,
        "a finished offline episode has no output": finished and not online and record.output is None,
        "a finished online episode has no ending": finished and online and record.ending is None,
        "a failure is named for a finished episode": finished and record.failure is not None,
        "an infrastructure failure is not named": not finished and not record.failure,
        "a call names a message that is not there": any(i not in known for c in record.calls for i in c.messages),
    }
    return next((text for text, broken in checks.items() if broken), None)
