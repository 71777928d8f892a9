"""The marginal likelihood: every item's residual is integrated out, so that respondents and kinds are all that is left.

An answer is right with probability P = product over factors f of logistic(location_tif - s_f x_f), t the item's kind,
x_f its residual, standard normal. P depends on an item through its kind and the node of the quadrature only, hence a
kind costs two matrix products: response patterns by respondents, respondents by nodes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.polynomial.hermite_e import hermegauss

from planclaims.suites.competence.irt.estimators.matrix import RIGHT, WRONG, Numbers, Places, ResponseMatrix

NODES_PER_FACTOR = {1: 21, 2: 9, 3: 5, 4: 4}
LEAST_WEIGHT = 1e-6
LARGEST_PRODUCT = 1 << 18
"""Multiplications of one matrix product: above, OpenBLAS takes threads, which cost more than they gain."""
LARGEST_LOG = -1e-100
"""What stands for the logarithm of a probability that rounds to 1."""


@dataclass(frozen=True)
class Nodes:
    """Gauss-Hermite quadrature of independent standard normals.

    `points` are the n abscissae of one factor, `index` (Q x F) says which of them a node has, `log_weights` (Q).
    """

    points: Numbers
    index: Places
    log_weights: Numbers

    def summed(self, by_node: Numbers, factors: int) -> Numbers:
        """Return sums over the nodes that share an abscissa of a factor: T x I x F x n from T x I x Q."""
        found = np.empty((*by_node.shape[:2], factors, len(self.points)))
        for f in range(factors):
            member = (self.index[:, f, None] == np.arange(len(self.points))).astype(float)
            found[:, :, f] = by_node @ member
        return found


def gauss_hermite(factors: int) -> Nodes:
    """Return the product grid, its nodes of less weight than 1e-6 dropped and the rest made to sum to 1."""
    points, weights = hermegauss(NODES_PER_FACTOR[factors])
    weights = weights / weights.sum()
    index = np.array(list(product(range(len(points)), repeat=factors)), dtype=np.intp)
    joint = weights[index].prod(axis=1)
    kept = joint >= LEAST_WEIGHT
    return Nodes(points, index[kept], np.log(joint[kept] / joint[kept].sum()))


@dataclass(frozen=True)
class KindPatterns:
    """The distinct response patterns of a kind: R x 2I, right answers first, then wrong ones; `pattern_of` per item."""

    answers: Numbers
    counts: Numbers
    items: Places
    pattern_of: Places


def response_patterns(matrix: ResponseMatrix, weights: Numbers | None = None) -> tuple[KindPatterns, ...]:
    """Return the patterns of every kind; an item counts with its weight, or once."""
    given = np.ones(len(matrix.items)) if weights is None else weights
    found = []
    for place in range(len(matrix.kinds)):
        items = np.flatnonzero(matrix.kind_of == place)
        columns = matrix.answers[:, items].T
        distinct, pattern_of = np.unique(columns, axis=0, return_inverse=True)
        counts = np.asarray(np.bincount(pattern_of.ravel(), given[items], len(distinct)), dtype=float)
        answers = np.concatenate([distinct == RIGHT, distinct == WRONG], axis=1).astype(float)
        found.append(KindPatterns(answers, counts, items, pattern_of.ravel()))
    return tuple(found)


def log_right(location: Numbers, log_sd: Numbers, nodes: Nodes) -> tuple[Numbers, Numbers]:
    """Return ln P at the nodes (T x I x Q), and the derivatives of its factors' logarithms (T x I x F x n)."""
    predictor = location[..., None] - np.exp(log_sd)[:, None] * nodes.points
    small = np.exp(-np.abs(predictor))
    factors = np.minimum(predictor, 0) - np.log1p(small)
    slopes = np.where(predictor > 0, small, 1.0) / (1 + small)
    total = sum(factors[:, :, f, nodes.index[:, f]] for f in range(location.shape[2]))
    return np.minimum(np.asarray(total), LARGEST_LOG), slopes


