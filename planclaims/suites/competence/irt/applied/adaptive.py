"""Adaptive testing: the next item is the one that tells most about the abilities as they look so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from planclaims.suites.competence.irt.applied.scoring import Calibration, calibration, score
from planclaims.suites.competence.irt.estimators.estimation import Fit, estimate
from planclaims.suites.competence.irt.estimators.forms import ABILITY_SD
from planclaims.suites.competence.irt.estimators.matrix import EMPTY, RIGHT, Cells, Numbers, Places, ResponseMatrix

ITEMS = 120
CLOSE = 0.3
"""How near a short test is to come to the whole one, in logits."""
STEPS = 12
LONGEST_STEP = 1.0


def factor_chances(theta: Numbers, difficulty: Numbers) -> tuple[Numbers, Numbers]:
    """Return P (J) of the product model and the slopes of ln P by theta (J x K) at one ability."""
    predictor = theta - difficulty
    log_p = -np.logaddexp(0, -predictor).sum(axis=1)
    return np.asarray(np.minimum(np.exp(log_p), 1 - 1e-12)), np.asarray(1 / (1 + np.exp(predictor)))


def information(theta: Numbers, difficulty: Numbers) -> Numbers:
    """Return Fisher's information of every item about theta, J x K x K: P/(1-P) s(-eta_k) s(-eta_l)."""
    chance, slopes = factor_chances(theta, difficulty)
    return np.asarray((chance / (1 - chance))[:, None, None] * slopes[:, :, None] * slopes[:, None, :])


def next_item(theta: Numbers, difficulty: Numbers, asked: Places, open_items: Places) -> int:
    """Return the open item after which the determinant of the posterior precision of theta is largest."""
    each = information(theta, difficulty)
    precision = np.eye(len(theta)) / ABILITY_SD**2 + each[asked].sum(axis=0)
    return int(open_items[np.argmax(np.linalg.det(precision + each[open_items]))])


def ability(start: Numbers, difficulty: Numbers, answers: Cells) -> Numbers:
    """Return the posterior mode of theta from answers to items of known difficulty, by Fisher scoring."""
    theta = start.copy()
    for _ in range(STEPS):
        chance, slopes = factor_chances(theta, difficulty)
        right = answers == RIGHT
        weight = np.where(right, 1.0, -chance / (1 - chance))
        slope = weight @ slopes - theta / ABILITY_SD**2
        precision = np.eye(len(theta)) / ABILITY_SD**2 + information(theta, difficulty).sum(axis=0)
        step = np.linalg.solve(precision, slope)
        theta = theta + step * min(1.0, LONGEST_STEP / max(float(np.abs(step).max()), 1e-12))
        if np.abs(step).max() < 1e-6:
            break
    return theta


def adaptive_items(difficulty: Numbers, answers: Cells, items: int = ITEMS) -> Places:
    """Return which items an adaptive test asks, in order, of a respondent who answers like this (J)."""
    theta = np.zeros(difficulty.shape[1])
    asked: list[int] = []
    is_open = answers != EMPTY
    for _ in range(min(items, int(is_open.sum()))):
        chosen = next_item(theta, difficulty, np.array(asked, dtype=np.intp), np.flatnonzero(is_open))
        asked.append(chosen)
        is_open[chosen] = False
        theta = ability(theta, difficulty[asked], answers[asked])
    return np.array(asked, dtype=np.intp)


@dataclass(frozen=True)
class Replay:
    """Abilities from a short test beside those from all items, respondents x dimensions.

    `expected` is the error that the information of the adaptive test's items leaves against all items: what no way of
    reckoning can go below.
    """

    items: int
    whole: Numbers
    adaptive: Numbers
    random: Numbers
    expected: Numbers

    def errors(self, which: Numbers) -> Numbers:
        """Return the root mean square differences to the whole test, per dimension."""
        return np.asarray(np.sqrt(((which - self.whole) ** 2).mean(axis=0)))

    def close(self, which: Numbers) -> float:
        """Return the share of respondents whose whole profile is met within 0.3 in every dimension."""
        return float((np.abs(which - self.whole) <= CLOSE).all(axis=1).mean())


def replay(matrix: ResponseMatrix, fit: Fit, *, lengths: Sequence[int] = (ITEMS,), seed: int = 0) -> list[Replay]:
    """Return how adaptive and random short tests fare on stored answers, one for each length.

    A short test is the beginning of a longer one. Each respondent is tested with items that were calibrated without its
    own answers. ArithmeticError if a calibration does not converge.
    """
    source = np.random.default_rng(seed)
    rows: list[list[list[Numbers]]] = [[] for _ in lengths]
    for place, answers in enumerate(matrix.answers):
        calibrated, difficulty = _without(matrix, fit, place)
        chosen = adaptive_items(difficulty, answers, max(lengths))
        drawn = source.permutation(np.flatnonzero(answers != EMPTY))
        whole = score(calibrated, answers)
        for own, items in zip(rows, lengths, strict=True):
            short = [score(calibrated, _only(answers, some[:items])) for some in (chosen, drawn)]
            own.append([whole, *short, _expected(whole, difficulty, chosen[:items], np.flatnonzero(answers != EMPTY))])
    found = [[np.array([row[n] for row in own]) for n in range(4)] for own in rows]
    return [Replay(items, *values) for items, values in zip(lengths, found, strict=True)]


def _expected(theta: Numbers, difficulty: Numbers, some: Places, every: Places) -> Numbers:
    """Return the standard deviation, per ability, of the difference between some items and all of them."""
    each = information(theta, difficulty)
    prior = np.eye(len(theta)) / ABILITY_SD**2
    short, whole = (np.diag(np.linalg.inv(prior + each[chosen].sum(axis=0))) for chosen in (some, every))
    return np.asarray(np.sqrt(np.maximum(short - whole, 0.0)))


def _without(matrix: ResponseMatrix, fit: Fit, place: int) -> tuple[Calibration, Numbers]:
    """Return the calibration and item difficulties from the answers of all other respondents."""
    others = [i for i in range(len(matrix.respondents)) if i != place]
    known = fit.parameters
    start = type(known)(known.theta[others], known.alpha, known.log_loadings, known.log_sd)
    rest = matrix.of_respondents(others)
    found = estimate(rest, fit.specification, starts=0 if fit.specification.dimensions > 1 else 1, known=[start]).fit
    if found is None:
        raise ArithmeticError(f"the items could not be calibrated without {matrix.respondents[place]}")
    return calibration(rest, found), found.difficulty


def _only(answers: Cells, chosen: Places) -> Cells:
    kept = np.full_like(answers, EMPTY)
    kept[chosen] = answers[chosen]
    return kept
