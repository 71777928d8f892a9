"""What all architectures share: the instruction, the settings, and the loop of turns and observations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from planclaims.interfaces import Environment, Message, Model, Purpose, Request, Tool, Turn
from planclaims.prompts import PromptFolder

PROMPTS = PromptFolder(Path(__file__).parent / "prompts")
SILENCE = "(nothing was written)"
"""Stands for an empty reply, because some model services refuse an empty message."""

TurnReader = Callable[[str], Turn]
"""How a turn is read from text; given to the architectures, which know nothing of the world's language."""


@dataclass(frozen=True, kw_only=True)
class ActorConfig:
    """How an actor samples, and whether the episode offers it the tool `finish`."""

    temperature: float = 0.0
    max_tokens: int = 1024
    finish_tool: bool = True


@dataclass
class Episode:
    """An environment, a model that acts in it, their conversation, and the lessons drawn from it.

    The conversation only ever grows at its end, and side questions are put after its end without becoming part
    of it, so every call repeats an earlier one from the start and prompt caches hold.
    """

    environment: Environment
    model: Model
    conversation: tuple[Message, ...]
    lessons: tuple[str, ...] = ()

    def ask(self, purpose: Purpose, temperature: float, max_tokens: int, *aside: Message) -> str:
        """Return the model's reply to the conversation, followed by messages that are not kept."""
        return self.ask_with((*self.conversation, *aside), purpose, temperature, max_tokens)

    def ask_with(self, messages: tuple[Message, ...], purpose: Purpose, temperature: float, max_tokens: int) -> str:
        """Return the model's reply to messages that take the conversation's place for this once."""
        return self.model.reply(Request(messages, purpose, temperature, max_tokens)).text

    def keep(self, *messages: Message) -> None:
        """Append messages to the conversation for good."""
        self.conversation += messages


def begin(environment: Environment, model: Model) -> Episode:
    """Return an episode in which the actor has its instruction and nothing has happened yet."""
    instruction = PROMPTS.fill("shared/instruction", tools=tool_list(environment.tools))
    opening = (Message("system", instruction), Message("user", PROMPTS.fill("shared/start")))
    return Episode(environment, model, opening)


def said(text: str) -> Message:
    """Return a reply of the model as a message of the conversation."""
    return Message("assistant", text.strip() or SILENCE)


def told(text: str) -> Message:
    """Return what the model is told as a message of the conversation."""
    return Message("user", text)


def tool_list(tools: Sequence[Tool]) -> str:
    """Return the tools with their arguments, as the instruction lists them."""
    lines: list[str] = []
    for tool in tools:
        lines.append(f"- {tool.name}({', '.join(tool.arguments)}): {tool.description}")
        lines += [f"    {name}: {meaning}" for name, meaning in tool.arguments.items()]
    return "\n".join(lines)
