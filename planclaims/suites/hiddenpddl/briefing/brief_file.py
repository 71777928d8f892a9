"""The two briefs of a task as a file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from planclaims.episodes.strict_json import read_json
from planclaims.errors import ConfigError, InputError
from planclaims.language.audit import audit
from planclaims.language.briefs import Brief, checked_in_brief, template_brief
from planclaims.storage import write_whole
from planclaims.suites.hiddenpddl.hidden_task import HiddenTask, read_hidden_task


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


def briefs_to_file(domain: Path, problem: Path, phrases: Path | None, output: Path, *, source: str) -> None:
    """Write the briefs from the source; InputError, and no file, if they miss or leak anything."""
    hidden = read_hidden_task(domain, problem, phrases)
    brief = _brief(hidden, problem, phrases, source)
    findings = audit(hidden.task, hidden.phrases, brief)
    if findings:
        listed = "\n".join(f"  {finding.kind}: {finding.subject} ({finding.detail})" for finding in findings)
        raise InputError(f"the {source} briefs do not pass their audit:\n{listed}", file=problem)
    found = tuple(AuditFinding(finding.kind, finding.subject, finding.detail) for finding in findings)
    write_brief(output, BriefFile(brief.domain, brief.instance, source, found))


def _brief(hidden: HiddenTask, problem: Path, phrases: Path | None, source: str) -> Brief:
    if source == "template":
        return template_brief(hidden.task, hidden.phrases)
    if source != "checked-in":
        raise ConfigError("unknown source of briefs", found=repr(source), allowed="template, checked-in")
    brief = checked_in_brief(hidden.phrases, problem.stem)
    if brief is None:
        raise InputError(f"no checked-in briefs of task {problem.stem}", file=phrases)
    return brief
