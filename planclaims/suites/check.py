"""Does a suite keep the contract? For ours and for guests: items are opened, judged and played by the controls."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from planclaims.episodes.play import EpisodeSetup, Player, play
from planclaims.episodes.record import EpisodeRecord, record_bytes
from planclaims.suites.chunk import Chunk
from planclaims.suites.contract import SHARED, Asks, Draws, Enters, Explains, Item, Selects, Suite
from planclaims.suites.explanation import block_faults
from planclaims.suites.judging import check_judgement, row_of

METHODS: Mapping[str, Mapping[str, object]] = {"direct": {"regime": "offline"}, "react": {"regime": "online"}}
PATH_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
SHORTEST_SECRET = 6
"""Texts of the truth below this length may occur in any prose."""


def check_suite(suite: Suite, settings: Mapping[str, Any] | None = None, *, seed: int = 1) -> list[str]:
    """Return every breach of the contract that playing the suite's items shows, one line each; none if it is kept."""
    chosen = {**suite.defaults, **(settings or {})}
    items = suite.items(chosen)
    found = [*_declaration_faults(suite, chosen), *_key_faults(items, suite.items(chosen))]
    if not items:
        found.append("there are no items")
    for item in items:
        for condition in suite.conditions:
            if isinstance(suite, Selects) and not suite.plays(item.group, condition):
                continue
            found += _opening_faults(suite, item, condition)
            found += _control_faults(suite, item, condition, seed)
    return found


def _declaration_faults(suite: Suite, settings: Mapping[str, Any]) -> Iterator[str]:
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(suite.schema)
    yield from (f"the defaults break the schema: {error.message}" for error in validator.iter_errors(settings))
    if not list(validator.iter_errors({**settings, "a setting that nobody knows": 1})):
        yield "unknown settings are not refused: the schema needs additionalProperties: false"
    yield from (f"the name {name!r} of a table or figure fits into no path" for name in _misnamed(suite))
    if sum(column.verdict for column in suite.columns) > 1 or any(
        c.verdict and c.type != "truth" for c in suite.columns
    ):
        yield "the verdict must be one column of truths"
    names = [column.name for column in (*SHARED, *suite.columns)]
    yield from (f"the column {name} is declared twice" for name in sorted({n for n in names if names.count(n) > 1}))
    if not isinstance(suite, Asks | Enters):
        yield "the suite can neither be asked nor entered"
    if not suite.conditions:
        yield "there is no condition"
    if not suite.controls:
        yield "there is no control"


def _misnamed(suite: Suite) -> list[str]:
    drawn = suite.figures if isinstance(suite, Draws) else ()
    return [name for name in (*suite.tables, *drawn) if not PATH_NAME.fullmatch(name)]


def _key_faults(items: Sequence[Item], again: Sequence[Item]) -> Iterator[str]:
    keys = [item.key for item in items]
    yield from (f"the key {key} stands twice" for key in sorted({key for key in keys if keys.count(key) > 1}))
    if [item.hash for item in items] != [item.hash for item in again]:
        yield "the same settings give other items when asked again"


def _opening_faults(suite: Suite, item: Item, condition: str) -> Iterator[str]:
    """Yield what differs between two openings, and what of the truth is shown."""
    first, second = _shown(suite, item, condition), _shown(suite, item, condition)
    if first != second:
        yield f"{item.key}: opened twice under {condition}, it shows different texts"
    for secret in _texts(item.truth):
        if any(secret in text for text in first) and secret not in json.dumps(item.shown, ensure_ascii=False):
            yield f"{item.key}: what is shown under {condition} holds the truth {secret[:60]!r}"


def _shown(suite: Suite, item: Item, condition: str) -> list[str]:
    texts: list[str] = []
    if isinstance(suite, Asks):
        texts += suite.ask(item, condition).wording.values()
    if isinstance(suite, Enters):
        environment = suite.enter(item, condition)
        texts += [*environment.wording.values(), *(tool.description for tool in environment.tools)]
    return texts


def _texts(value: object) -> Iterator[str]:
    """Yield the longer texts within plain data."""
    if isinstance(value, str) and len(value) >= SHORTEST_SECRET:
        yield value
    elif isinstance(value, Mapping):
        yield from (text for part in value.values() for text in _texts(part))
    elif isinstance(value, list | tuple):
        yield from (text for part in value for text in _texts(part))


def _control_faults(suite: Suite, item: Item, condition: str, seed: int) -> Iterator[str]:
    for script, control in suite.controls.items():
        for method in _methods(suite):
            player = Player(script, {"kind": "reference", "script": script}, method, METHODS[method])
            chunk = Chunk(suite, player, condition, [item], seed)
            record = play(EpisodeSetup(chunk.opened(item), player), control.model(item, condition, seed))
            yield from _judging_faults(chunk, item, record, control.known(item))


def _methods(suite: Suite) -> list[str]:
    return ["direct"] * isinstance(suite, Asks) + ["react"] * isinstance(suite, Enters)


def _judging_faults(
    chunk: Chunk, item: Item, record: EpisodeRecord, known: Mapping[str, object] | None
) -> Iterator[str]:
    """Yield where judging is not pure, and where a control is not worth what it must be."""
    place = f"{item.key}: {chunk.player.model} with {chunk.player.method} under {chunk.condition}"
    before = record_bytes(record)
    if isinstance(chunk.suite, Explains):
        yield from (f"{place}: {fault}" for fault in block_faults(chunk.suite.explain(record, item)))
    judged = chunk.suite.judge(record, item)
    again = chunk.suite.judge(replace(record), item)
    if asdict(judged) != asdict(again):
        yield f"{place}: judging twice gives different values"
    if record_bytes(record) != before:
        yield f"{place}: judging changes the record"
    check_judgement(chunk.suite, item, judged)
    row = row_of(chunk, item, record)
    for name, value in (known or {}).items():
        if row.get(name) != value:
            yield f"{place}: {name} is {row.get(name)!r}, and must be {value!r}"
