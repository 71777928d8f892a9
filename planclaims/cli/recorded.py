"""Episodes by name: the record that MODEL/METHOD/DOMAIN/TASK names in a results folder, and the task behind it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from planclaims.episodes.record import EpisodeRecord
    from planclaims.language.hidden_task import HiddenTask

PARTS = ("model", "method", "domain", "task")


def record_path(name: str, results: Path) -> Path:
    """Return the file of the record: the one that is named, or the episode of that name in the results folder.

    InputError, with the names that are there, if there is no such episode.
    """
    path = Path(name)
    if path.exists() or path.suffix == ".json":
        return path
    parts = name.strip("/").split("/")
    if len(parts) not in (len(PARTS), len(PARTS) + 1):
        raise InputError(
            "no such file, and no name of an episode",
            found=name,
            allowed="a record's path, or MODEL/METHOD/DOMAIN/TASK",
        )
    if len(parts) > len(PARTS):
        parts[len(PARTS) - 1 :] = [f"{parts[-2]}.repeat{parts[-1]}" if parts[-1] != "0" else parts[-2]]
    folder = results / "episodes"
    if not folder.is_dir():
        raise InputError("there are no episodes here; name the results folder with --results", file=folder)
    for kind, part in zip(PARTS, parts, strict=True):
        known = sorted({one.name.removesuffix(".json") for one in folder.iterdir()})
        if part not in known:
            raise InputError(
                f"no {kind} {part!r}{did_you_mean(part, known)}", file=folder, allowed=", ".join(known) or "none yet"
            )
        folder /= part
    return folder.with_name(f"{folder.name}.json")


def hidden_task_of(record: EpisodeRecord, domains: Path) -> HiddenTask:
    """Return the task of a record of the first study; InputError, saying what to do, if its files are not there."""
    from planclaims.episodes.record import FIRST
    from planclaims.language.hidden_task import read_hidden_task

    if record.suite != FIRST:
        raise InputError(
            f"the episode is of the suite {record.suite}, whose verdicts stand in its report and its episodes table"
        )
    folder = domains / record.domain
    problem = folder / "problems" / f"{record.task}.pddl"
    if not problem.exists() or not (folder / "domain.pddl").exists():
        raise InputError("the task is not there; name the folder of domains with --domains", file=problem)
    return read_hidden_task(folder / "domain.pddl", problem, folder / "domain.json")
