"""Scoring, adaptive tests and routing on cases worked out by hand, and on simulated answers."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from planclaims.errors import InputError
from planclaims.suites.competence.irt.applied.adaptive import ability, adaptive_items, information, next_item, replay
from planclaims.suites.competence.irt.applied.routing import (
    Answered,
    always_cheap,
    always_dear,
    by_chance,
    by_difficulty,
    by_kind,
    by_prediction,
    cheapest_able,
    chosen_threshold,
    compare,
)
from planclaims.suites.competence.irt.applied.scoring import Calibration, calibration, score, shift
from planclaims.suites.competence.irt.applied.text_kinds import (
    predicted_difficulty,
    predicted_on_unseen_domains,
    train,
)
from planclaims.suites.competence.irt.estimators.estimation import Fit, estimate
from planclaims.suites.competence.irt.estimators.forms import specification
from planclaims.suites.competence.irt.estimators.matrix import ResponseMatrix
from planclaims.suites.competence.irt.estimators.simulation import simulate
from planclaims.suites.competence.irt.tables.routes import routed_items, routing_table


@pytest.fixture(scope="module")
def answers() -> ResponseMatrix:
    return simulate(specification("prod-2"), seed=6, respondents=8, per_kind=30).matrix


@pytest.fixture(scope="module")
def fitted(answers: ResponseMatrix) -> Fit:
    fit = estimate(answers, specification("prod-2"), starts=2).fit
    assert fit is not None
    return fit


@pytest.fixture(scope="module")
def calibrated(answers: ResponseMatrix, fitted: Fit) -> Calibration:
    return calibration(answers, fitted)


def test_the_slope_of_a_score_is_that_of_finite_differences(answers: ResponseMatrix, calibrated: Calibration) -> None:
    at, ones = np.array([0.4, -0.3]), np.ones(len(answers.items))
    slope = calibrated.objective(at, answers.answers[2], ones)[1]
    for k, step in enumerate(np.eye(2) * 1e-5):
        above, below = (calibrated.objective(at + s * step, answers.answers[2], ones)[0] for s in (1, -1))
        assert slope[k] == pytest.approx((above - below) / 2e-5, abs=1e-4)


def test_a_respondent_scores_about_what_the_fit_gave(
    answers: ResponseMatrix, fitted: Fit, calibrated: Calibration
) -> None:
    found = np.array([score(calibrated, row) for row in answers.answers])
    assert np.corrcoef(found[:, 0], fitted.parameters.theta[:, 0])[0, 1] > 0.97
    assert np.corrcoef(found[:, 1], fitted.parameters.theta[:, 1])[0, 1] > 0.97


def test_more_right_answers_move_abilities_up_and_none_nowhere(
    answers: ResponseMatrix, calibrated: Calibration
) -> None:
    base = answers.answers[0]
    better = np.maximum(base, (np.random.default_rng(1).random(len(base)) < 0.4).astype(np.int8))
    same = shift(calibrated, answers, base, base, draws=5)
    more = shift(calibrated, answers, base, better, draws=20)
    assert same.change == pytest.approx(0, abs=1e-3)
    assert (more.change > 0).all()
    assert (more.low <= more.change).all()
    assert (more.change <= more.high).all()


def test_only_items_that_both_sides_answered_count(answers: ResponseMatrix, calibrated: Calibration) -> None:
    arm = answers.answers[1].copy()
    arm[::2] = -1
    assert shift(calibrated, answers, answers.answers[0], arm, draws=2).items == len(arm) // 2


def test_information_of_an_item_at_its_difficulty() -> None:
    # P = 1/4, both slopes 1/2: information (1/4)/(3/4) * 1/4 in every entry.
    found = information(np.zeros(2), np.zeros((1, 2)))
    assert found[0] == pytest.approx(np.full((2, 2), 1 / 12))


def test_the_next_item_tells_of_the_dimension_that_is_known_least() -> None:
    first, second = [0.0, -6.0], [-6.0, 0.0]
    difficulty = np.array([first] * 20 + [first, second])
    asked = np.arange(20)
    assert next_item(np.zeros(2), difficulty, asked, np.array([20, 21])) == 21


def test_abilities_from_many_answers_to_known_items() -> None:
    source = np.random.default_rng(3)
    difficulty = source.normal(size=(4000, 2))
    truth = np.array([0.8, -0.4])
    chance = (1 / (1 + np.exp(-(truth - difficulty)))).prod(axis=1)
    found = ability(np.zeros(2), difficulty, (source.random(4000) < chance).astype(np.int8))
    assert found == pytest.approx(truth, abs=0.15)


def test_an_adaptive_test_asks_no_item_twice_and_none_without_an_answer() -> None:
    source = np.random.default_rng(4)
    answers = source.integers(-1, 2, size=80).astype(np.int8)
    asked = adaptive_items(source.normal(size=(80, 2)), answers, items=30)
    assert len(set(asked.tolist())) == 30
    assert (answers[asked] >= 0).all()


def test_a_replay_of_all_items_is_the_whole_test(answers: ResponseMatrix, fitted: Fit) -> None:
    half, found = replay(answers, fitted, lengths=(len(answers.items) // 2, len(answers.items)))
    assert found.errors(found.adaptive) == pytest.approx(0, abs=1e-2)
    assert found.close(found.random) == 1.0
    assert found.expected == pytest.approx(0, abs=1e-6)
    assert (half.items, half.whole.tolist()) == (len(answers.items) // 2, found.whole.tolist())
    assert (half.expected > 0.05).all()
    assert (half.errors(half.adaptive) < 3 * half.expected.mean(axis=0)).all()


def three(cheap: list[float], dear: list[float], tokens: tuple[float, float] = (1, 10)) -> Answered:
    return Answered("cot", "cte", np.array([cheap, dear]).T, np.array([tokens] * len(cheap), dtype=float))


def test_routers_send_what_they_should() -> None:
    answered = three([1, 0, 0], [0, 1, 1])
    known = by_kind(["app", "reach", "land"], {"reach", "land"})
    outcome = answered.outcome("kind", known)
    assert (outcome.accuracy, outcome.cost, outcome.dear_share) == (1.0, 7.0, pytest.approx(2 / 3))
    assert answered.outcome("", always_cheap(3)).accuracy == pytest.approx(1 / 3)
    assert answered.outcome("", always_dear(3)).cost == 10
    chance = answered.outcome("", by_chance(known))
    assert chance.cost == pytest.approx(7)
    assert chance.accuracy == pytest.approx((1 / 3) * (1 / 3) + (2 / 3) * (2 / 3))
    assert outcome.dominates(chance)
    assert not chance.dominates(outcome)


def test_difficulty_sends_what_others_find_hard() -> None:
    assert by_difficulty(np.array([0.1, 0.5, 0.9]), 0.5).tolist() == [1.0, 0.0, 0.0]
    assert by_prediction(np.array([0.2, 0.9]), np.array([0.6, 0.5]), 0.1).tolist() == [1.0, 0.0]


def test_the_cheapest_respondent_that_is_able_or_else_the_likeliest() -> None:
    chances = np.array([[0.5, 0.9, 0.95], [0.1, 0.2, 0.3], [0.8, 0.9, 0.7]])
    assert cheapest_able(chances, np.array([1.0, 2.0, 9.0]), 0.8).tolist() == [1, 2, 0]


def test_the_threshold_is_the_most_accurate_and_then_the_cheapest() -> None:
    answered = three([0, 1, 1], [1, 0, 0])
    baseline = np.array([0.1, 0.5, 0.9])
    assert chosen_threshold(answered, baseline, np.arange(3)) == pytest.approx(0.12)


def test_a_router_that_knows_the_kind_beats_difficulty_that_says_nothing() -> None:
    source = np.random.default_rng(5)
    kinds = np.array(["app", "reach"] * 200)
    hard = kinds == "reach"
    answered = three((~hard).astype(float).tolist(), hard.astype(float).tolist())
    found = compare(answered, "kind", by_kind(kinds.tolist(), {"reach"}), source.random(400), draws=50)
    assert found.outcome.accuracy == 1.0
    assert found.dominated > 20
    assert found.gain_low > 0.3


def test_kinds_are_told_from_texts_of_unseen_domains() -> None:
    domains = ["ferry", "blocks", "rooms"] * 20
    kinds = ["app", "reach"] * 30
    asked = {"app": "Which actions can be taken now", "reach": "Which fact can never come about"}
    texts = [f"In the world of {d}: {asked[k]}?" for d, k in zip(domains, kinds, strict=True)]
    assert predicted_on_unseen_domains(texts, kinds, domains) == kinds
    assert train(texts, kinds).predict(["which facts never come about"]) == ["reach"]
    with pytest.raises(ValueError, match="one domain"):
        predicted_on_unseen_domains(texts, kinds, ["ferry"] * 60)


def test_difficulty_from_features_on_unseen_domains() -> None:
    source = np.random.default_rng(7)
    features = source.normal(size=(90, 2))
    difficulty = features @ np.array([[1.0], [-2.0]]) + 0.5
    found = predicted_difficulty(features, difficulty, ["a", "b", "c"] * 30)
    assert found == pytest.approx(difficulty, abs=1e-9)


def test_the_table_of_routes_from_answers() -> None:
    rows = []
    for number in range(60):
        kind = ("app", "reach", "land")[number % 3]
        for model in ("m", "other"):
            for condition, right, tokens in (("cot", kind == "app", 100), ("cte", kind != "app", 900)):
                rows.append(
                    {
                        "model": model,
                        "condition": condition,
                        "item": f"{kind}/{number}",
                        "kind": kind,
                        "domain": ("x", "y")[number % 2],
                        "right": right,
                        "tokens": tokens,
                    }
                )
    texts = {str(row["item"]): f"this is about {row['kind']}" for row in rows}
    items = routed_items(pd.DataFrame(rows), texts, "m", cheap="cot", dear="cte")
    sheet = routing_table(items, "m", draws=20)
    found = {row[0]: row for row in sheet.rows}
    assert found["by the kind"][2] == "1.000"
    assert found["by the kind as the text tells it"][2] == "1.000"
    assert found["always cot"][3] == "100"
    assert any("100.0% of the items" in note for note in sheet.notes)
    with pytest.raises(InputError, match="no answers of m/t2"):
        routed_items(pd.DataFrame(rows), texts, "m", cheap="cot", dear="t2")
