"""Attempts with a memory: an answer, then rounds of looking for what may have gone wrong, and answering anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from planclaims.offline.asking import Asker, StrategyConfig
from planclaims.seam import Model, Purpose, Question


@dataclass(frozen=True, kw_only=True)
class MemoryConfig(StrategyConfig):
    """The settings of attempts with a memory: how many attempts."""

    rounds: int = 3


class Memory:
    """Have the question answered, then doubted in prose and answered again with the notes of all doubts so far.

    Nothing tells the model whether an attempt was right. A later attempt that repeats its predecessor ends the rounds.
    """

    config_type: ClassVar = MemoryConfig

    def __init__(self, config: MemoryConfig) -> None:
        self.config = config

    def answer(self, question: Question, model: Model) -> str:
        """Return the answer of the last attempt."""
        asker = Asker(question, model, self.config)
        given = asker.ask_answer("memory/attempt")
        notes: list[str] = []
        for _ in range(self.config.rounds - 1):
            notes.append(asker.ask(Purpose.REFLECT, "memory/doubt", given=given))
            remembered = "\n\n".join(f"Note {number}. {note.strip()}" for number, note in enumerate(notes, start=1))
            previous, given = given, asker.ask_answer("memory/retry", given=given, notes=remembered)
            if question.read(previous).same(question.read(given)):
                break
        return given
