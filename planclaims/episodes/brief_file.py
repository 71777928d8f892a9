"""The two briefs of a task as a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from planclaims.episodes.strict_json import read_json


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """A place where a brief leaves something out or gives something away."""

    kind: str
    subject: str
    detail: str


@dataclass(frozen=True, slots=True)
class BriefFile:
    """What a planner is told, where it comes from, and what the audit found."""

    domain_brief: str
    instance_brief: str
    source: str
    audit: tuple[AuditFinding, ...] = ()


def read_brief(path: Path) -> BriefFile:
    """Return the briefs in the file; InputError in one line if it is broken."""
    return read_json(path, BriefFile)
