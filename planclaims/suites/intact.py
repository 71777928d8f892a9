"""Whether the records beside a job's list are still those that were played: none is missing and none was changed.

The output of a suite's job is the list of its items; Snakemake sees nothing of the records in the folder beside it. So
a job notes size, time and hash of each of its records, and the next run plays again what no longer fits.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from planclaims.analysis.formats.markup import plural
from planclaims.storage import storing, write_whole

NOTED = ".records"
"""The file beside the records that says how they were when their job ended."""
SHOWN = 10
"""How many names are told."""


def note_records(folder: Path, names: Iterable[str]) -> None:
    """Note how the finished records of these items are; an item without one is noted to have none."""
    noted = {name: _mark(folder / f"{name}.json") for name in names}
    write_whole(folder / NOTED, json.dumps(noted).encode())


def forget_changed(folder: Path) -> None:
    """Remove the records that are not as they were noted, so that they are played again, and then the note itself.

    A job that is killed thus leaves no note that is older than its records.
    """
    with storing(folder):
        for path in (*_changed(folder), folder / NOTED):
            path.unlink(missing_ok=True)


def damaged(output: Path) -> list[Path]:
    """Return what is amiss of a job whose list is there: the list itself, or records missing or changed since then."""
    if not output.exists():
        return []
    folder = output.with_suffix("")
    listed, noted = _read(output), _read(folder / NOTED)
    if listed is None or noted is None or listed.keys() != noted.keys():
        return [output]
    return _changed(folder)


def damage_text(suite: str, amiss: Sequence[Path]) -> str:
    """Return what is said of records that are played again, nothing if there are none."""
    if not amiss:
        return ""
    one = len(amiss) == 1
    told = ", ".join(map(str, amiss[:SHOWN])) + (f" and {len(amiss) - SHOWN:,} more" if len(amiss) > SHOWN else "")
    return (
        f"suite {suite}: {plural(len(amiss), 'file')} {'is' if one else 'are'} missing or damaged, and "
        f"{'is' if one else 'are'} made again; replies that are stored are not paid again: {told}"
    )


def _changed(folder: Path) -> list[Path]:
    noted = _read(folder / NOTED) or {}
    records = {folder / f"{name}.json": mark for name, mark in noted.items() if mark is not None}
    return [path for path, mark in records.items() if not _fits(path, mark)]


def _fits(path: Path, mark: Sequence[object]) -> bool:
    """Return whether the file is as it was; its bytes are read only if its time says otherwise, as after a copy."""
    try:
        found = path.stat()
        return [found.st_size, found.st_mtime_ns] == list(mark[:2]) or (
            found.st_size == mark[0] and _hash(path) == mark[2]
        )
    except (OSError, TypeError, LookupError):
        return False


def _mark(path: Path) -> list[int | str] | None:
    if not path.exists():
        return None
    found = path.stat()
    return [found.st_size, found.st_mtime_ns, _hash(path)]


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _read(path: Path) -> Mapping[str, Any] | None:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return document if isinstance(document, dict) else None
