"""A planning task as a question: two briefs, and the reading of outputs as a plan, UNSOLVABLE or malformed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from planclaims.language.hidden_task import HiddenTask
from planclaims.language.reading.extract import Extraction, extract
from planclaims.prompts import fill_text, read_wording
from planclaims.seam import Answer
from planclaims.suites.hiddenpddl.critic import fault_of

WORDING = read_wording(Path(__file__).parent / "texts/question.toml")


def briefed_wording(domain_brief: str, instance_brief: str) -> Mapping[str, str]:
    """Return the words for planning tasks, with the two briefs as their context."""
    context = fill_text(WORDING["context"], domain_brief=domain_brief, instance_brief=instance_brief)
    return {**WORDING, "context": context}


@dataclass(frozen=True)
class BriefedTask:
    """The prose of a task, with the hidden task behind it that outputs are read against."""

    domain_brief: str
    instance_brief: str
    hidden: HiddenTask

    @property
    def wording(self) -> Mapping[str, str]:
        """Return the words for planning tasks, with the briefs as their context."""
        return briefed_wording(self.domain_brief, self.instance_brief)

    def fault(self, text: str, detail: str) -> str | None:
        """Return what the validator finds wrong with an output, in prose; None if nothing, or if it cannot tell."""
        return fault_of(self.hidden, self._extracted(text), detail)

    def _extracted(self, text: str) -> Extraction:
        return extract(self.hidden.task, text, self.hidden.phrases.imperatives)

    def read(self, text: str) -> Answer:
        """Return what a model's output says."""
        found = self._extracted(text)
        return Answer(str(found.kind), tuple(str(step) for step in found.steps), found.reason)
