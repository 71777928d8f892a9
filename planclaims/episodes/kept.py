"""Records kept while their episodes are played again, and what killed runs have left.

Snakemake deletes an output before its job starts. So a run begins by linking every record to a place beside; a job
that breaks off puts the earlier record back, and one that ends well forgets it. Links take no room; on a file system
without them the records are copied.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from planclaims.episodes.record import FAILED_SUFFIX, EpisodeRecord, RunOutcome, load_record
from planclaims.episodes.unfinished import is_marked
from planclaims.errors import InputError
from planclaims.storage import storing, try_lock

EPISODES, KEPT = "episodes", "kept"
LEFT_OVER = re.compile(
    r"\..+\.\d+-\d+\.tmp|\.[0-9a-f]{16}-\w{8}\.part|\.[0-9a-f]{64}\.part|\.alive-.+\.lock|\.spending-sum\.json\.\d+\.tmp",
    re.ASCII,
)
"""Names of hidden files that only we write, and that no finished process leaves."""


def keep_records(results: Path) -> None:
    """Keep every finished record beside its place, so that a job that plays it again can put it back."""
    for output in _records(results / EPISODES):
        if not is_marked(results, output):
            _keep(output, _kept(results, output))


def put_back(results: Path, output: Path, attempt: EpisodeRecord) -> bool:
    """Put the earlier record of an episode back in place of a broken-off one, and return whether there is one.

    Only a finished record of the same episode under the same settings and facts stands for it.
    """
    kept = _kept(results, output)
    try:
        earlier = load_record(kept)
    except InputError:
        return False
    if earlier.outcome is not RunOutcome.FINISHED or _played(earlier) != _played(attempt):
        return False
    with storing(output):
        output.parent.mkdir(parents=True, exist_ok=True)
    _keep(kept, output)
    return True


def forget_kept(results: Path, output: Path) -> None:
    """Forget the earlier record of an episode, now that the new one is whole."""
    with storing(output):
        _kept(results, output).unlink(missing_ok=True)


def clear_left_over(results: Path) -> int:
    """Remove the hidden files that killed runs have left and return how many; only for who holds the folder."""
    count = 0
    with storing(results):
        for folder, _, names in os.walk(results):
            for name in names:
                if name.startswith(".") and LEFT_OVER.fullmatch(name):
                    count += _removed(Path(folder, name))
    return count


def _removed(path: Path) -> bool:
    """Remove a hidden file unless a process still has it locked, such as a job that outlived its run."""
    try:
        with path.open("r+b") as file:
            if not try_lock(file, path):
                return False
            path.unlink()
    except FileNotFoundError:
        return False
    return True


def _records(folder: Path) -> Iterator[Path]:
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".json") and not name.endswith(FAILED_SUFFIX) and not name.startswith("."):
                yield Path(place, name)


def _kept(results: Path, output: Path) -> Path:
    return results / KEPT / output.relative_to(results)


def _keep(source: Path, target: Path) -> None:
    """Have the file at the target too, as a link or, where there are none, as a copy."""
    with storing(target):
        if target.exists():
            known, new = target.stat(), source.stat()
            same = (known.st_size, known.st_mtime_ns) == (new.st_size, new.st_mtime_ns)
            if os.path.samestat(known, new) or same:
                return
        target.parent.mkdir(parents=True, exist_ok=True)
        hidden = target.with_name(f".{target.name}.{os.getpid()}-0.tmp")
        hidden.unlink(missing_ok=True)
        try:
            os.link(source, hidden)
        except OSError:
            shutil.copy2(source, hidden)
        hidden.replace(target)


def _played(record: EpisodeRecord) -> tuple[object, ...]:
    """Return what an episode is of, apart from the code and the prompts that it was played with."""
    name = (record.model, record.method, record.domain, record.task, record.repeat)
    return *name, record.model_settings, record.method_settings, record.task_facts
