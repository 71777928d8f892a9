"""The questions of the suites: seconds to make them, per question played, and to judge 10,000 answers.

The sets are those of the shipped configuration with every scripted control; the judging is repeated to 10,000 answers.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import yaml

from bench.figure import Figure
from bench.process import ROOT
from planclaims.episodes.record import load_record
from planclaims.suites.chunk import play_chunk
from planclaims.suites.entry import read_suite
from planclaims.suites.outputs import chunk_at
from planclaims.suites.study import SuiteStudy

SUITES = ("planbench", "competence")
AIMS = {"planbench": 60.0, "competence": 40.0}
"""Seconds for 10,000 answers: a minute, and two minutes for 30,000."""
PLAYED = 10_000


def figures() -> list[Figure]:
    """Return the figures of every suite."""
    with tempfile.TemporaryDirectory() as folder:
        return [figure for name in SUITES for figure in _suite(name, Path(folder))]


def _suite(name: str, folder: Path) -> list[Figure]:
    config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    study = read_suite(name, config, ROOT, folder)
    start = time.process_time()
    for batch in study.batches:
        study.make_batch(batch)
    questions = sum(len(study.items(group)) for group in study.groups)
    made = time.process_time() - start
    scripted = [key for key in study.chunks() if config["models"][key.model]["kind"] == "reference"]
    start = time.process_time()
    played = 0
    for key in scripted:
        chunk = chunk_at(study, key)
        play_chunk(chunk, folder / name / "episodes" / key.path, folder, None)
        played += len(chunk.items)
    each = 1e3 * (time.process_time() - start) / played
    judged = _judging(study, scripted, folder / name / "episodes", played)
    return [
        Figure("suites", f"{name}: make {questions:,} questions with their keys", "CPU s", made),
        Figure("suites", f"{name}: play a question, {played:,} of scripts", "CPU ms", each, aim=5.0),
        Figure("suites", f"{name}: judge {PLAYED:,} answers", "CPU s", judged, aim=AIMS[name]),
    ]


def _judging(study: SuiteStudy, scripted: list, folder: Path, played: int) -> float:  # type: ignore[type-arg]
    """Return the seconds that judging so many answers takes, from those that were played, again and again."""
    pairs = []
    for key in scripted:
        chunk = chunk_at(study, key)
        pairs += [(load_record(folder / key.path / f"{item.name}.json"), item) for item in chunk.items]
    assert len(pairs) == played
    start = time.process_time()
    for number in range(PLAYED):
        record, item = pairs[number * 7919 % played]
        study.suite.judge(record, item)
    return time.process_time() - start
