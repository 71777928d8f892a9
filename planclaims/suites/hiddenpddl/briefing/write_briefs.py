"""The briefs of a task, written as a file together with their audit."""

from __future__ import annotations

from pathlib import Path

from planclaims.errors import ConfigError, InputError
from planclaims.language.audit import audit
from planclaims.language.briefs import Brief, checked_in_brief, template_brief
from planclaims.language.hidden_task import HiddenTask, read_hidden_task
from planclaims.suites.hiddenpddl.briefing.brief_file import AuditFinding, BriefFile, write_brief


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
