"""Correlations with exact p values over all permutations, and the tags of the kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial

import numpy as np

from planclaims.suites.competence.irt.estimators.matrix import Numbers, Places

MOST_VALUES = 9
"""Above, there are too many permutations to go through."""
ALIKE = 1e-12

TAGS: Mapping[str, tuple[str, ...]] = {
    "app": ("local-state", "transition", "verify", "set"),
    "prog": ("local-state", "transition", "verify"),
    "val": ("plan-validation", "verify", "compose", "counterfactual"),
    "just": ("plan-justification", "verify", "compose", "counterfactual"),
    "reach": ("global-reachability", "single", "negative-case", "search", "goal-structure"),
    "areach": ("action-reachability", "single", "negative-case", "search", "goal-structure"),
    "land": ("landmark", "construct", "single", "search", "goal-structure"),
    "nexta": ("next-action", "construct", "single", "search", "compose"),
}
"""What each kind asks for, as the study's specification lists it."""


@dataclass(frozen=True)
class Correlation:
    """A correlation of n pairs and its two-sided p value; both are nan where a side is constant."""

    value: float
    p: float
    n: int


def pearson(first: Numbers, second: Numbers) -> float:
    """Return the correlation; nan if a side is constant."""
    one, other = first - first.mean(), second - second.mean()
    scale = np.sqrt((one @ one) * (other @ other))
    return float(one @ other / scale) if scale > ALIKE else float("nan")


def exact_correlation(first: Numbers, second: Numbers) -> Correlation:
    """Return the correlation with its p over all permutations of at most nine pairs; above, ValueError."""
    if len(first) > MOST_VALUES:
        raise ValueError(f"{factorial(len(first))} permutations are too many")
    observed = pearson(first, second)
    if not np.isfinite(observed):
        return Correlation(observed, float("nan"), len(first))
    one, other = first - first.mean(), second - second.mean()
    orders = np.array(list(permutations(range(len(first)))), dtype=np.intp)
    products = one[orders] @ other
    extreme = np.abs(products) >= abs(one @ other) - ALIKE * max(1.0, abs(float(one @ other)))
    return Correlation(observed, float(extreme.mean()), len(first))


def spearman(first: Numbers, second: Numbers) -> Correlation:
    """Return the rank correlation with its exact p."""
    return exact_correlation(ranks(first), ranks(second))


def ranks(values: Numbers) -> Numbers:
    """Return ranks from 1, the mean of them for equal values."""
    return np.array([(values < value).sum() + ((values == value).sum() + 1) / 2 for value in values])


@dataclass(frozen=True)
class TagCorrelation:
    """How a tag goes with difficulty: over kinds, as it must be counted, and over items, as it was published.

    Items of a kind share their tags, so the p value over items counts the same evidence as often as there are items.
    """

    tag: str
    dimension: int
    kinds: Correlation
    items: Correlation


def tag_correlations(
    kinds: Sequence[str], kind_of: Places, alpha: Numbers, difficulty: Numbers
) -> list[TagCorrelation]:
    """Return one row per tag and dimension; `alpha` is T x K, `difficulty` J x K, `kind_of` J."""
    found = []
    for tag in dict.fromkeys(tag for kind in kinds for tag in TAGS.get(kind, ())):
        member = np.array([float(tag in TAGS.get(kind, ())) for kind in kinds])
        for k in range(alpha.shape[1]):
            over_items = pearson(member[kind_of], difficulty[:, k])
            published = Correlation(over_items, _usual_p(over_items, len(difficulty)), len(difficulty))
            found.append(TagCorrelation(tag, k + 1, exact_correlation(member, alpha[:, k]), published))
    return found


def feature_correlation(feature: Numbers, difficulty: Numbers) -> Correlation:
    """Return the correlation of an item feature with a difficulty over the items that have it, with the usual p."""
    kept = np.isfinite(feature)
    value = pearson(feature[kept], difficulty[kept]) if kept.sum() > 2 else float("nan")
    return Correlation(value, _usual_p(value, int(kept.sum())), int(kept.sum()))


def false_discovery(p_values: Sequence[float]) -> list[float]:
    """Return Benjamini and Hochberg's corrected p values, in the order given."""
    order = np.argsort(p_values, kind="stable")
    scaled = np.asarray(p_values)[order] * len(p_values) / np.arange(1, len(p_values) + 1)
    corrected = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1.0)
    found = np.empty(len(p_values))
    found[order] = corrected
    return found.tolist()


def _usual_p(value: float, n: int) -> float:
    """Return the two-sided p value of a correlation of n independent pairs of normals."""
    from scipy.stats import t  # type: ignore[import-untyped]

    if not np.isfinite(value) or n < 3:
        return float("nan")
    return float(2 * t.sf(abs(value) * np.sqrt((n - 2) / max(1 - value**2, 1e-300)), n - 2))
