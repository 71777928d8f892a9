"""What each attempt of a method is worth whose attempts a validator checks."""

from __future__ import annotations

from typing import Any

from planclaims.episodes.method import behind
from planclaims.episodes.record import EpisodeRecord, Regime
from planclaims.language.hidden_task import HiddenTask
from planclaims.language.reading.extract import OutputKind, extract
from planclaims.seam import Purpose
from planclaims.semantics.validation import Status, validate

CHECKED = "backprompt"
"""The strategy whose attempts are checked; each is a call for a plan."""


def round_measures(record: EpisodeRecord, hidden: HiddenTask, *, solvable: bool) -> dict[str, Any]:
    """Return the attempts of the episode and which succeeded first; nothing for other methods."""
    if record.regime is not Regime.OFFLINE or _behind(record) != CHECKED:
        return {}
    from planclaims.offline.backprompt import BackpromptConfig

    attempts = [call.reply for call in record.calls if call.purpose == Purpose.PLAN]
    worth = (place for place, text in enumerate(attempts, start=1) if succeeds(text, hidden, solvable=solvable))
    settings = record.method_settings
    return {
        "rounds": settings.get("rounds", BackpromptConfig.rounds),
        "feedback": settings.get("feedback", BackpromptConfig.feedback),
        "attempts": len(attempts),
        "solved_at": next(worth, None),
    }


def succeeds(text: str, hidden: HiddenTask, *, solvable: bool) -> bool:
    """Return whether an output would be a success: a valid plan, or UNSOLVABLE where there is none."""
    found = extract(hidden.task, text, hidden.phrases.imperatives)
    if found.kind is OutputKind.UNSOLVABLE:
        return not solvable
    return found.kind is OutputKind.PLAN and validate(hidden.task, found.steps).status is Status.VALID


def _behind(record: EpisodeRecord) -> str:
    return behind(record.method, {**record.method_settings, "regime": record.regime})
