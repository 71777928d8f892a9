"""The two stages of briefs written by a model, as jobs of the pipeline.

Where no brief can be had, or none that may be used, the output says why: the task's episodes then stay unscored,
the rest of the run goes on, and the next run tries again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from planclaims.episodes.strict_json import read_json
from planclaims.episodes.unfinished import mark_failure
from planclaims.errors import InfrastructureError
from planclaims.language.audit import audit
from planclaims.language.briefs import Brief
from planclaims.language.hidden_task import read_hidden_task
from planclaims.models.build import build_model
from planclaims.models.money.spending import Ledger
from planclaims.models.replies.store import ReplyStore
from planclaims.seam import Model
from planclaims.storage import write_whole
from planclaims.suites.hiddenpddl.briefing.brief_file import AuditFinding, BriefFile, write_brief
from planclaims.suites.hiddenpddl.briefing.writing import MAX_TOKENS, Written, write_domain_brief, write_instance_brief

SOURCE = "llm"
USE = "use"


@dataclass(frozen=True)
class Writer:
    """The model that writes the briefs, by its name and entry; `draw` tells which of its texts for the same request."""

    name: str
    settings: Mapping[str, Any]
    draw: int
    results: Path
    ledger: Ledger

    @classmethod
    def of(cls, text: str, results: Path, ledger: Ledger) -> Writer:
        """Return the writer from name, entry and draw as the canonical JSON that the rules compare."""
        name, settings, draw = json.loads(text)
        return cls(name, settings, draw, results, ledger)

    def open(self) -> Model:
        """Return the model, its replies stored and paid for like those of episodes."""
        store = ReplyStore(self.results / "replies")
        return build_model(self.name, self.settings, store=store, repeat=self.draw, ledger=self.ledger)


@dataclass(frozen=True, slots=True)
class DomainBriefFile:
    """The brief of a domain as a file, or the reason why there is none."""

    domain_brief: str
    writer: str
    cut_off: bool = False
    failure: str | None = None


def domain_brief_job(output: Path, log: Path, writer: Writer, *, domain_file: Path) -> None:
    """Write the brief of a domain, asked for once per domain."""
    definition = domain_file.read_text(encoding="utf-8")
    written, failure = _had(lambda: write_domain_brief(definition, writer.open()))
    document = DomainBriefFile(written.text, writer.name, written.cut_off, failure)
    _tell(writer.results, output, log, [], failure)
    write_whole(output, (json.dumps(asdict(document), ensure_ascii=False, indent=1) + "\n").encode())


def briefs_job(
    output: Path,
    log: Path,
    writer: Writer,
    *,
    domain_file: Path,
    problem_file: Path,
    phrases_file: Path | None,
    domain_brief_file: Path,
    on_failed_audit: str,
) -> None:
    """Write both briefs of a task with what their audit found; those that fail it are to be used only if told so."""
    domain = read_json(domain_brief_file, DomainBriefFile)
    definition = problem_file.read_text(encoding="utf-8")
    instance, failure = Written("", False), domain.failure
    if failure is None:
        instance, failure = _had(lambda: write_instance_brief(definition, domain.domain_brief, writer.open()))
    findings: list[AuditFinding] = []
    if failure is None:
        hidden = read_hidden_task(domain_file, problem_file, phrases_file)
        found = audit(hidden.task, hidden.phrases, Brief(domain.domain_brief, instance.text))
        findings = [AuditFinding(one.kind, one.subject, one.detail) for one in found]
        findings += _cut_off(domain.cut_off, instance.cut_off)
        if findings and on_failed_audit != USE:
            found_there = f"{len(findings)} {'finding' if len(findings) == 1 else 'findings'} in {output}"
            failure = f"the briefs by {writer.name} fail their audit ({found_there})"
    _tell(writer.results, output, log, findings, failure)
    write_brief(output, BriefFile(domain.domain_brief, instance.text, SOURCE, tuple(findings), writer.name, failure))


def _had(write: Callable[[], Written]) -> tuple[Written, str | None]:
    """Return what was written, or nothing and why."""
    try:
        return write(), None
    except InfrastructureError as failure:
        return Written("", False), str(failure).splitlines()[0]


def _cut_off(domain: bool, instance: bool) -> Iterator[AuditFinding]:
    for which, cut in (("domain", domain), ("instance", instance)):
        if cut:
            yield AuditFinding("missing", f"the end of the {which} brief", f"it was cut off at {MAX_TOKENS} tokens")


def _tell(results: Path, output: Path, log: Path, findings: list[AuditFinding], failure: str | None) -> None:
    """Write the job's log, and mark an output that is to stand for a failure before it is there."""
    lines = [f"{one.kind}: {one.subject} ({one.detail})" for one in findings] + ([failure] if failure else [])
    write_whole(log, "".join(f"{line}\n" for line in lines).encode())
    if failure is not None:
        mark_failure(results, output, failure)
