"""The marginal likelihood against numbers worked out by hand and by another way of integrating."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log, pi, sqrt

import numpy as np
import pytest
from irt_matrices import matrix, parameters

from planclaims.suites.competence.irt.estimators.forms import Parameters, Specification
from planclaims.suites.competence.irt.estimators.likelihood import gauss_hermite, marginal
from planclaims.suites.competence.irt.estimators.matrix import ResponseMatrix

NONE = 1e-9
"""A deviation of item residuals that is as good as none."""


def nll(answers: ResponseMatrix, at: Parameters) -> float:
    return marginal(answers, len(at.log_sd)).value_and_gradient(at.locations(), at.log_sd)[0]


def logistic(value: float) -> float:
    return 1 / (1 + exp(-value))


def mean(function: Callable[[float], float]) -> float:
    """Return the mean of a function of a standard normal, by sums over a fine grid."""
    step = 1e-3
    return step * sum(exp(-x * x / 2) / sqrt(2 * pi) * function(x) for x in np.arange(-9, 9, step))


def test_one_answer_in_one_dimension() -> None:
    at = parameters([[1.0]], [[0.5]], [NONE])
    assert nll(matrix(["1"], ["a"]), at) == pytest.approx(-log(logistic(0.5)))
    assert nll(matrix(["0"], ["a"]), at) == pytest.approx(-log(1 - logistic(0.5)))


def test_two_dimensions_are_multiplied_if_noncompensatory() -> None:
    at = parameters([[0.0, 0.0]], [[0.0, 0.0]], [NONE, NONE])
    assert nll(matrix(["1"], ["a"]), at) == pytest.approx(log(4))
    assert nll(matrix(["0"], ["a"]), at) == pytest.approx(-log(3 / 4))


def test_two_dimensions_are_added_if_compensatory() -> None:
    at = parameters([[2.0, -1.0]], [[0.5]], [NONE], [[1.0, 3.0]])
    assert nll(matrix(["1"], ["a"]), at) == pytest.approx(-log(logistic(2 - 3 - 0.5)))


def test_a_floor_lifts_the_chance() -> None:
    at = parameters([[0.0]], [[0.0]], [NONE])
    assert nll(matrix(["1"], ["a"], [0.25]), at) == pytest.approx(-log(0.25 + 0.75 / 2))


def test_answers_to_one_item_share_its_residual() -> None:
    at = parameters([[0.0], [1.0]], [[0.0]], [0.8])
    both = mean(lambda x: logistic(-0.8 * x) * logistic(1 - 0.8 * x))
    assert nll(matrix(["1", "1"], ["a"]), at) == pytest.approx(-log(both), abs=1e-7)
    assert both > mean(lambda x: logistic(-0.8 * x)) * mean(lambda x: logistic(1 - 0.8 * x))


def test_empty_cells_say_nothing() -> None:
    at = parameters([[0.3], [1.0]], [[0.0], [0.4]], [0.8])
    first = parameters([[0.3]], [[0.0], [0.4]], [0.8])
    assert nll(matrix(["10", "  "], ["a", "b"]), at) == pytest.approx(nll(matrix(["10"], ["a", "b"]), first))


def test_equal_items_count_as_often_as_they_stand() -> None:
    at = parameters([[0.3], [1.0]], [[0.0]], [0.8])
    assert nll(matrix(["111", "000"], ["a"] * 3), at) == pytest.approx(3 * nll(matrix(["1", "0"], ["a"]), at))
    weighted = marginal(matrix(["1", "0"], ["a"]), 1, np.array([3.0]))
    assert weighted.value_and_gradient(at.locations(), at.log_sd)[0] == pytest.approx(
        3 * nll(matrix(["1", "0"], ["a"]), at)
    )


@pytest.mark.parametrize(("factors", "most"), [(1, 21), (2, 81), (3, 125), (4, 256)])
def test_nodes_weigh_one_and_have_mean_nought_and_variance_one(factors: int, most: int) -> None:
    nodes = gauss_hermite(factors)
    weights = np.exp(nodes.log_weights)
    points = nodes.points[nodes.index]
    assert len(weights) <= most
    assert weights.sum() == pytest.approx(1)
    assert weights @ points == pytest.approx(0, abs=1e-12)
    assert weights @ points**2 == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("extreme", [-800.0, 800.0])
def test_no_overflow_far_out(extreme: float) -> None:
    at = parameters([[extreme, extreme]], [[0.0, 0.0]], [0.8, 0.8])
    value, by_location, by_sd = marginal(matrix(["10"], ["a", "a"]), 2).value_and_gradient(at.locations(), at.log_sd)
    assert np.isfinite([value, *by_location.ravel(), *by_sd]).all()


@pytest.mark.parametrize(
    ("form", "dimensions", "expected"), [("1d", 1, 38), ("prod", 2, 76), ("comp", 2, 81), ("prod", 3, 114)]
)
def test_parameters_are_counted_as_specified(form: str, dimensions: int, expected: int) -> None:
    assert Specification(form, dimensions).free_parameters(30, 8) == expected  # type: ignore[arg-type]
