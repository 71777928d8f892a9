"""One episode as the viewer shows it: plain data that refers to the task's tables of texts and clauses."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from planclaims.episodes.record import EpisodeRecord
from planclaims.language.hidden_task import HiddenTask
from planclaims.report.page.packing import TextTable
from planclaims.report.viewer.clauses import ClauseTable
from planclaims.report.viewer.conversation import Place, conversation
from planclaims.report.viewer.reasons import broken_rule, missed_conditions, reached_conditions, unmet_requirements
from planclaims.report.viewer.trace import ShownTurn, Trace
from planclaims.report.viewer.verdict import Row, spoken, verdict

View = dict[str, Any]


@dataclass(frozen=True)
class TaskTables:
    """What the episodes of one task share: the hidden task, the clauses of its states, all longer texts."""

    hidden: HiddenTask
    clauses: ClauseTable
    texts: TextTable


def episode_view(row: Row, record: EpisodeRecord, trace: Trace, tables: TaskTables) -> View:
    """Return the data of an episode; its longer texts enter the table of texts."""
    hidden, clauses, place = tables.hidden, tables.clauses, tables.texts.place
    return {
        "verdict": verdict(row, record, trace),
        "calls": conversation(record, place),
        "turns": None if trace.turns is None else [_turn(turn, place) for turn in trace.turns],
        "steps": [spoken(str(step)) for step in trace.steps],
        "moves": [clauses.move(before, after) for before, after in pairwise(trace.report.trace)],
        "failed_step": trace.report.failed_step,
        "unmet": unmet_requirements(trace, hidden),
        "rule": broken_rule(trace, hidden),
        "reached": reached_conditions(trace, hidden),
        "missed": missed_conditions(trace, hidden),
        "parsed": None if record.parsed is None else {"kind": str(record.parsed.kind), "reason": record.parsed.reason},
        "facts": {"optimal_length": record.task_facts["optimal_length"], "budget": record.budget},
        "settings": place(_settings(record)),
    }


def _turn(turn: ShownTurn, place: Place) -> View:
    recorded = turn.recorded
    return {
        "call": recorded.call,
        "thought": place(recorded.thought),
        "tool": recorded.tool,
        "arguments": [[name, _argument(value)] for name, value in recorded.arguments.items()],
        "kind": str(turn.kind),
        "step": turn.step,
        "observation": place(recorded.observation),
    }


def _argument(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _settings(record: EpisodeRecord) -> str:
    """Return one line per setting; those of a model include what identifies it, such as hashes of its weights."""
    settings = {"model": {**record.model_settings, **record.model_identity}, "method": record.method_settings}
    return "\n".join(
        f"{owner} {name}: {_argument(value)}" for owner, own in settings.items() for name, value in own.items()
    )
