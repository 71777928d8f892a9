"""Reflexion within one episode: a lesson is drawn from every ill-formed call, and the actor has a memory of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from planclaims.online.loop import PROMPTS, ActorConfig, Episode, TurnReader, told
from planclaims.online.react import React
from planclaims.seam import CallKind, Purpose, Turn

NO_LESSONS = "none so far"


@dataclass(frozen=True, kw_only=True)
class ReflexionConfig(ActorConfig):
    """The settings of Reflexion; the bound on tokens of a lesson keeps it short."""

    reflect_max_tokens: int = 256


class Reflexion(React):
    """ReAct with a memory of lessons, which is a block of the actor's prompt from the first call on.

    The block stands at the end of the last message and is rendered anew with every call. So the actor's prompt
    differs from that of ReAct from the first call, and what comes before the block still only ever grows, so that
    prompt caches hold. An error that ends the episode teaches nobody, so no lesson is drawn from it.
    """

    config_type: ClassVar = ReflexionConfig

    def __init__(self, config: ReflexionConfig, read_turn: TurnReader) -> None:
        super().__init__(config, read_turn)
        self.reflect_max_tokens = config.reflect_max_tokens

    def next_turn(self, episode: Episode) -> str:
        """Return the actor's turn, asked for with the memory behind the latest observation."""
        lessons = "\n".join(f"- {lesson}" for lesson in episode.lessons) or NO_LESSONS
        *earlier, latest = episode.conversation
        reminded = told(PROMPTS.fill("reflexion/memory", observation=latest.content, lessons=lessons))
        return episode.ask_with((*earlier, reminded), Purpose.ACT, self.config.temperature, self.config.max_tokens)

    def respond(self, episode: Episode, turn: Turn) -> str:
        """Return the observation; if the call was ill-formed, a lesson joins the memory."""
        observation = episode.stage.call(turn)
        if observation.kind is CallKind.ILL_FORMED and episode.stage.ending is None:
            question = told(PROMPTS.fill("reflexion/reflect", observation=observation.text))
            lesson = episode.ask(Purpose.REFLECT, self.config.temperature, self.reflect_max_tokens, question)
            episode.lessons += (" ".join(lesson.split()),) if lesson.strip() else ()
        return observation.text
