"""What all strategies share: their sampling settings, and how a call to the model is put."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from planclaims.interfaces import Message, Model, OfflineTask, Purpose, Request
from planclaims.prompts import PromptFolder

PROMPTS = PromptFolder(Path(__file__).parent / "prompts")


@dataclass(frozen=True, kw_only=True)
class StrategyConfig:
    """How a strategy samples: the same temperature and bound on output tokens for every call."""

    temperature: float = 0.0
    max_tokens: int = 4096


@dataclass(frozen=True)
class Asker:
    """A model to be asked about one task.

    Every call is a conversation of its own: the briefs as the system message, which is thus the same prefix of
    all calls (prompt caches hold it), then one question that quotes whatever earlier output it builds on.
    """

    task: OfflineTask
    model: Model
    config: StrategyConfig

    def ask(self, purpose: Purpose, prompt: str, *, temperature: float | None = None, **values: str) -> str:
        """Return the model's answer to the filled prompt."""
        question = PROMPTS.fill(prompt, **values)
        messages = (Message("system", self._context()), Message("user", question))
        chosen = self.config.temperature if temperature is None else temperature
        return self.model.reply(Request(messages, purpose, chosen, self.config.max_tokens)).text

    def ask_plan(self, prompt: str, **values: str) -> str:
        """Return the model's answer to a prompt that ends in the output contract."""
        return self.ask(Purpose.PLAN, prompt, temperature=None, output_contract=output_contract(), **values)

    def _context(self) -> str:
        return PROMPTS.fill(
            "shared/context", domain_brief=self.task.domain_brief, instance_brief=self.task.instance_brief
        )


def output_contract() -> str:
    """Return the form that the last output of every strategy must have (protocol 4)."""
    return PROMPTS.fill("shared/output_contract")
