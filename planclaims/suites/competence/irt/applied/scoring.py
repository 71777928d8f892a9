"""Abilities of a new respondent, with items and kinds as a calibration left them, and how far an arm moves them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from planclaims.suites.competence.irt.estimators.descent import LARGEST_GRADIENT, minimise
from planclaims.suites.competence.irt.estimators.estimation import Fit
from planclaims.suites.competence.irt.estimators.forms import ABILITY_SD, Parameters
from planclaims.suites.competence.irt.estimators.likelihood import Nodes, gauss_hermite, log_right, marginal, raised
from planclaims.suites.competence.irt.estimators.matrix import EMPTY, RIGHT, Cells, Numbers, Places, ResponseMatrix
from planclaims.suites.competence.irt.inference.draws import item_weights

DRAWS = 200
LEVEL = 0.95


@dataclass(frozen=True)
class Calibration:
    """What a fit says of the items: the parameters, each item's kind, and the posterior of its residual (J x Q)."""

    parameters: Parameters
    kind_of: Places
    floors: Numbers
    nodes: Nodes
    posterior: Numbers

    def chances(self, theta: Numbers) -> Numbers:
        """Return the chances of right answers to all items at one ability (K)."""
        return self._chances(theta)[0]

    def _chances(self, theta: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Return chances per item, and ln P per kind and node with the slopes of its factors."""
        at = self._with(theta)
        log_p, slopes = log_right(at.locations(), at.log_sd, self.nodes)
        log_y, floor_slope = raised(log_p, self.floors)
        right = np.exp(log_y[:, 0])
        chance = (self.posterior * right[self.kind_of]).sum(axis=1)
        by_log = right * (floor_slope if isinstance(floor_slope, float) else floor_slope[:, 0])
        return np.clip(chance, 1e-12, 1 - 1e-12), by_log, slopes

    def _with(self, theta: Numbers) -> Parameters:
        at = self.parameters
        return Parameters(theta[None], at.alpha, at.log_loadings, at.log_sd)

    def objective(self, theta: Numbers, answers: Cells, weights: Numbers) -> tuple[float, Numbers]:
        """Return the penalised negative log-likelihood of one respondent's answers, and its slope by theta."""
        chance, by_log, slopes = self._chances(theta)
        right, wrong = weights * (answers == RIGHT), weights * (answers == 0)
        value = -float(right @ np.log(chance) + wrong @ np.log1p(-chance)) + 0.5 * float(theta @ theta) / ABILITY_SD**2
        by_chance = wrong / (1 - chance) - right / chance
        pulled = np.zeros_like(by_log)
        np.add.at(pulled, self.kind_of, by_chance[:, None] * self.posterior)
        factors = len(self.parameters.log_sd)
        by_location = (self.nodes.summed((pulled * by_log)[:, None], factors) * slopes).sum(axis=3)
        slope = self._with(theta).pulled(by_location, np.zeros(factors)).theta[0]
        return value, slope + theta / ABILITY_SD**2


def calibration(matrix: ResponseMatrix, fit: Fit) -> Calibration:
    """Return what a fit to the matrix says of its items."""
    at = fit.parameters
    function = marginal(matrix, fit.specification.factors)
    _, posterior = function.item_posteriors(at.locations(), at.log_sd, len(matrix.items))
    return Calibration(at, matrix.kind_of, matrix.floors, gauss_hermite(fit.specification.factors), posterior)


def score(
    calibrated: Calibration, answers: Cells, weights: Numbers | None = None, start: Numbers | None = None
) -> Numbers:
    """Return the abilities (K) of one respondent's answers (J); ArithmeticError if the search does not converge."""
    counted = np.ones(len(answers)) if weights is None else weights
    begin = np.zeros(calibrated.parameters.theta.shape[1]) if start is None else start
    end, _, gradient, _ = minimise(lambda theta: calibrated.objective(theta, answers, counted), begin)
    if gradient > LARGEST_GRADIENT:
        raise ArithmeticError(f"no ability found: gradient {gradient:.2g}")
    return end


@dataclass(frozen=True)
class Shift:
    """How far an arm moves the abilities against its baseline, with percentile intervals over drawn items (K each)."""

    change: Numbers
    low: Numbers
    high: Numbers
    items: int


def shift(
    calibrated: Calibration, matrix: ResponseMatrix, baseline: Cells, arm: Cells, *, seed: int = 0, draws: int = DRAWS
) -> Shift:
    """Return the change of abilities from a baseline to an arm on the items that both answered.

    Items are drawn with replacement within kinds, the same ones for both sides.
    """
    both = ((baseline != EMPTY) & (arm != EMPTY)).astype(float)
    source = np.random.default_rng(seed)
    after, before = score(calibrated, arm, both), score(calibrated, baseline, both)
    changes = []
    for _ in range(draws):
        weights = both * item_weights(matrix, source)
        moved = score(calibrated, arm, weights, after) - score(calibrated, baseline, weights, before)
        changes.append(moved)
    low, high = np.quantile(changes, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    return Shift(after - before, low, high, int(both.sum()))
