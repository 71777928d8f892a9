"""What all architectures share: the instruction, the settings, and the loop of turns and observations.

What ends an episode, such as an action that is not applicable, is no affair of the loop: the environment of each suite
says so (`planclaims/suites/*/environment.py`), and the stage adds the budget of calls (`planclaims/episodes/stage.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from planclaims.prompts import PromptFolder, read_wording
from planclaims.seam import Message, Model, Purpose, Request, Stage, Tool, Turn

PROMPTS = PromptFolder(Path(__file__).parent / "prompts")
GENERAL = read_wording(Path(__file__).parent / "wording.toml")
"""What the prompts say about an environment that has no words of its own for a place."""
SILENCE = "(nothing was written)"
"""Stands for an empty reply, because some model services refuse an empty message."""

TurnReader = Callable[[str, Sequence[Tool]], Turn]
"""How a turn is read from text that calls one of the tools; given to the architectures, which know no language."""


@dataclass(frozen=True, kw_only=True)
class ActorConfig:
    """How an actor samples, and whether it is offered tools that end the episode past any review, such as `finish`."""

    temperature: float = 0.0
    max_tokens: int = 1024
    finish_tool: bool = True


@dataclass
class Episode:
    """A stage, a model that acts on it, their conversation, and the lessons drawn from it.

    The conversation only ever grows at its end, and side questions are put after its end without becoming part
    of it, so every call repeats an earlier one from the start and prompt caches hold.
    """

    stage: Stage
    model: Model
    conversation: tuple[Message, ...]
    lessons: tuple[str, ...] = ()

    def ask(self, purpose: Purpose, temperature: float, max_tokens: int, *aside: Message) -> str:
        """Return the model's reply to the conversation, followed by messages that are not kept."""
        return self.ask_with((*self.conversation, *aside), purpose, temperature, max_tokens)

    def ask_with(self, messages: tuple[Message, ...], purpose: Purpose, temperature: float, max_tokens: int) -> str:
        """Return the model's reply to messages that take the conversation's place for this once."""
        return self.model.reply(Request(messages, purpose, temperature, max_tokens)).text

    @cached_property
    def words(self) -> Mapping[str, str]:
        """Return the words for the world: its own, else the general ones."""
        return {**GENERAL, **self.stage.wording}

    def keep(self, *messages: Message) -> None:
        """Append messages to the conversation for good."""
        self.conversation += messages


def begin(stage: Stage, model: Model, config: ActorConfig) -> Episode:
    """Return an episode in which the actor has its instruction and nothing has happened yet."""
    if not config.finish_tool:
        stage.withhold_shortcuts()
    episode = Episode(stage, model, ())
    instruction = PROMPTS.fill("shared/instruction", episode.words, tools=tool_list(stage.tools))
    episode.keep(Message("system", instruction), Message("user", PROMPTS.fill("shared/start")))
    return episode


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
