"""The estimator of the paper: the mode over everything, item residuals included.

theta = x B + u; b_jk = alpha of the kind plus a residual per item and dimension. Priors: u ~ N(0, 2^2), alpha and
residuals ~ N(0, 1), B ~ N(0, 10^2), and a penalty of 100 alpha^2 on kind `app` in the last dimension. `sum-K` adds
abilities and difficulties within one logistic, `prod-K` multiplies K of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from planclaims.errors import InputError
from planclaims.suites.competence.irt.estimators.descent import LARGEST_GRADIENT, MOST_ITERATIONS, minimise
from planclaims.suites.competence.irt.estimators.likelihood import LARGEST_LOG
from planclaims.suites.competence.irt.estimators.matrix import RIGHT, Numbers, ResponseMatrix
from planclaims.suites.competence.irt.estimators.naming import order

ABILITY_SD, KIND_SD, RESIDUAL_SD, EFFECT_SD = 2.0, 1.0, 1.0, 10.0
ANCHOR, ANCHOR_PENALTY = "app", 100.0
STARTS = 8
START_NOISE = 0.7
AGREEING = 0.1


@dataclass(frozen=True, slots=True)
class JointModel:
    """`1d`, `sum-K` or `prod-K` with free item residuals."""

    form: Literal["1d", "sum", "prod"]
    dimensions: int

    @property
    def name(self) -> str:
        """Return the name that `joint_model` reads."""
        return self.form if self.form == "1d" else f"{self.form}-{self.dimensions}"

    def counted_parameters(self, respondents: int, items: int, kinds: int, effects: int) -> int:
        """Return the paper's count: per dimension all respondents, items, kinds and effects on abilities."""
        return self.dimensions * (respondents + items + kinds + effects)


def joint_model(name: str) -> JointModel:
    """Return the model of a name: 1d, sum-2 to sum-4, prod-2 to prod-4."""
    form, _, dimensions = name.partition("-")
    if name == "1d":
        return JointModel("1d", 1)
    if form in ("sum", "prod") and dimensions in ("2", "3", "4"):
        return JointModel("sum" if form == "sum" else "prod", int(dimensions))
    raise InputError("there is no such joint model", found=repr(name), allowed="1d, sum-2 to sum-4, prod-2 to prod-4")


@dataclass(frozen=True)
class JointParameters:
    """Deviations u (I x K), effects B (C x K), kinds alpha (T x K), item residuals (J x K)."""

    deviation: Numbers
    effects: Numbers
    alpha: Numbers
    residual: Numbers

    def joined(self) -> Numbers:
        """Return all of them as one vector."""
        return np.concatenate([block.ravel() for block in (self.deviation, self.effects, self.alpha, self.residual)])

    def like(self, vector: Numbers) -> JointParameters:
        """Return a vector as parameters of this one's shapes."""
        found, start = [], 0
        for block in (self.deviation, self.effects, self.alpha, self.residual):
            found.append(vector[start : start + block.size].reshape(block.shape))
            start += block.size
        return JointParameters(*found)


@dataclass(frozen=True)
class JointFit:
    """The mode: abilities theta (I x K), centred kinds alpha (T x K), difficulties (J x K), and how it was reached.

    `nll` is over the cells that were used. `failure` says why there is no result to report; then the numbers are none.
    """

    model: JointModel
    theta: Numbers
    alpha: Numbers
    difficulty: Numbers
    effects: Numbers
    nll: float
    responses: int
    parameters: int
    starts: int
    agreeing: int
    spread: float
    failure: str

    @property
    def aic(self) -> float:
        """Return Akaike's criterion with all parameters counted."""
        return 2 * self.nll + 2 * self.parameters

    def bic(self, n: float) -> float:
        """Return the Bayesian criterion for n units; the published one has n = 9."""
        return 2 * self.nll + self.parameters * float(np.log(n))


def estimate_joint(
    matrix: ResponseMatrix,
    model: JointModel,
    *,
    covariates: Numbers | None = None,
    used: NDArray[np.bool_] | None = None,
    starts: int = STARTS,
    seed: int = 0,
    iterations: int = MOST_ITERATIONS,
) -> JointFit:
    """Return the mode, the best of several starts for `prod` and of one otherwise.

    `covariates` (I x C) are those of the regression of abilities, `used` the cells to learn from (all that are seen).
    """
    function = _Objective(matrix, model, covariates, matrix.seen if used is None else used & matrix.seen)
    draws = starts if model.form == "prod" else 1
    ends = []
    for source in np.random.default_rng(seed).spawn(draws):
        start = function.first_guess(source)

        def evaluate(vector: Numbers, start: JointParameters = start) -> tuple[float, Numbers]:
            value, slope = function(start.like(vector))
            return value, slope.joined()

        end, value, gradient, taken = minimise(evaluate, start.joined(), iterations)
        ends.append((value, gradient, taken, start.like(end)))
    ends.sort(key=lambda end: end[0])
    return function.fit(ends)


