"""What comes out of a suite: its table of episodes, as CSV and Parquet, its own tables and its figures."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from planclaims.analysis.figures.drawing import in_style, save_figure
from planclaims.analysis.formats.sheet import Sheet, write_sheet
from planclaims.episodes.play import Player
from planclaims.errors import InputError
from planclaims.storage import write_whole
from planclaims.suites.chunk import Chunk, read_records
from planclaims.suites.contract import Draws, Suite
from planclaims.suites.judging import Row, frame_of, judged_rows
from planclaims.suites.study import ChunkKey, SuiteStudy


def chunk_at(study: SuiteStudy, key: ChunkKey, *, code: str = "") -> Chunk:
    """Return the job at a place of the study, to be played with code of that hash."""
    models, methods = study.config["models"], study.config["methods"]
    settings = {name: value for name, value in models[key.model].items() if name != "tasks"}
    player = Player(key.model, settings, key.method, methods[key.method], key.repeat)
    chosen = study.chosen(key.model, key.method, key.group)
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
    sheet = study.suite.tables[table](pd.read_parquet(episodes))
    write_sheet(replace(sheet, notes=(*sheet.notes, *model_notes(sheet, study.config["models"]))), paths)


def model_notes(sheet: Sheet, models: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield what a reader must know of the models that the table names: which are scripts, which write by a grammar."""
    shown = {text for row in sheet.rows for text in (*sheet.header, *row)}
    named = [name for name in models if name in shown]
    scripts = [name for name in named if models[name]["kind"] == "reference"]
    constrained = [name for name in named if models[name].get("grammar")]
    if scripts:
        yield f"Scripted controls, not language models: {', '.join(scripts)}."
    if constrained:
        yield f"Constrained decoding (replies forced into the format by a grammar): {', '.join(constrained)}."


def figure_names(suite: Suite) -> Sequence[str]:
    """Return the names of the suite's figures, if it draws any."""
    return list(suite.figures) if isinstance(suite, Draws) else []


def plot_suite_figure(study: SuiteStudy, figure: str, episodes: Path, paths: Mapping[str, Path]) -> None:
    """Draw one of the suite's figures from its table of episodes, in the common style, to a path per format."""
    import pandas as pd

    suite = study.suite
    if not isinstance(suite, Draws) or figure not in suite.figures:
        known = ", ".join(figure_names(suite)) or "none"
        raise InputError(f"suite {suite.name} has no figure {figure!r}", allowed=known)
    with in_style():
        save_figure(suite.figures[figure](pd.read_parquet(episodes)), paths)
