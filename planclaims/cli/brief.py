"""Print the two briefs of a task: what a planner is told, in prose, and nothing else.

Phrases are taken from the file domain.json next to the domain file; without one they are derived from names.
With --json: domain_brief, instance_brief, source, and audit, the facts that are missing or leaked.
A brief with findings of the audit counts as a negative verdict.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict

from planclaims.cli.files import print_json
from planclaims.cli.outcome import ExitCode
from planclaims.cli.task_files import add_task_arguments, read_phrases, read_task_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    add_task_arguments(parser)


def run(options: argparse.Namespace) -> ExitCode:
    """Return whether the briefs pass the audit, both printed."""
    from planclaims.language.audit import audit
    from planclaims.language.briefs import template_brief

    task = read_task_files(options)
    phrases = read_phrases(options, task)
    brief = template_brief(task, phrases)
    findings = audit(task, phrases, brief)
    if options.json:
        print_json(
            {
                "domain_brief": brief.domain,
                "instance_brief": brief.instance,
                "source": "template",
                "audit": [asdict(finding) for finding in findings],
            }
        )
    else:
        print(f"{brief.domain}\n\n{brief.instance}")
        for finding in findings:
            print(f"planclaims: audit: {finding.kind}: {finding.subject}: {finding.detail}", file=sys.stderr)
    return ExitCode.NEGATIVE if findings else ExitCode.POSITIVE
