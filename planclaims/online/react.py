"""ReAct: one reasoning step and one tool call per turn, given the whole history."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from planclaims.online.loop import ActorConfig, Episode, TurnReader, begin, said, told
from planclaims.seam import Model, Purpose, Stage, Turn


class React:
    """Call tools turn by turn until the episode has ended."""

    config_type: ClassVar = ActorConfig

    def __init__(self, config: ActorConfig, read_turn: TurnReader) -> None:
        self.config = config
        self.read_turn = read_turn

    def act(self, stage: Stage, model: Model) -> None:
        """Act until the episode has ended."""
        episode = begin(stage, model, self.config)
        while stage.ending is None:
            text = self.next_turn(episode)
            episode.keep(said(text))
            turn = self.read_turn(text, stage.tools)
            episode.keep(told(self.respond(episode, replace(turn, text=text))))

    def next_turn(self, episode: Episode) -> str:
        """Return the actor's turn in answer to the conversation so far."""
        return episode.ask(Purpose.ACT, self.config.temperature, self.config.max_tokens)

    def respond(self, episode: Episode, turn: Turn) -> str:
        """Return what the actor is told in answer to its turn, which ends the conversation so far."""
        return episode.stage.call(turn).text
