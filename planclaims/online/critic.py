"""Critic: ReAct whose proposals that matter, such as to act or to submit, are reviewed before they are carried out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from planclaims.errors import ConfigError
from planclaims.online.loop import PROMPTS, ActorConfig, Episode, TurnReader, told
from planclaims.online.react import React
from planclaims.seam import Purpose, Turn

VERDICT = re.compile(r"^[^\w\n]*(APPROVE|REJECT)(?:D|ED)?\b\W*", re.IGNORECASE | re.MULTILINE)
NO_REASON = "none was given."


@dataclass(frozen=True, kw_only=True)
class CriticConfig(ActorConfig):
    """The settings of the critic, which is offered no `finish`: a way to end the episode past the review."""

    finish_tool: bool = False
    review_max_tokens: int = 512

    def __post_init__(self) -> None:
        if self.finish_tool:
            raise ConfigError("the critic has no finish tool", found="finish_tool true", allowed="false")


class Critic(React):
    """ReAct with a reviewer: the same model, shown the same history and the proposal, without tools.

    A rejected proposal costs the unit it would have cost if carried out; an approved one costs its own unit only.
    """

    config_type: ClassVar = CriticConfig

    def __init__(self, config: CriticConfig, read_turn: TurnReader) -> None:
        super().__init__(config, read_turn)
        self.review_max_tokens = config.review_max_tokens

    def respond(self, episode: Episode, turn: Turn) -> str:
        """Return the observation, or the reviewer's reason in its place."""
        if turn.call is not None and turn.call.tool in {tool.name for tool in episode.stage.tools if tool.reviewed}:
            question = told(PROMPTS.fill("critic/review", episode.words))
            review = episode.ask(Purpose.REVIEW, self.config.temperature, self.review_max_tokens, question)
            reason = objection(review)
            if reason is not None:
                return episode.stage.reject(turn, PROMPTS.fill("critic/rejected", reason=reason)).text
        return episode.stage.call(turn).text


def objection(review: str) -> str | None:
    """Return the reason of a rejection, or None if the review lets the proposal pass.

    The first line that starts with a verdict counts. A review without one passes the proposal: a reviewer that
    says nothing readable must not be able to block the actor, and the architecture is then plain ReAct.
    """
    verdict = VERDICT.search(review)
    if verdict is None or verdict[1].upper() == "APPROVE":
        return None
    return " ".join(review[verdict.end() :].split()) or NO_REASON
