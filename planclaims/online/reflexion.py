"""Reflexion within one episode: a lesson is drawn from every ill-formed call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from planclaims.interfaces import CallKind, Purpose, Turn
from planclaims.online.loop import PROMPTS, ActorConfig, Episode, TurnReader, told
from planclaims.online.react import React


@dataclass(frozen=True, kw_only=True)
class ReflexionConfig(ActorConfig):
    """The settings of Reflexion; the bound on tokens of a lesson keeps it short."""

    reflect_max_tokens: int = 256


class Reflexion(React):
    """ReAct with a memory of lessons.

    The memory is the conversation itself: a lesson is told together with the error it was drawn from, and since
    nothing is ever removed, the actor sees it for the rest of the episode. An error that ends the episode
    teaches nobody, so none is drawn from it.
    """

    config_type: ClassVar = ReflexionConfig

    def __init__(self, config: ReflexionConfig, read_turn: TurnReader) -> None:
        super().__init__(config, read_turn)
        self.reflect_max_tokens = config.reflect_max_tokens

    def respond(self, episode: Episode, turn: Turn) -> str:
        """Return the observation, with a lesson if the call was ill-formed."""
        observation = episode.environment.call(turn)
        if observation.kind is not CallKind.ILL_FORMED or episode.environment.ending is not None:
            return observation.text
        question = told(PROMPTS.fill("reflexion/reflect", observation=observation.text))
        lesson = episode.ask(Purpose.REFLECT, self.config.temperature, self.reflect_max_tokens, question).strip()
        if not lesson:
            return observation.text
        return PROMPTS.fill("reflexion/lesson", observation=observation.text, lesson=lesson)
