"""Draws of the tests: responses made anew under an assumption, and the models fitted to them.

Every draw has a seed of its own, made of the study's seed, its name and its number, so draws can be made in any
chunks and kept. A model that does not converge on a draw has no value there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from planclaims.errors import InputError
from planclaims.suites.competence.irt.estimators.estimation import Fit, estimate
from planclaims.suites.competence.irt.estimators.forms import Parameters, specification
from planclaims.suites.competence.irt.estimators.matrix import EMPTY, Numbers, ResponseMatrix
from planclaims.suites.competence.irt.estimators.simulation import drawn
from planclaims.suites.competence.irt.settings import COMPARED

MAIN = "prod-2"
"""The model whose kinds are named and shuffled."""
STARTS = 4
SWAPS_PER_CELL = 5

Draw = Mapping[str, Any]
"""One draw as plain data: its number and the nll of each model, or the parameters of the fit."""


@dataclass(frozen=True)
class Observed:
    """A matrix with the fits of the compared models, all of which converged."""

    matrix: ResponseMatrix
    fits: Mapping[str, Fit]
    seed: int

    def source(self, test: str, number: int) -> np.random.Generator:
        """Return the randomness of one draw of one test."""
        name = int.from_bytes(hashlib.sha256(test.encode()).digest()[:4], "big")
        return np.random.default_rng((self.seed, name, number))


def from_model(model: str) -> Callable[[Observed, int], Draw]:
    """Return how the responses are drawn from the fit of a model and all compared models fitted to them."""

    def draw(observed: Observed, number: int) -> Draw:
        source = observed.source(f"model {model}", number)
        matrix = drawn(observed.matrix, observed.fits[model].parameters, source)
        known = {model: observed.fits[model].parameters}
        return {"draw": number, "nll": {name: _nll(matrix, name, source, known.get(name)) for name in COMPARED}}

    return draw


def labels(observed: Observed, number: int) -> Draw:
    """Return the nll of the main model with the kinds dealt out anew over the items."""
    source = observed.source("labels", number)
    matrix = replace(observed.matrix, kind_of=source.permutation(observed.matrix.kind_of))
    return {"draw": number, "nll": {name: _nll(matrix, name, source) for name in ("1d", MAIN)}}


def margins(observed: Observed, number: int) -> Draw:
    """Return the same with responses shuffled so that every respondent and item keeps its number of right answers."""
    source = observed.source("margins", number)
    matrix = observed.matrix.with_answers(shuffled(observed.matrix, source))
    return {"draw": number, "nll": {name: _nll(matrix, name, source) for name in ("1d", MAIN)}}


def items(observed: Observed, number: int) -> Draw:
    """Return the parameters of the main model with the items of each kind drawn with replacement."""
    source = observed.source("items", number)
    weights = item_weights(observed.matrix, source)
    known = observed.fits[MAIN].parameters
    fit = estimate(observed.matrix, specification(MAIN), starts=0, known=[known], weights=weights).fit
    if fit is None:
        return {"draw": number, "alpha": None, "theta": None}
    alpha, theta = aligned(fit.parameters, known)
    return {"draw": number, "alpha": alpha.round(9).tolist(), "theta": theta.round(9).tolist()}


TESTS: Mapping[str, Callable[[Observed, int], Draw]] = {
    "from-1d": from_model("1d"),
    "from-comp-2": from_model("comp-2"),
    "from-prod-2": from_model("prod-2"),
    "labels": labels,
    "margins": margins,
    "items": items,
}


def make_draws(observed: Observed, test: str, numbers: range) -> list[Draw]:
    """Return the draws of a test that have these numbers; InputError if there is no such test."""
    if test not in TESTS:
        raise InputError("there is no such test", found=repr(test), allowed=", ".join(TESTS))
    return [TESTS[test](observed, number) for number in numbers]


def item_weights(matrix: ResponseMatrix, source: np.random.Generator) -> Numbers:
    """Return how often each item is drawn, as many draws per kind as it has items."""
    found = np.zeros(len(matrix.items))
    for place in range(len(matrix.kinds)):
        members = np.flatnonzero(matrix.kind_of == place)
        found[members] = np.bincount(source.integers(len(members), size=len(members)), minlength=len(members))
    return found


def aligned(found: Parameters, known: Parameters) -> tuple[Numbers, Numbers]:
    """Return alpha and theta with the dimensions in the order in which they resemble known ones most."""
    from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]

    distance = ((found.theta[:, :, None] - known.theta[:, None, :]) ** 2).sum(axis=0)
    places = np.argsort(linear_sum_assignment(distance)[1])
    return found.alpha[:, places], found.theta[:, places]


def shuffled(matrix: ResponseMatrix, source: np.random.Generator) -> np.ndarray[Any, np.dtype[np.int8]]:
    """Return answers with the same number of right ones in every row and column, empty cells in their places.

    Curveball trades: two respondents pool the items that only one of them has right, and deal them out anew. Each trade
    tries every item; 5 trades per respondent make 5 tries per cell.
    """
    answers = matrix.answers.copy()
    for _ in range(SWAPS_PER_CELL * len(answers)):
        one, other = source.choice(len(answers), size=2, replace=False)
        pooled = np.flatnonzero((answers[one] != answers[other]) & (answers[one] != EMPTY) & (answers[other] != EMPTY))
        dealt = source.permutation(answers[one, pooled])
        answers[one, pooled], answers[other, pooled] = dealt, 1 - dealt
    return answers


def _nll(
    matrix: ResponseMatrix, name: str, source: np.random.Generator, known: Parameters | None = None
) -> float | None:
    starts = [] if known is None else [known]
    seed = int(source.integers(2**31))
    fit = estimate(matrix, specification(name), starts=STARTS, seed=seed, known=starts).fit
    return None if fit is None else round(fit.nll, 6)