class _Objective:
    """The penalised negative log-likelihood of a joint model on the used cells of a matrix."""

    def __init__(
        self, matrix: ResponseMatrix, model: JointModel, covariates: Numbers | None, used: NDArray[np.bool_]
    ) -> None:
        self.matrix, self.model, self.used = matrix, model, used
        self.covariates = np.zeros((len(matrix.respondents), 0)) if covariates is None else covariates
        self.right = ((matrix.answers == RIGHT) & used).astype(float)
        self.wrong = ((matrix.answers != RIGHT) & used).astype(float)
        self.member = (matrix.kind_of[None, :] == np.arange(len(matrix.kinds))[:, None]).astype(float)
        self.alpha_weight = np.full((len(matrix.kinds), model.dimensions), 1 / KIND_SD**2)
        if ANCHOR in matrix.kinds:
            self.alpha_weight[matrix.kinds.index(ANCHOR), -1] += 2 * ANCHOR_PENALTY

    def first_guess(self, source: np.random.Generator) -> JointParameters:
        """Return where a start begins: the logits of accuracies, with noise for products."""
        noise = START_NOISE if self.model.form == "prod" else 0.0
        share, k = self.matrix.accuracy(axis=1), self.model.dimensions
        ability = np.repeat(np.log(share / (1 - share))[:, None], k, axis=1)
        return JointParameters(
            ability + noise * source.normal(size=ability.shape),
            np.zeros((self.covariates.shape[1], k)),
            noise * source.normal(size=(len(self.matrix.kinds), k)),
            np.zeros((len(self.matrix.items), k)),
        )

    def predictors(self, at: JointParameters) -> tuple[Numbers, Numbers, Numbers]:
        """Return abilities (I x K), difficulties (J x K) and their differences (K x I x J, or 1 x I x J if summed)."""
        theta = at.deviation + self.covariates @ at.effects
        difficulty = at.alpha[self.matrix.kind_of] + at.residual
        if self.model.form == "prod":
            return theta, difficulty, theta.T[:, :, None] - difficulty.T[:, None, :]
        return theta, difficulty, (theta.sum(axis=1)[:, None] - difficulty.sum(axis=1))[None]

    def logs(self, predictor: Numbers) -> tuple[Numbers, Numbers]:
        """Return ln P and ln(1 - P), I x J."""
        log_p = np.minimum(-np.logaddexp(0, -predictor).sum(axis=0), LARGEST_LOG)
        return np.asarray(log_p), np.asarray(np.log(-np.expm1(log_p)))

    def __call__(self, at: JointParameters) -> tuple[float, JointParameters]:
        """Return the value and its derivatives."""
        _, _, predictor = self.predictors(at)
        log_p, log_not = self.logs(predictor)
        value = -float((self.right * log_p + self.wrong * log_not).sum())
        by_log = self.wrong * np.exp(log_p - log_not) - self.right
        by_predictor = by_log * np.exp(-np.logaddexp(0, predictor))
        by_ability, by_difficulty = by_predictor.sum(axis=2).T, -by_predictor.sum(axis=1).T
        k = self.model.dimensions
        by_ability = np.broadcast_to(by_ability, (len(by_ability), k))
        by_difficulty = np.broadcast_to(by_difficulty, (len(by_difficulty), k))
        value += 0.5 * float(
            (at.deviation**2).sum() / ABILITY_SD**2
            + (at.effects**2).sum() / EFFECT_SD**2
            + (self.alpha_weight * at.alpha**2).sum()
            + (at.residual**2).sum() / RESIDUAL_SD**2
        )
        return value, JointParameters(
            by_ability + at.deviation / ABILITY_SD**2,
            self.covariates.T @ by_ability + at.effects / EFFECT_SD**2,
            self.member @ by_difficulty + self.alpha_weight * at.alpha,
            by_difficulty + at.residual / RESIDUAL_SD**2,
        )

    def fit(self, ends: list[tuple[float, float, int, JointParameters]]) -> JointFit:
        """Return what the best end says, after centring, or why it says nothing."""
        best, gradient, taken, at = ends[0]
        theta, difficulty, predictor = self.predictors(at)
        log_p, log_not = self.logs(predictor)
        shift = at.alpha.mean(axis=0)
        places = order(self.matrix.kinds, at.alpha - shift)
        failure = "" if gradient <= LARGEST_GRADIENT else f"not converged: gradient {gradient:.2g} after {taken} steps"
        return JointFit(
            self.model,
            (theta - shift)[:, places],
            (at.alpha - shift)[:, places],
            (difficulty - shift)[:, places],
            at.effects[:, places],
            -float((self.right * log_p + self.wrong * log_not).sum()),
            int(self.used.sum()),
            self.model.counted_parameters(len(theta), len(difficulty), len(at.alpha), len(at.effects)),
            len(ends),
            sum(end[0] <= best + AGREEING for end in ends),
            ends[-1][0] - best,
            failure,
        )


def joint_chances(fit: JointFit) -> Numbers:
    """Return the chances of right answers that a joint fit gives, I x J."""
    if fit.model.form == "prod":
        predictor = fit.theta.T[:, :, None] - fit.difficulty.T[:, None, :]
    else:
        predictor = (fit.theta.sum(axis=1)[:, None] - fit.difficulty.sum(axis=1))[None]
    return np.asarray(np.exp(-np.logaddexp(0, -predictor).sum(axis=0)))
