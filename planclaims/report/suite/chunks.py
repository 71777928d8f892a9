"""The episodes of a suite in chunks that are unpacked when a reader wants one: all episodes of some items together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from planclaims.report.packing import packed
from planclaims.report.suite.item_view import Tables, View, item_view
from planclaims.suites.chunk import Chunk, read_records
from planclaims.suites.contract import Item
from planclaims.suites.outputs import chunk_at
from planclaims.suites.study import ChunkKey, SuiteStudy

EPISODES_TOGETHER = 300
RowKey = tuple[str, str, str, str, str, int]
"""Model, method, condition, group, item, repeat: what tells a row from all others."""


@dataclass(frozen=True, slots=True)
class PackedChunk:
    """Some episodes in letters, and the keys of their rows."""

    letters: str
    keys: tuple[RowKey, ...]


def packed_chunks(study: SuiteStudy, episodes: Path) -> Iterator[PackedChunk]:
    """Yield all episodes that left a record, by group and item, from the records in the folder."""
    groups: dict[str, list[tuple[ChunkKey, Chunk]]] = {}
    for key in study.chunks():
        groups.setdefault(key.group, []).append((key, chunk_at(study, key)))
    for jobs in groups.values():
        items = list({item.name: item for _, chunk in jobs for item in chunk.items}.values())
        together = max(1, EPISODES_TOGETHER // len(jobs))
        for start in range(0, len(items), together):
            yield _packed(jobs, items[start : start + together], episodes)


def _packed(jobs: list[tuple[ChunkKey, Chunk]], items: Sequence[Item], episodes: Path) -> PackedChunk:
    names = {item.name for item in items}
    tables = Tables()
    views: dict[RowKey, View] = {}
    for key, chunk in jobs:
        mine = replace(chunk, items=[item for item in chunk.items if item.name in names])
        views |= _views(key, mine, episodes, tables)
    data = {
        "texts": tables.texts.texts,
        "blocks": tables.blocks,
        "episodes": {"/".join(map(str, key)): view for key, view in views.items()},
    }
    return PackedChunk(packed(data), tuple(views))


def _views(key: ChunkKey, chunk: Chunk, episodes: Path, tables: Tables) -> Mapping[RowKey, View]:
    """Return the views of a job's items; a record of another item of the same name is none of them."""
    records = read_records(chunk, episodes / key.path)
    items: Mapping[str, Item] = {item.name: item for item in chunk.items}
    return {
        (key.model, key.method, key.condition, key.group, name, key.repeat): item_view(
            chunk.suite, items[name], record, tables
        )
        for name, record in records.items()
        if record is not None and record.item_hash == items[name].hash
    }
