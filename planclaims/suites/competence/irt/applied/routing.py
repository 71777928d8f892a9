"""Routing: which strategy a question is sent to, what that costs, and whether it beats routing by difficulty."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planclaims.suites.competence.irt.estimators.matrix import Numbers, Places

THRESHOLDS = np.round(np.linspace(0, 1, 51), 4)
DRAWS = 1000
LEVEL = 0.95
ROUNDING = 1e-9
"""Sums of the same numbers in another order differ by less."""

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Answered:
    """One model's results on the same items with a cheap and a dear strategy: right (J x 2) and tokens (J x 2)."""

    cheap: str
    dear: str
    right: Numbers
    tokens: Numbers

    def outcome(self, name: str, dear: Numbers, items: Places | None = None) -> Outcome:
        """Return what sending items to the dear strategy with these probabilities gives, on some items or all."""
        chosen = np.arange(len(self.right)) if items is None else items
        share = dear[chosen].astype(float)
        right = self.right[chosen, 0] * (1 - share) + self.right[chosen, 1] * share
        tokens = self.tokens[chosen, 0] * (1 - share) + self.tokens[chosen, 1] * share
        return Outcome(name, right, tokens, float(share.mean()))


@dataclass(frozen=True)
class Outcome:
    """A router's results on every item: expected right answers and generated tokens, and how much went the dear way."""

    router: str
    right: Numbers
    tokens: Numbers
    dear_share: float

    @property
    def accuracy(self) -> float:
        """Return the share of right answers."""
        return float(self.right.mean())

    @property
    def cost(self) -> float:
        """Return the mean tokens per item."""
        return float(self.tokens.mean())

    def dominates(self, other: Outcome) -> bool:
        """Return whether this is strictly more accurate and no dearer."""
        return self.accuracy > other.accuracy + ROUNDING and self.cost <= other.cost * (1 + ROUNDING)


def always_cheap(count: int) -> Numbers:
    """Return no item for the dear strategy."""
    return np.zeros(count)


def always_dear(count: int) -> Numbers:
    """Return every item for the dear strategy."""
    return np.ones(count)


def by_kind(kinds: Sequence[str], dear: Collection[str]) -> Numbers:
    """Return the items of the kinds that are worth the dear strategy; given kinds or predicted ones."""
    return np.array([float(kind in dear) for kind in kinds])


def by_chance(like: Numbers) -> Numbers:
    """Return the same share for every item: what a router that ignores the items and is as dear as this expects."""
    return np.full(len(like), like.mean())


def by_difficulty(baseline: Numbers, threshold: float) -> Numbers:
    """Return the items whose mean baseline accuracy lies below the threshold."""
    return (baseline < threshold).astype(float)


def by_prediction(cheap: Numbers, dear: Numbers, least_gain: float) -> Numbers:
    """Return the items on which a model predicts that the dear strategy gains at least so much."""
    return (dear - cheap >= least_gain).astype(float)


def cheapest_able(chances: Numbers, costs: Numbers, least: float) -> Places:
    """Return for every item the cheapest respondent whose chance is at least so high, else the likeliest one.

    `chances` is J x R, `costs` R.
    """
    order = np.argsort(costs, kind="stable")
    able = chances[:, order] >= least
    first = order[able.argmax(axis=1)]
    return np.asarray(np.where(able.any(axis=1), first, chances.argmax(axis=1)))


@dataclass(frozen=True)
class Comparison:
    """A router against the 51 thresholds of routing by difficulty, on the items that chose no threshold.

    `dominated` is how many thresholds it beats, with an interval over drawn items; `gain` is its accuracy minus that of
    the threshold that was best on the other half of the items.
    """

    outcome: Outcome
    dominated: int
    dominated_low: float
    dominated_high: float
    threshold: float
    gain: float
    gain_low: float
    gain_high: float


def halves(count: int, seed: int) -> tuple[Places, Places]:
    """Return two halves of the items: to choose thresholds on, and to judge on."""
    order = np.random.default_rng(seed).permutation(count)
    return np.sort(order[: count // 2]), np.sort(order[count // 2 :])


def chosen_threshold(answered: Answered, baseline: Numbers, items: Places) -> float:
    """Return the threshold of the highest accuracy on these items, the cheapest of equals."""
    outcomes = [answered.outcome("", by_difficulty(baseline, float(t)), items) for t in THRESHOLDS]
    best = max(range(len(THRESHOLDS)), key=lambda n: (outcomes[n].accuracy, -outcomes[n].cost))
    return float(THRESHOLDS[best])


def compare(
    answered: Answered, name: str, dear: Numbers, baseline: Numbers, *, seed: int = 0, draws: int = DRAWS
) -> Comparison:
    """Return how a router fares against routing by difficulty; items are drawn in pairs for the intervals."""
    learn, judge = halves(len(baseline), seed)
    threshold = chosen_threshold(answered, baseline, learn)
    outcome = answered.outcome(name, dear, judge)
    rivals = [answered.outcome("", by_difficulty(baseline, float(t)), judge) for t in THRESHOLDS]
    picked = answered.outcome("", by_difficulty(baseline, threshold), judge)
    right = np.array([rival.right for rival in rivals])
    tokens = np.array([rival.tokens for rival in rivals])
    source = np.random.default_rng(seed)
    beaten, gains = [], []
    for _ in range(draws):
        weights = np.bincount(source.integers(len(judge), size=len(judge)), minlength=len(judge)) / len(judge)
        better = outcome.right @ weights > right @ weights + ROUNDING
        beaten.append(int((better & (outcome.tokens @ weights <= tokens @ weights * (1 + ROUNDING))).sum()))
        gains.append(float((outcome.right - picked.right) @ weights))
    bounds = [(1 - LEVEL) / 2, (1 + LEVEL) / 2]
    low, high = np.quantile(beaten, bounds)
    gain_low, gain_high = np.quantile(gains, bounds)
    dominated = sum(outcome.dominates(rival) for rival in rivals)
    gain = outcome.accuracy - picked.accuracy
    return Comparison(outcome, dominated, float(low), float(high), threshold, gain, float(gain_low), float(gain_high))
