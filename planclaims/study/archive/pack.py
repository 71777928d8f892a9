"""A study packed: configuration, tasks, briefs, records, stored replies, and all that was made of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from planclaims.errors import InputError
from planclaims.storage import write_whole
from planclaims.study.archive.container import write_container
from planclaims.study.archive.manifest import NAME, digest, manifest, manifest_bytes
from planclaims.study.experiment import Experiment, canonical

CONFIG = "config.json"
"""What a run was asked to play: the merged configuration, kept in its folder."""
FOLDERS = ("episodes", "tasks", "briefs", "replies", "tables", "figures")
FILES = (CONFIG, "episodes.csv", "episodes.parquet", "report.html", "spending.jsonl")
RESULTS, DOMAINS = "results", "domains"


def keep_config(results: Path, config: Mapping[str, Any]) -> None:
    """Keep the merged configuration of a run in its folder; it holds no key, only the names of their variables."""
    path, content = results / CONFIG, (canonical(config) + "\n").encode()
    if not path.exists() or path.read_bytes() != content:
        write_whole(path, content)


def kept_config(results: Path) -> dict[str, Any]:
    """Return the configuration of the last run in a folder; InputError if none is kept."""
    path = results / CONFIG
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise InputError("there is no configuration of a run; run the study first", file=path) from None
    return found


def pack(experiment: Experiment, results: Path, domains: Path, output: Path) -> int:
    """Return how many files were packed into the archive; InputError if an episode of the study was not played."""
    absent = [key.path for key in experiment.episodes() if not (results / "episodes" / f"{key.path}.json").exists()]
    if absent:
        raise InputError(
            f"{len(absent)} episodes of the study have not been played, such as {absent[0]}; run the study first",
            file=results,
        )
    files = dict(sorted(_files(experiment, results, domains)))
    hashes = {name: digest(path.read_bytes()) for name, path in files.items()}
    head = (NAME, manifest_bytes(manifest(experiment.config, hashes)))
    write_container(output, _members(head, files, hashes))
    return len(files)


def _members(
    head: tuple[str, bytes], files: Mapping[str, Path], hashes: Mapping[str, str]
) -> Iterator[tuple[str, bytes]]:
    yield head
    for name, path in files.items():
        content = path.read_bytes()
        if digest(content) != hashes[name]:
            raise InputError("changed while it was packed; wait for the run to end and start again", file=path)
        yield name, content


def _files(experiment: Experiment, results: Path, domains: Path) -> Iterator[tuple[str, Path]]:
    """Yield what is packed by its name in the archive; hidden files are nobody's result."""
    for domain in dict.fromkeys(domain for domain, _ in experiment.tasks):
        yield from _below(domains / domain, f"{DOMAINS}/{domain}")
    for name in FOLDERS:
        yield from _below(results / name, f"{RESULTS}/{name}")
    for name in FILES:
        if (results / name).is_file():
            yield f"{RESULTS}/{name}", results / name


def _below(folder: Path, name: str) -> Iterator[tuple[str, Path]]:
    for path in folder.rglob("*"):
        place = path.relative_to(folder)
        if path.is_file() and not any(part.startswith(".") for part in place.parts):
            yield f"{name}/{place.as_posix()}", path
