"""Tree of Thoughts: a beam search over plan prefixes that the model itself proposes and rates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from planclaims.offline.asking import Asker, StrategyConfig
from planclaims.offline.thoughts import Actions, read_continuations, read_ratings
from planclaims.seam import Model, Purpose, Question

NOTHING_YET = "(no action yet)"
NO_CONTINUATION = "NONE"


@dataclass(frozen=True, kw_only=True)
class TreeOfThoughtsConfig(StrategyConfig):
    """The settings of Tree of Thoughts; `steps` bounds the actions of one continuation."""

    beam: int = 2
    depth: int = 6
    branching: int = 3
    steps: int = 3
    proposal_temperature: float = 0.7


@dataclass(frozen=True)
class Prefix:
    """The beginning of a plan, and the sum of the ratings its pieces got."""

    actions: Actions = ()
    score: float = 0.0


class TreeOfThoughts:
    """Grow the best-rated prefixes to a fixed depth, then have the best one completed.

    The search starts from the empty prefix alone. From then on the beam is always full, whatever the model
    writes, because a continuation that is missing or unreadable counts as empty: the prefix stays as it is.
    So the number of calls is fixed: 2 + 2 * beam * (depth - 1) + 1, which is 23 by default.
    """

    config_type: ClassVar = TreeOfThoughtsConfig
    needs: ClassVar = frozenset({"step", "steps", "step_example", "steps_example", "sufficient", "complete", "rate"})
    """Words that a question must bring, because answers that are no sequences have none."""

    def __init__(self, config: TreeOfThoughtsConfig) -> None:
        self.config = config

    def answer(self, question: Question, model: Model) -> str:
        """Return the completion of the best prefix."""
        asker = Asker(question, model, self.config)
        beam = [Prefix()]
        for _ in range(self.config.depth):
            grown = [candidate for prefix in beam for candidate in self._grow(asker, prefix)]
            beam = self._best(grown)
        return asker.ask_answer("tree-of-thoughts/complete", prefix=_lines(beam[0].actions))

    def _grow(self, asker: Asker, prefix: Prefix) -> list[Prefix]:
        """Return the prefix extended by each proposed continuation, with the rating added (two calls)."""
        branching, steps = self.config.branching, self.config.steps
        proposed = asker.ask(
            Purpose.PROPOSE,
            "tree-of-thoughts/propose",
            temperature=self.config.proposal_temperature,
            prefix=_lines(prefix.actions),
            branching=str(branching),
            longest=str(steps),
        )
        continuations = read_continuations(proposed, branching=branching, steps=steps)
        rated = asker.ask(
            Purpose.RATE,
            "tree-of-thoughts/rate",
            prefix=_lines(prefix.actions),
            candidates=_numbered(continuations),
        )
        ratings = read_ratings(rated, count=branching)
        return [
            Prefix(prefix.actions + continuation, prefix.score + rating)
            for continuation, rating in zip(continuations, ratings, strict=True)
        ]

    def _best(self, candidates: list[Prefix]) -> list[Prefix]:
        """Return the best-rated prefixes, earlier ones first among equals.

        A prefix met twice takes a second place only if there are too few different ones to fill the beam.
        """
        ranked = sorted(candidates, key=lambda prefix: -prefix.score)
        first = {prefix.actions: prefix for prefix in reversed(ranked)}
        different = [prefix for prefix in ranked if first[prefix.actions] is prefix]
        repeated = [prefix for prefix in ranked if first[prefix.actions] is not prefix]
        return (different + repeated)[: self.config.beam]


def _lines(actions: Actions) -> str:
    return "\n".join(actions) or NOTHING_YET


def _numbered(continuations: tuple[Actions, ...]) -> str:
    return "\n".join(
        f"{number}. {' '.join(actions) or NO_CONTINUATION}" for number, actions in enumerate(continuations, start=1)
    )
