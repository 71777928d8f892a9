"""Laws of the tests: margins that stay, draws that are the same in any chunks, errors and powers as they should be."""

from __future__ import annotations

import numpy as np
import pytest

from planclaims.suites.competence.irt.estimators.crossvalidation import cell_folds, item_folds, items_held_out
from planclaims.suites.competence.irt.estimators.estimation import estimate
from planclaims.suites.competence.irt.estimators.forms import specification
from planclaims.suites.competence.irt.estimators.matrix import EMPTY, ResponseMatrix
from planclaims.suites.competence.irt.estimators.simulation import drawn, simulate
from planclaims.suites.competence.irt.inference.draws import (
    TESTS,
    Observed,
    aligned,
    item_weights,
    make_draws,
    shuffled,
)
from planclaims.suites.competence.irt.settings import COMPARED
from planclaims.suites.competence.irt.settings import TESTS as NAMES


@pytest.fixture(scope="module")
def answers() -> ResponseMatrix:
    matrix = simulate(specification("prod-2"), seed=4, respondents=8, per_kind=15).matrix
    some = matrix.answers.copy()
    some[np.random.default_rng(0).random(some.shape) < 0.04] = EMPTY
    return matrix.with_answers(some)


@pytest.fixture(scope="module")
def observed(answers: ResponseMatrix) -> Observed:
    fits = {name: estimate(answers, specification(name), starts=2).fit for name in COMPARED}
    return Observed(answers, {name: fit for name, fit in fits.items() if fit is not None}, seed=3)


def test_shuffled_responses_keep_their_margins_and_empty_cells(answers: ResponseMatrix) -> None:
    found = shuffled(answers, np.random.default_rng(5))
    assert ((found == EMPTY) == (answers.answers == EMPTY)).all()
    for axis in (0, 1):
        assert ((found == 1).sum(axis=axis) == (answers.answers == 1).sum(axis=axis)).all()
    assert (found != answers.answers).mean() > 0.1


def test_shuffling_forgets_what_it_started_from(answers: ResponseMatrix) -> None:
    # In a matrix of two blocks, a cell that is right at first is right half of the time after many trades.
    blocks = np.kron(np.eye(2, dtype=np.int8), np.ones((4, 60), dtype=np.int8))
    square = answers.of_items(np.arange(120)).with_answers(blocks)
    found = shuffled(square, np.random.default_rng(6))
    assert found[:4, :60].mean() == pytest.approx(0.5, abs=0.1)


def test_weights_draw_as_many_items_of_a_kind_as_there_are(answers: ResponseMatrix) -> None:
    weights = item_weights(answers, np.random.default_rng(1))
    sums = [weights[answers.kind_of == place].sum() for place in range(len(answers.kinds))]
    assert sums == [15.0] * 8
    assert len(set(weights.tolist())) > 2


def test_drawn_responses_are_as_often_right_as_the_model_says(observed: Observed) -> None:
    at = observed.fits["prod-2"].parameters
    shares = [drawn(observed.matrix, at, np.random.default_rng(n)).kind_accuracy() for n in range(60)]
    actual = observed.matrix.kind_accuracy()
    assert np.mean(shares, axis=0) == pytest.approx(actual, abs=0.25)
    assert np.mean(shares) == pytest.approx(actual.mean(), abs=0.02)


def test_the_names_of_the_tests_are_those_of_the_workflow() -> None:
    assert tuple(TESTS) == NAMES


@pytest.mark.parametrize("test", NAMES)
def test_draws_are_the_same_in_any_chunks(observed: Observed, test: str) -> None:
    together = make_draws(observed, test, range(2))
    apart = [*make_draws(observed, test, range(1)), *make_draws(observed, test, range(1, 2))]
    assert together == apart
    assert together[0] != together[1] | {"draw": 0}


def test_dimensions_are_matched_to_those_they_resemble(observed: Observed) -> None:
    at = observed.fits["prod-2"].parameters
    crossed = type(at)(at.theta[:, ::-1], at.alpha[:, ::-1], at.log_loadings, at.log_sd[::-1])
    alpha, theta = aligned(crossed, at)
    assert (alpha == at.alpha).all()
    assert (theta == at.theta).all()


def test_folds_have_equal_shares_of_kinds_and_of_items(answers: ResponseMatrix) -> None:
    folds = item_folds(answers, seed=1)
    for place in range(8):
        assert np.bincount(folds[answers.kind_of == place]).tolist() == [3] * 5
    cells = cell_folds(answers, seed=1)
    per_item = np.array([np.bincount(column, minlength=5) for column in cells.T])
    assert per_item.max() - per_item.min() <= 1
    assert abs(np.bincount(cells.ravel()) / cells.size - 0.2).max() < 0.03


def test_the_true_form_tells_unseen_items_best() -> None:
    matrix = simulate(specification("prod-2"), seed=8, respondents=20, per_kind=60).matrix
    one, two = (items_held_out(matrix, specification(name)) for name in ("1d", "prod-2"))
    assert len(one.nll) == len(two.nll) == 5
    assert two.mean < one.mean
