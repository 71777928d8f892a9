"""Laws of the estimator: analytic gradients, what changes nothing, and known truths that come out again."""

from __future__ import annotations

import numpy as np
import pytest

from planclaims.suites.competence.irt.estimators.estimation import Estimation, estimate, first_guess, objective
from planclaims.suites.competence.irt.estimators.forms import Parameters, centred, specification
from planclaims.suites.competence.irt.estimators.likelihood import marginal
from planclaims.suites.competence.irt.estimators.matrix import ResponseMatrix
from planclaims.suites.competence.irt.estimators.simulation import Simulation, simulate

MODELS = ("1d", "prod-2", "prod-3", "prod-4", "comp-1", "comp-2", "comp-3")


@pytest.fixture(scope="module")
def small() -> ResponseMatrix:
    drawn = simulate(specification("prod-2"), seed=5, respondents=6, per_kind=7).matrix
    answers = drawn.answers.copy()
    answers[np.random.default_rng(1).random(answers.shape) < 0.1] = -1
    return drawn.with_answers(answers)


@pytest.fixture(scope="module")
def study() -> Simulation:
    return simulate(specification("prod-2"), seed=1, respondents=30, per_kind=130)


@pytest.fixture(scope="module")
def fitted(study: Simulation) -> Estimation:
    return estimate(study.matrix, specification("prod-2"), starts=2)


@pytest.mark.parametrize("floor", [0.0, 0.25])
@pytest.mark.parametrize("model", MODELS)
def test_the_gradient_is_that_of_finite_differences(small: ResponseMatrix, model: str, floor: float) -> None:
    wanted = specification(model)
    raised = ResponseMatrix(
        small.respondents, small.items, small.kinds, small.kind_of, small.answers, np.full(len(small.kinds), floor)
    )
    function = marginal(raised, wanted.factors)
    source = np.random.default_rng(3)
    start = first_guess(raised, wanted, source)
    at = start.joined() + 0.3 * source.normal(size=start.joined().size)
    analytic = objective(function, start.like(at))[1].joined()
    for place in source.choice(at.size, size=min(at.size, 25), replace=False):
        step = np.zeros(at.size)
        step[place] = 1e-5
        above, below = (objective(function, start.like(at + sign * step))[0] for sign in (1, -1))
        assert analytic[place] == pytest.approx((above - below) / 2e-5, abs=2e-5, rel=1e-5)


@pytest.mark.parametrize("model", ["1d", "prod-2", "prod-3"])
def test_a_shift_of_abilities_and_difficulties_together_changes_nothing(small: ResponseMatrix, model: str) -> None:
    wanted = specification(model)
    function = marginal(small, wanted.factors)
    at = first_guess(small, wanted, np.random.default_rng(4))
    shift = np.arange(1, wanted.factors + 1) / 3
    moved = Parameters(at.theta + shift, at.alpha + shift, at.log_loadings, at.log_sd)
    for other in (moved, centred(wanted.form, at)):
        assert function.value_and_gradient(other.locations(), at.log_sd)[0] == pytest.approx(
            function.value_and_gradient(at.locations(), at.log_sd)[0]
        )
    assert centred(wanted.form, at).alpha.mean(axis=0) == pytest.approx(0)


def test_the_order_of_respondents_items_and_kinds_changes_nothing(study: Simulation, fitted: Estimation) -> None:
    assert fitted.fit is not None
    source = np.random.default_rng(2)
    rows, columns = source.permutation(30), source.permutation(1040)
    shuffled = study.matrix.of_respondents(rows.tolist()).of_items(columns)
    again = estimate(shuffled, specification("prod-2"), starts=2, seed=9).fit
    assert again is not None
    assert again.nll == pytest.approx(fitted.fit.nll, abs=1e-3)
    assert again.parameters.theta == pytest.approx(fitted.fit.parameters.theta[rows], abs=1e-3)
    assert again.difficulty == pytest.approx(fitted.fit.difficulty[columns], abs=1e-3)


def test_known_parameters_come_out_again(study: Simulation, fitted: Estimation) -> None:
    assert fitted.fit is not None
    found, truth = fitted.fit.parameters, study.parameters
    for k in range(2):
        assert np.corrcoef(found.theta[:, k], truth.theta[:, k])[0, 1] > 0.95
        assert np.corrcoef(found.alpha[:, k], truth.alpha[:, k])[0, 1] > 0.95
        assert np.sqrt(np.mean((found.theta[:, k] - truth.theta[:, k]) ** 2)) < 0.4
    assert np.exp(found.log_sd) == pytest.approx(0.8, abs=0.15)


@pytest.mark.parametrize("truth", ["1d", "prod-2"])
def test_aic_finds_the_form_of_the_truth(truth: str) -> None:
    answers = simulate(specification(truth), seed=3).matrix
    fits = [estimate(answers, specification(model), starts=2).fit for model in ("1d", "comp-2", "prod-2")]
    best = min((fit for fit in fits if fit is not None), key=lambda fit: fit.aic)
    assert best.specification.name == truth


def test_an_estimator_that_stops_too_early_reports_no_fit(study: Simulation) -> None:
    found = estimate(study.matrix, specification("prod-2"), starts=2, iterations=5)
    assert found.fit is None
    assert found.converged == 0
    assert "not converged: the best of 2 starts stopped after 5 iterations" in found.failure


def test_the_same_seed_gives_the_same_fit(small: ResponseMatrix) -> None:
    first, second = (estimate(small, specification("prod-2"), starts=2, seed=7) for _ in range(2))
    assert first.starts[0].parameters.joined().tobytes() == second.starts[0].parameters.joined().tobytes()


def test_weights_of_items_are_repeated_items(small: ResponseMatrix) -> None:
    twice = small.of_items(np.repeat(np.arange(len(small.items)), 2))
    weighted = estimate(small, specification("1d"), weights=np.full(len(small.items), 2.0)).fit
    repeated = estimate(twice, specification("1d")).fit
    assert weighted is not None
    assert repeated is not None
    assert weighted.nll == pytest.approx(repeated.nll)
