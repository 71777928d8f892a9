"""The marginal estimator: penalised maximum likelihood from several starts; what did not converge is no fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from planclaims.suites.competence.irt.estimators.descent import LARGEST_GRADIENT, MOST_ITERATIONS, minimise
from planclaims.suites.competence.irt.estimators.forms import (
    RESIDUAL_MEDIAN,
    Parameters,
    Specification,
    centred,
    penalty,
    rearranged,
)
from planclaims.suites.competence.irt.estimators.likelihood import Marginal, marginal
from planclaims.suites.competence.irt.estimators.matrix import Numbers, ResponseMatrix
from planclaims.suites.competence.irt.estimators.naming import order

STARTS = 8
START_NOISE = 0.7
AGREEING = 0.1
"""How far an objective may lie above the best one for its start to count as having reached it."""


@dataclass(frozen=True)
class Start:
    """Where one start ended: its objective, largest gradient entry, iterations and parameters."""

    objective: float
    gradient: float
    iterations: int
    parameters: Parameters

    @property
    def converged(self) -> bool:
        """Return whether the gradient is small enough."""
        return self.gradient <= LARGEST_GRADIENT


@dataclass(frozen=True)
class Fit:
    """A model fitted to a matrix: its parameters after centring, and the likelihood without the priors.

    `difficulty` (J x F) is the posterior mean of every item, `objective` the penalised value that was minimised.
    """

    specification: Specification
    parameters: Parameters
    nll: float
    objective: float
    responses: int
    items: int
    difficulty: Numbers

    @property
    def free_parameters(self) -> int:
        """Return how many parameters are free."""
        return self.specification.free_parameters(len(self.parameters.theta), len(self.parameters.alpha))

    @property
    def aic(self) -> float:
        """Return Akaike's criterion of the likelihood without the priors."""
        return 2 * self.nll + 2 * self.free_parameters

    @property
    def bic(self) -> float:
        """Return the Bayesian criterion; its n are the items, the exchangeable units of this likelihood."""
        return 2 * self.nll + self.free_parameters * float(np.log(self.items))


@dataclass(frozen=True)
class Estimation:
    """All starts of an estimator, the best first, and the fit, or None where there is none to report."""

    specification: Specification
    starts: tuple[Start, ...]
    fit: Fit | None

    @property
    def converged(self) -> int:
        """Return how many starts converged."""
        return sum(start.converged for start in self.starts)

    @property
    def agreeing(self) -> int:
        """Return how many starts reached the best objective."""
        return sum(start.objective <= self.starts[0].objective + AGREEING for start in self.starts)

    @property
    def spread(self) -> float:
        """Return how far the worst objective lies above the best."""
        return self.starts[-1].objective - self.starts[0].objective

    @property
    def failure(self) -> str:
        """Return why there is no fit, or nothing."""
        if self.fit is not None:
            return ""
        best = self.starts[0]
        return (
            f"not converged: the best of {len(self.starts)} starts stopped after {best.iterations} iterations with a "
            f"gradient of {best.gradient:.2g}, above {LARGEST_GRADIENT:g}"
        )


def estimate(
    matrix: ResponseMatrix,
    wanted: Specification,
    *,
    starts: int = STARTS,
    seed: int = 0,
    known: Sequence[Parameters] = (),
    weights: Numbers | None = None,
    iterations: int = MOST_ITERATIONS,
) -> Estimation:
    """Return the fit of a model, from the known parameters first and then from so many random starts.

    One dimension needs a single start. Items count with their weights, if these are given. There is no fit unless the
    start of the lowest objective converged.
    """
    function = marginal(matrix, wanted.factors, weights)
    draws = 1 if wanted.dimensions == 1 else starts
    sources = np.random.default_rng(seed).spawn(draws)
    begin = [*known, *(first_guess(matrix, wanted, source) for source in sources)]
    ends = sorted((_descend(function, start, iterations) for start in begin), key=lambda end: end.objective)
    best = ends[0]
    fit = _fitted(matrix, wanted, function, best) if best.converged else None
    return Estimation(wanted, tuple(ends), fit)


def first_guess(matrix: ResponseMatrix, wanted: Specification, source: np.random.Generator) -> Parameters:
    """Return where a start begins: the logits of observed accuracies, with noise if there are dimensions to part."""
    noise = START_NOISE if wanted.dimensions > 1 else 0.0
    kinds = len(matrix.kinds)
    ability = np.repeat(_logit(matrix.accuracy(axis=1))[:, None], wanted.dimensions, axis=1)
    theta = ability + noise * source.normal(size=ability.shape)
    alpha = noise * source.normal(size=(kinds, wanted.factors))
    loadings = np.zeros((kinds, wanted.dimensions if wanted.form == "comp" else 0))
    loadings += noise * source.normal(size=loadings.shape)
    return Parameters(theta, alpha, loadings, np.full(wanted.factors, np.log(RESIDUAL_MEDIAN)))


def objective(function: Marginal, at: Parameters) -> tuple[float, Parameters]:
    """Return the penalised negative log-likelihood and its derivatives."""
    nll, by_location, by_sd = function.value_and_gradient(at.locations(), at.log_sd)
    prior, by_prior = penalty(at)
    pulled = at.pulled(by_location, by_sd)
    if not at.log_loadings.size:
        pulled = Parameters(pulled.theta, pulled.alpha, np.zeros_like(at.log_loadings), pulled.log_sd)
    return nll + prior, at.like(pulled.joined() + by_prior.joined())


def _descend(function: Marginal, start: Parameters, iterations: int) -> Start:
    def evaluate(vector: Numbers) -> tuple[float, Numbers]:
        value, slope = objective(function, start.like(vector))
        return value, slope.joined()

    end, value, gradient, taken = minimise(evaluate, start.joined(), iterations)
    return Start(value, gradient, taken, start.like(end))


def _fitted(matrix: ResponseMatrix, wanted: Specification, function: Marginal, best: Start) -> Fit:
    at = centred(wanted.form, best.parameters)
    of_kinds = at.log_loadings if wanted.form == "comp" else at.alpha
    at = rearranged(wanted.form, at, order(matrix.kinds, of_kinds))
    return Fit(
        wanted,
        at,
        best.objective - penalty(best.parameters)[0],
        best.objective,
        matrix.responses,
        matrix.answered_items,
        item_difficulty(matrix, function, at),
    )


def item_difficulty(matrix: ResponseMatrix, function: Marginal, at: Parameters) -> Numbers:
    """Return the posterior mean of every item's difficulty, J x F: alpha of its kind plus its residual."""
    _, posterior = function.item_posteriors(at.locations(), at.log_sd, len(matrix.items))
    means = posterior @ function.nodes.points[function.nodes.index]
    return np.asarray(at.alpha[matrix.kind_of] + np.exp(at.log_sd) * means)


def _logit(share: Numbers) -> Numbers:
    return np.asarray(np.log(share) - np.log1p(-share))
