"""Backprompting: a sound critic checks every answer, and the model tries again with what was wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from planclaims.offline.asking import Asker, StrategyConfig
from planclaims.seam import Checked, Model, Question


@dataclass(frozen=True, kw_only=True)
class BackpromptConfig(StrategyConfig):
    """The settings of backprompting: attempts at most, how much the critic tells, and how many attempts it recalls."""

    attempts: int = 10
    detail: Literal["binary", "first", "all"] = "first"
    recalled: int = 10


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

        TypeError for a question without a critic; a configuration that asks for that is refused beforehand.
        """
        if not isinstance(question, Checked):
            raise TypeError("backprompt needs questions that can tell what is wrong with an answer")
        asker = Asker(question, model, self.config)
        attempts: list[Attempt] = []
        text = asker.ask_answer("backprompt/answer")
        while len(attempts) + 1 < self.config.attempts:
            fault = question.fault(text, self.config.detail)
            if fault is None:
                break
            attempts.append(Attempt(text, fault))
            text = asker.ask_answer("backprompt/again", attempts=_told(attempts[-self.config.recalled :]))
        return text


def _told(attempts: list[Attempt]) -> str:
    return "\n\n".join(f"ATTEMPT:\n{attempt.text.strip()}\n\nWHAT IS WRONG:\n{attempt.fault}" for attempt in attempts)
