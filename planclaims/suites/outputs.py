"""What comes out of a suite: its table of episodes, as CSV and Parquet, and its own tables."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from planclaims.analysis.formats.sheet import write_sheet
from planclaims.episodes.play import Player
from planclaims.errors import InputError
from planclaims.storage import write_whole
from planclaims.suites.chunk import Chunk, read_records
from planclaims.suites.judging import Row, frame_of, judged_rows
from planclaims.suites.study import ChunkKey, SuiteStudy


def chunk_at(study: SuiteStudy, key: ChunkKey, *, code: str = "") -> Chunk:
    """Return the job at a place of the study, to be played with code of that hash."""
    models, methods = study.config["models"], study.config["methods"]
    settings = {name: value for name, value in models[key.model].items() if name != "tasks"}
    player = Player(key.model, settings, key.method, methods[key.method], key.repeat)
    chosen = study.chosen(key.model, key.group)
    return Chunk(study.suite, player, key.condition, chosen, int(study.config["seed"]), code)


def rows_of(study: SuiteStudy, folder: Path) -> Iterator[Row]:
    """Yield a row for every episode that the configuration expects, scored or not, from the records in the folder."""
    for key in study.chunks():
        chunk = chunk_at(study, key)
        yield from judged_rows(chunk, read_records(chunk, folder / key.path))


def judge_suite(study: SuiteStudy, folder: Path, csv: Path, parquet: Path) -> None:
    """Judge the records in the folder and write one row per episode; needs no model."""
    frame = frame_of(study.suite, rows_of(study, folder))
    write_whole(csv, frame.to_csv(index=False, lineterminator="\n").encode("utf-8", "backslashreplace"))
    buffer = io.BytesIO()
    frame.to_parquet(buffer, engine="pyarrow", index=False)
    write_whole(parquet, buffer.getvalue())


def write_suite_table(study: SuiteStudy, table: str, episodes: Path, paths: Sequence[Path]) -> None:
    """Write one of the suite's tables from its table of episodes, in the formats that the paths end in."""
    import pandas as pd

    if table not in study.suite.tables:
        known = ", ".join(study.suite.tables)
        raise InputError(f"suite {study.suite.name} has no table {table!r}", allowed=known)
    write_sheet(study.suite.tables[table](pd.read_parquet(episodes)), paths)
