"""A planning task as an offline strategy sees it: two briefs, and the reading of its output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planclaims.interfaces import ParsedOutput
from planclaims.language.extract import extract
from planclaims.semantics.task import Task


@dataclass(frozen=True)
class BriefedTask:
    """The prose of a task, with the hidden task behind it that outputs are read against."""

    domain_brief: str
    instance_brief: str
    task: Task
    imperatives: Mapping[str, Sequence[str]]

    def parse(self, text: str) -> ParsedOutput:
        """Return what a model's output says."""
        found = extract(self.task, text, self.imperatives)
        return ParsedOutput(found.kind, tuple(str(step) for step in found.steps), found.reason)