def raised(log_p: Numbers, floors: Numbers) -> tuple[Numbers, Numbers | float]:
    """Return ln(c + (1 - c) P) with the floor c of each kind, and its derivative by ln P."""
    if not floors.any():
        return log_p, 1.0
    floor = floors[:, None, None]
    above = np.minimum(np.log(floor + (1 - floor) * np.exp(log_p)), LARGEST_LOG)
    return above, (1 - floor) * np.exp(log_p - above)


@dataclass(frozen=True)
class Marginal:
    """The likelihood of a matrix as a function of locations (T x I x F) and log residual deviations (F)."""

    patterns: tuple[KindPatterns, ...]
    nodes: Nodes
    floors: Numbers

    def value_and_gradient(self, location: Numbers, log_sd: Numbers) -> tuple[float, Numbers, Numbers]:
        """Return the negative log-likelihood and its derivatives by the locations and the log deviations."""
        log_p, slopes = log_right(location, log_sd, self.nodes)
        log_y, floor_slope = raised(log_p, self.floors)
        log_n = np.log(-np.expm1(log_y))
        both = np.concatenate([log_y, log_n], axis=1)
        nll = 0.0
        pull = np.zeros_like(both)
        for place, kind in enumerate(self.patterns):
            for rows in self._blocks(kind):
                log_pattern, posterior = self._posterior(kind.answers[rows], both[place])
                nll -= float(kind.counts[rows] @ log_pattern)
                pull[place] += kind.answers[rows].T @ (posterior * kind.counts[rows, None])
        count = location.shape[1]
        by_log = -(pull[:, :count] - pull[:, count:] * np.exp(log_y - log_n)) * floor_slope
        by_factor = self.nodes.summed(by_log, len(log_sd)) * slopes
        by_sd = -(by_factor * self.nodes.points).sum(axis=(0, 1, 3)) * np.exp(log_sd)
        return nll, by_factor.sum(axis=3), by_sd

    def item_posteriors(self, location: Numbers, log_sd: Numbers, items: int) -> tuple[Numbers, Numbers]:
        """Return each item's log-likelihood (J) and its posterior over the nodes (J x Q)."""
        log_y, _ = raised(log_right(location, log_sd, self.nodes)[0], self.floors)
        both = np.concatenate([log_y, np.log(-np.expm1(log_y))], axis=1)
        values, posteriors = np.zeros(items), np.zeros((items, len(self.nodes.log_weights)))
        for place, kind in enumerate(self.patterns):
            parts = [self._posterior(kind.answers[rows], both[place]) for rows in self._blocks(kind)]
            if parts:
                log_pattern, posterior = (np.concatenate(part) for part in zip(*parts, strict=True))
                values[kind.items], posteriors[kind.items] = log_pattern[kind.pattern_of], posterior[kind.pattern_of]
        return values, posteriors

    def _blocks(self, kind: KindPatterns) -> list[slice]:
        """Return the patterns in blocks whose matrix products stay below the limit."""
        count, width = kind.answers.shape
        step = max(1, LARGEST_PRODUCT // max(1, width * len(self.nodes.log_weights)))
        return [slice(first, first + step) for first in range(0, count, step)]

    def _posterior(self, answers: Numbers, logs: Numbers) -> tuple[Numbers, Numbers]:
        """Return the log-likelihood of each pattern and its posterior over the nodes."""
        joint = answers @ logs + self.nodes.log_weights
        top = joint.max(axis=1, keepdims=True)
        shares = np.exp(joint - top)
        sums = shares.sum(axis=1, keepdims=True)
        return (top + np.log(sums)).ravel(), shares / sums


def marginal(matrix: ResponseMatrix, factors: int, weights: Numbers | None = None) -> Marginal:
    """Return the likelihood of a matrix for models of so many factors; items count with their weights, or once."""
    return Marginal(response_patterns(matrix, weights), gauss_hermite(factors), matrix.floors)
