"""Laws of the paper's estimator: its gradient, its anchor, and that adding dimensions in a sum adds nothing."""

from __future__ import annotations

import numpy as np
import pytest

from planclaims.suites.competence.irt.estimators.forms import specification
from planclaims.suites.competence.irt.estimators.joint import _Objective, estimate_joint, joint_chances, joint_model
from planclaims.suites.competence.irt.estimators.matrix import EMPTY, ResponseMatrix
from planclaims.suites.competence.irt.estimators.simulation import simulate


@pytest.fixture(scope="module")
def answers() -> ResponseMatrix:
    matrix = simulate(specification("prod-2"), seed=5, respondents=9, per_kind=12).matrix
    some = matrix.answers.copy()
    some[np.random.default_rng(0).random(some.shape) < 0.05] = EMPTY
    return matrix.with_answers(some)


@pytest.mark.parametrize("name", ["1d", "sum-3", "prod-2", "prod-3"])
def test_the_gradient_is_that_of_finite_differences(answers: ResponseMatrix, name: str) -> None:
    source = np.random.default_rng(2)
    function = _Objective(answers, joint_model(name), source.normal(size=(9, 2)), answers.seen)
    start = function.first_guess(source)
    at = start.joined() + 0.3 * source.normal(size=start.joined().size)
    analytic = function(start.like(at))[1].joined()
    for place in source.choice(at.size, size=25, replace=False):
        step = np.zeros(at.size)
        step[place] = 1e-5
        above, below = (function(start.like(at + sign * step))[0] for sign in (1, -1))
        assert analytic[place] == pytest.approx((above - below) / 2e-5, abs=1e-5, rel=1e-5)


def test_the_kind_that_anchors_the_last_dimension_stays_near_nought(answers: ResponseMatrix) -> None:
    free = estimate_joint(answers, joint_model("1d"))
    assert not free.failure
    function = _Objective(answers, joint_model("prod-2"), None, answers.seen)
    assert function.alpha_weight[answers.kinds.index("app")].tolist() == [1.0, 201.0]
    assert (np.delete(function.alpha_weight, answers.kinds.index("app"), axis=0) == 1.0).all()


def test_a_sum_of_dimensions_is_one_dimension_with_wider_priors(answers: ResponseMatrix) -> None:
    one, two = (estimate_joint(answers, joint_model(name)) for name in ("1d", "sum-2"))
    assert np.corrcoef(one.theta[:, 0], two.theta.sum(axis=1))[0, 1] > 0.99
    assert two.parameters == 2 * one.parameters
    assert two.aic > one.aic


def test_parameters_are_counted_as_published() -> None:
    assert joint_model("prod-2").counted_parameters(27, 1040, 8, 14) == 2178
    assert joint_model("1d").counted_parameters(27, 1040, 8, 14) == 1089


def test_unused_cells_say_nothing(answers: ResponseMatrix) -> None:
    used = answers.seen.copy()
    used[:, ::3] = False
    other = answers.answers.copy()
    other[:, ::3] = 1
    first, second = (
        estimate_joint(matrix, joint_model("1d"), used=used) for matrix in (answers, answers.with_answers(other))
    )
    assert first.nll == pytest.approx(second.nll, abs=1e-2)
    assert joint_chances(first).shape == answers.answers.shape
    assert first.responses == int((used & answers.seen).sum())


def test_stopping_early_is_told(answers: ResponseMatrix) -> None:
    assert "not converged" in estimate_joint(answers, joint_model("prod-2"), starts=1, iterations=3).failure


def test_covariates_take_over_what_they_explain(answers: ResponseMatrix) -> None:
    better = np.array([[1.0], [1.0], [1.0], [0.0], [0.0], [0.0], [0.0], [0.0], [0.0]])
    raised = answers.answers.copy()
    raised[:3] = np.where(np.random.default_rng(1).random((3, raised.shape[1])) < 0.9, 1, raised[:3])
    found = estimate_joint(answers.with_answers(raised), joint_model("1d"), covariates=better)
    assert found.effects.shape == (1, 1)
    assert found.effects[0, 0] > 1
    assert found.parameters == 9 + 96 + 8 + 1
