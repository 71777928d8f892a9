"""What all strategies share: their sampling settings, and how a call to the model is put."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from planclaims.prompts import PromptFolder, read_wording
from planclaims.seam import Message, Model, Purpose, Question, Request

PROMPTS = PromptFolder(Path(__file__).parent / "prompts")
GENERAL = read_wording(Path(__file__).parent / "wording.toml")
"""What the strategies say about a question that has no words of its own for a place."""


@dataclass(frozen=True, kw_only=True)
class StrategyConfig:
    """How a strategy samples: the same temperature and bound on output tokens for every call."""

    temperature: float = 0.0
    max_tokens: int = 4096


@dataclass(frozen=True)
class Asker:
    """A model to be asked about one question.

    Every call is a conversation of its own: the question's context as the system message, which is thus the same
    prefix of all calls (prompt caches hold it), then one prompt that quotes whatever earlier output it builds on.
    """

    question: Question
    model: Model
    config: StrategyConfig

    @cached_property
    def words(self) -> Mapping[str, str]:
        """Return the words for the question: its own, else the general ones."""
        return {**GENERAL, **self.question.wording}

    def ask(self, purpose: Purpose, prompt: str, *, temperature: float | None = None, **values: str) -> str:
        """Return the model's answer to the filled prompt."""
        asked = PROMPTS.fill(prompt, self.words, **values)
        messages = (Message("system", self.words["context"]), Message("user", asked))
        chosen = self.config.temperature if temperature is None else temperature
        return self.model.reply(Request(messages, purpose, chosen, self.config.max_tokens)).text

    def ask_answer(self, prompt: str, **values: str) -> str:
        """Return the model's answer to a prompt that ends in the form of the answer."""
        return self.ask(Purpose.PLAN, prompt, temperature=None, **values)
