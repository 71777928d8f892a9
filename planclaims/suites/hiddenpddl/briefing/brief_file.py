"""The two briefs of a task as a file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from planclaims.episodes.strict_json import read_json
from planclaims.storage import write_whole


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """A place where a brief leaves something out or gives something away."""

    kind: str
    subject: str
    detail: str


@dataclass(frozen=True, slots=True)
class BriefFile:
    """What a planner is told, where it comes from, and what the audit found.

    `writer` names the model behind briefs of the source llm. A `failure` says why there are none to be used; then
    the episodes of the task are unscored.
    """

    domain_brief: str
    instance_brief: str
    source: str
    audit: tuple[AuditFinding, ...] = ()
    writer: str | None = None
    failure: str | None = None


def write_brief(path: Path, brief: BriefFile) -> None:
    """Write the briefs, whole or not at all."""
    write_whole(path, (json.dumps(asdict(brief), ensure_ascii=False, indent=1) + "\n").encode())


def read_brief(path: Path) -> BriefFile:
    """Return the briefs in the file; InputError in one line if it is broken."""
    return read_json(path, BriefFile)
