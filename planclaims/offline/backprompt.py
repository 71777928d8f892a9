"""Backprompting: a sound critic checks every answer, and the model tries again with what was wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from planclaims.offline.asking import Asker, StrategyConfig
from planclaims.seam import Checked, Model, Question

DETAIL: Mapping[str, str] = {"none": "binary", "binary": "binary", "first-error": "first", "all-errors": "all"}
"""What is asked of the critic for each kind of feedback; without feedback its verdict only ends the attempts."""


@dataclass(frozen=True, kw_only=True)
class BackpromptConfig(StrategyConfig):
    """The settings of backprompting: attempts at most, how much of the verdict is told, and of which attempts."""

    rounds: int = 5
    feedback: Literal["none", "binary", "first-error", "all-errors"] = "first-error"
    history: Literal["full", "last"] = "full"


@dataclass(frozen=True)
class Attempt:
    """An answer that was wrong, and what the critic said of it."""

    text: str
    fault: str


class Backprompt:
    """Ask for an answer, have it checked, and ask again with the latest attempts and their faults."""

    config_type: ClassVar = BackpromptConfig
    needs_critic: ClassVar = True
    """Questions must be able to tell what is wrong with an answer."""

    def __init__(self, config: BackpromptConfig) -> None:
        self.config = config

    def answer(self, question: Question, model: Model) -> str:
        """Return the first answer that the critic finds nothing wrong with, or the last one.

        Without feedback the same is asked again each time, so that the attempts are independent samples.
        TypeError for a question without a critic; a configuration that asks for that is refused beforehand.
        """
        if not isinstance(question, Checked):
            raise TypeError("backprompt needs questions that can tell what is wrong with an answer")
        asker = Asker(question, model, self.config)
        wrong: list[Attempt] = []
        text = asker.ask_answer("backprompt/answer")
        while len(wrong) + 1 < self.config.rounds:
            fault = question.fault(text, DETAIL[self.config.feedback])
            if fault is None:
                break
            wrong.append(Attempt(text, fault))
            text = self._again(asker, wrong)
        return text

    def _again(self, asker: Asker, wrong: list[Attempt]) -> str:
        """Return the next attempt, told of those before as the settings say."""
        if self.config.feedback == "none":
            return asker.ask_answer("backprompt/answer")
        shown = wrong if self.config.history == "full" else wrong[-1:]
        return asker.ask_answer("backprompt/again", attempts=_told(shown))


def _told(attempts: list[Attempt]) -> str:
    return "\n\n".join(f"ATTEMPT:\n{attempt.text.strip()}\n\nWHAT IS WRONG:\n{attempt.fault}" for attempt in attempts)
