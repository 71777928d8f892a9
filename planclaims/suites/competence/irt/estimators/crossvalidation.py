"""Held-out likelihood: of items that an estimator never saw, and of single cells, as the paper holds them out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from planclaims.suites.competence.irt.estimators.estimation import Fit, estimate
from planclaims.suites.competence.irt.estimators.forms import Parameters, Specification
from planclaims.suites.competence.irt.estimators.joint import JointModel, estimate_joint, joint_chances
from planclaims.suites.competence.irt.estimators.likelihood import log_right, marginal, raised
from planclaims.suites.competence.irt.estimators.matrix import EMPTY, RIGHT, Numbers, Places, ResponseMatrix

FOLDS = 5
STARTS = 2
"""Random starts of a fold, besides the parameters of the fit to all."""


@dataclass(frozen=True)
class HeldOut:
    """Negative log-likelihood and accuracy per held-out response, by fold; a fold without convergence is missing."""

    nll: tuple[float, ...]
    accuracy: tuple[float, ...]
    failed: int = 0

    @property
    def mean(self) -> float:
        """Return the mean over folds; nan if none converged."""
        return float(np.mean(self.nll)) if self.nll else float("nan")

    @property
    def error(self) -> float:
        """Return the standard error of that mean; nan for fewer than two folds."""
        return float(np.std(self.nll, ddof=1) / np.sqrt(len(self.nll))) if len(self.nll) > 1 else float("nan")


def item_folds(matrix: ResponseMatrix, seed: int, folds: int = FOLDS) -> Places:
    """Return the fold of every item, so that each fold has equal shares of every kind."""
    source = np.random.default_rng(seed)
    found = np.zeros(len(matrix.items), dtype=np.intp)
    for place in range(len(matrix.kinds)):
        items = source.permutation(np.flatnonzero(matrix.kind_of == place))
        found[items] = np.arange(len(items)) % folds
    return found


def cell_folds(matrix: ResponseMatrix, seed: int, folds: int = FOLDS) -> Places:
    """Return the fold of every cell, so that each fold has equal shares of every item."""
    source = np.random.default_rng(seed)
    rank = np.argsort(source.random(matrix.answers.shape), axis=0)
    first = source.permutation(len(matrix.items)) % folds
    return (np.argsort(rank, axis=0) + first) % folds


def items_held_out(
    matrix: ResponseMatrix,
    wanted: Specification,
    *,
    seed: int = 0,
    known: Sequence[Parameters] = (),
    fold_of: Places | None = None,
) -> HeldOut:
    """Return the likelihood of items that were left out of the fit; their kinds and the respondents were in it.

    `fold_of` gives each item its fold, if it is not to be drawn.
    """
    fold_of = item_folds(matrix, seed) if fold_of is None else fold_of
    nll, failed = [], 0
    for fold in range(int(fold_of.max()) + 1):
        train, test = (matrix.of_items(np.flatnonzero(here)) for here in (fold_of != fold, fold_of == fold))
        fit = estimate(train, wanted, starts=STARTS, seed=seed, known=known).fit
        if fit is None:
            failed += 1
            continue
        at = fit.parameters
        value = marginal(test, wanted.factors).value_and_gradient(at.locations(), at.log_sd)[0]
        nll.append(value / test.responses)
    return HeldOut(tuple(nll), (), failed)


def collapsed_held_out(matrix: ResponseMatrix, wanted: Specification, *, seed: int = 0) -> HeldOut:
    """Return the likelihood of the same left-out items if all kinds count as one."""
    one = replace(matrix, kinds=("all",), kind_of=np.zeros_like(matrix.kind_of), floors=np.zeros(1))
    return items_held_out(one, wanted, seed=seed, fold_of=item_folds(matrix, seed))


def cells_held_out(
    matrix: ResponseMatrix, wanted: Specification, *, seed: int = 0, known: Sequence[Parameters] = ()
) -> HeldOut:
    """Return the likelihood of single cells, given the other answers to their items."""
    nll, accuracy, failed = [], [], 0
    for held in _cells(matrix, seed):
        train = matrix.with_answers(np.where(held, np.int8(EMPTY), matrix.answers))
        fit = estimate(train, wanted, starts=STARTS, seed=seed, known=known).fit
        if fit is None:
            failed += 1
            continue
        scores = _scores(chances(train, fit), matrix, held)
        nll.append(scores[0])
        accuracy.append(scores[1])
    return HeldOut(tuple(nll), tuple(accuracy), failed)


def joint_cells_held_out(matrix: ResponseMatrix, model: JointModel, *, seed: int = 0, starts: int = STARTS) -> HeldOut:
    """Return the same for the paper's estimator."""
    nll, accuracy, failed = [], [], 0
    for held in _cells(matrix, seed):
        fit = estimate_joint(matrix, model, used=~held, starts=starts, seed=seed)
        if fit.failure:
            failed += 1
            continue
        scores = _scores(joint_chances(fit), matrix, held)
        nll.append(scores[0])
        accuracy.append(scores[1])
    return HeldOut(tuple(nll), tuple(accuracy), failed)


def chances(matrix: ResponseMatrix, fit: Fit) -> Numbers:
    """Return the chances of right answers, I x J, by a fit and by what the matrix says of each item's residual."""
    at = fit.parameters
    function = marginal(matrix, fit.specification.factors)
    _, posterior = function.item_posteriors(at.locations(), at.log_sd, len(matrix.items))
    right = np.exp(raised(log_right(at.locations(), at.log_sd, function.nodes)[0], matrix.floors)[0])
    return np.asarray(np.einsum("jiq,jq->ij", right[matrix.kind_of], posterior))


def _cells(matrix: ResponseMatrix, seed: int) -> Iterator[NDArray[np.bool_]]:
    fold_of = cell_folds(matrix, seed)
    yield from (np.asarray((fold_of == fold) & matrix.seen) for fold in range(FOLDS))


def _scores(expected: Numbers, matrix: ResponseMatrix, held: NDArray[np.bool_]) -> tuple[float, float]:
    """Return the negative log-likelihood and the accuracy per held-out cell."""
    right = matrix.answers[held] == RIGHT
    chance = np.clip(expected[held], 1e-12, 1 - 1e-12)
    nll = -np.where(right, np.log(chance), np.log1p(-chance)).mean()
    return float(nll), float(((chance > 0.5) == right).mean())
