"""All episodes of one task in one chunk, so that their briefs, states, prompts and observations are kept once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from planclaims.episodes.record import EpisodeRecord, load_record
from planclaims.errors import InputError
from planclaims.language.hidden_task import HiddenTask, read_hidden_task
from planclaims.language.prose.describe import NOTHING_ELSE, goal_lines
from planclaims.report.page.packing import TextTable
from planclaims.report.viewer.clauses import ClauseTable
from planclaims.report.viewer.episode_view import TaskTables, episode_view
from planclaims.report.viewer.reasons import broken_rule
from planclaims.report.viewer.trace import Trace, trace
from planclaims.report.viewer.verdict import Row
from planclaims.suites.hiddenpddl.briefing.brief_file import read_brief

EpisodeId = tuple[str, str, str, str, int]
"""Model, method, domain, task, repeat."""


@dataclass(frozen=True)
class TaskChunk:
    """The data of a task's episodes, and the requirement that each failed one broke first, in prose."""

    domain: str
    task: str
    data: Mapping[str, Any]
    broken: Mapping[EpisodeId, str] = field(default_factory=dict)


def task_chunk(files: Sequence[Path], rows: Mapping[EpisodeId, Row], domains: Path, brief: Path | None) -> TaskChunk:
    """Return the chunk of the records in the files, which must be episodes of one task and stand in the table."""
    records = [_known(load_record(path), path, rows) for path in files]
    domain, task = records[0].domain, records[0].task
    folder = domains / domain
    hidden = read_hidden_task(folder / "domain.pddl", folder / "problems" / f"{task}.pddl", folder / "domain.json")
    traces = [trace(record, hidden) for record in records]
    played = list(zip(records, traces, strict=True))
    broken = ((episode_id(record), broken_rule(found, hidden)) for record, found in played)
    data = _data(played, rows, hidden, brief)
    return TaskChunk(domain, task, data, {key: rule for key, rule in broken if rule is not None})


def episode_id(record: EpisodeRecord) -> EpisodeId:
    """Return what tells the episode from all others."""
    return record.model, record.method, record.domain, record.task, record.repeat


def _known(record: EpisodeRecord, path: Path, rows: Mapping[EpisodeId, Row]) -> EpisodeRecord:
    if episode_id(record) not in rows:
        raise InputError("the episodes table has no row of this episode", file=path)
    return record


def _data(
    played: Sequence[tuple[EpisodeRecord, Trace]],
    rows: Mapping[EpisodeId, Row],
    hidden: HiddenTask,
    brief: Path | None,
) -> dict[str, Any]:
    initial = hidden.task.initial
    clauses = ClauseTable(hidden, [initial, *(state for _, found in played for state in found.report.trace)])
    tables = TaskTables(hidden, clauses, TextTable())
    briefs = None if brief is None else read_brief(brief)
    episodes = {
        "/".join((record.model, record.method, str(record.repeat))): episode_view(
            rows[episode_id(record)], record, found, tables
        )
        for record, found in played
    }
    return {
        "briefs": None if briefs is None else [briefs.domain_brief, briefs.instance_brief],
        "goal": goal_lines(hidden.task, hidden.phrases),
        "nothing_else": NOTHING_ELSE,
        "initial": clauses.state(initial),
        "clauses": clauses.texts,
        "texts": tables.texts.texts,
        "episodes": episodes,
    }
