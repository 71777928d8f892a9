"""From the files of records to judged rows: every expected episode appears, scored or not."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from planclaims.analysis.table.row import EpisodeRow
from planclaims.episodes.key import EpisodeKey
from planclaims.episodes.record import EpisodeRecord, failed_path, load_record
from planclaims.errors import InputError
from planclaims.language.hidden_task import read_hidden_task
from planclaims.models.money.prices import Price, known_cost
from planclaims.suites.hiddenpddl.scoring.judge import judge
from planclaims.suites.hiddenpddl.task_facts import read_facts

LOG = logging.getLogger(__name__)
ABSENT = "the episode has not been played"
PAID = "litellm"
Entries = Mapping[str, Mapping[str, object]]


@dataclass(frozen=True)
class Sources:
    """The folders of records, of task facts and of domains; the models and methods of the configuration."""

    episodes: Path
    facts: Path
    domains: Path
    models: Entries
    methods: Entries


def collect(sources: Sources, expected: Sequence[str]) -> list[EpisodeRow]:
    """Return one row per expected episode, named as its record's place tells, in the order given.

    An episode without a record, or with a broken-off one, is unscored; a broken record is an InputError.
    """
    return [_row(sources, name) for name in dict.fromkeys(expected)]


def _row(sources: Sources, name: str) -> EpisodeRow:
    path = sources.episodes / f"{name}.json"
    broken_off = failed_path(path)
    if not path.exists() and not broken_off.exists():
        return _absent(sources, name)
    record = load_record(path if path.exists() else broken_off)
    if _name(record) != name:
        raise InputError("the record is of another episode", file=path, found=_name(record), allowed=name)
    return _judged(sources, record)


def _judged(sources: Sources, record: EpisodeRecord) -> EpisodeRow:
    folder = sources.domains / record.domain
    hidden = read_hidden_task(
        folder / "domain.pddl", folder / "problems" / f"{record.task}.pddl", folder / "domain.json"
    )
    facts = read_facts(sources.facts / record.domain / f"{record.task}.json")
    judged = judge(record, hidden, optimal_length=facts.optimal_length)
    for note in judged.notes:
        LOG.warning("%s: %s", _name(record), note)
    return priced(judged.row, sources.models.get(record.model, {}))


def priced(row: EpisodeRow, entry: Mapping[str, Any]) -> EpisodeRow:
    """Return a row whose cost is its tokens times the price in force, whatever was paid when they were used.

    The cost of a paid model without a price is not known, so it is missing and not zero.
    """
    if not row.scored or entry.get("kind") != PAID:
        return row
    if not entry.get("price"):
        return replace(row, cost_usd=None)
    return replace(row, cost_usd=known_cost(Price.from_settings(entry["price"]), row.input_tokens, row.output_tokens))


def _absent(sources: Sources, name: str) -> EpisodeRow:
    """Return the unscored row of an episode that has left no record; the configuration tells what it was."""
    key = EpisodeKey.of_path(name)
    settings = sources.models[key.model]
    return EpisodeRow(
        model=key.model,
        method=key.method,
        regime=str(sources.methods[key.method]["regime"]),
        domain=key.domain,
        task=key.task,
        repeat=key.repeat,
        reference=settings.get("kind") == "reference",
        constrained=bool(settings.get("grammar")),
        scored=False,
        failure=ABSENT,
    )


def _name(record: EpisodeRecord) -> str:
    return EpisodeKey(record.model, record.method, record.domain, record.task, record.repeat).path
