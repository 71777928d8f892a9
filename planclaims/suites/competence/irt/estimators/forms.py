"""The forms of the model: how abilities and kinds make the locations of the factors, and what is thought beforehand.

`1d`: logistic(theta_i - b_j). `prod-K`, noncompensatory: the product over k of logistic(theta_ik - b_jk).
`comp-K`, compensatory: logistic(sum over k of a_tk theta_ik - d_j) with loadings a > 0 per kind. In each, the
difficulty of an item is that of its kind, alpha, plus a residual of the item, of deviation s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Literal

import numpy as np

from planclaims.errors import InputError
from planclaims.suites.competence.irt.estimators.matrix import Numbers
from planclaims.suites.competence.irt.settings import MOST_DIMENSIONS

FormName = Literal["1d", "prod", "comp"]
ABILITY_SD, KIND_SD = 2.0, 2.0
LOADING_SD = 0.5
RESIDUAL_MEDIAN, RESIDUAL_SD = 0.8, 0.5
"""The priors: theta and alpha normal, loadings and residual deviations lognormal."""


@dataclass(frozen=True, slots=True)
class Specification:
    """A form and how many dimensions of ability it has."""

    form: FormName
    dimensions: int

    @property
    def name(self) -> str:
        """Return the name that `specification` reads."""
        return self.form if self.form == "1d" else f"{self.form}-{self.dimensions}"

    @property
    def factors(self) -> int:
        """Return how many factors, each with a residual of its own, the probability has."""
        return self.dimensions if self.form == "prod" else 1

    def free_parameters(self, respondents: int, kinds: int) -> int:
        """Return how many parameters are free, as the study's specification counts them (C3)."""
        i, t, k = respondents, kinds, self.dimensions
        if self.form == "comp":
            return i * k + t + 1 + t * k - k * k
        return i * k + t * k + k - k


def specification(name: str) -> Specification:
    """Return the specification of a name: 1d, prod-1 (the same model), prod-2, comp-2 and so on up to 4 dimensions."""
    form, _, dimensions = name.partition("-")
    if name in {"1d", "prod-1"}:
        return Specification("1d", 1)
    if form in ("prod", "comp") and dimensions in map(str, range(1, MOST_DIMENSIONS + 1)):
        return Specification("prod" if form == "prod" else "comp", int(dimensions))
    raise InputError("there is no such model", found=repr(name), allowed="1d, prod-1 to prod-4, comp-1 to comp-4")


@dataclass(frozen=True)
class Parameters:
    """Abilities theta (I x K), kinds alpha (T x F), log loadings (T x K, or T x 0), log residual deviations (F)."""

    theta: Numbers
    alpha: Numbers
    log_loadings: Numbers
    log_sd: Numbers

    def joined(self) -> Numbers:
        """Return all of them as one vector."""
        return np.concatenate([getattr(self, block.name).ravel() for block in fields(self)])

    def like(self, vector: Numbers) -> Parameters:
        """Return a vector as parameters of this one's shapes."""
        found, start = [], 0
        for block in fields(self):
            old = getattr(self, block.name)
            found.append(vector[start : start + old.size].reshape(old.shape))
            start += old.size
        return Parameters(*found)

    def loadings(self) -> Numbers:
        """Return the loadings a, T x K."""
        return np.exp(self.log_loadings)

    def locations(self) -> Numbers:
        """Return the locations of the factors, T x I x F."""
        if self.log_loadings.size:
            return (self.loadings() @ self.theta.T)[:, :, None] - self.alpha[:, None, :]
        return self.theta[None] - self.alpha[:, None, :]

    def pulled(self, by_location: Numbers, by_log_sd: Numbers) -> Parameters:
        """Return derivatives by locations as derivatives by the parameters."""
        alpha = -by_location.sum(axis=1)
        if not self.log_loadings.size:
            return Parameters(by_location.sum(axis=0), alpha, self.log_loadings, by_log_sd)
        scores, loadings = by_location[:, :, 0], self.loadings()
        return Parameters(scores.T @ loadings, alpha, (scores @ self.theta) * loadings, by_log_sd)


def penalty(at: Parameters) -> tuple[float, Parameters]:
    """Return the negative log density of the priors, without its constants, and its derivatives."""
    scaled = Parameters(
        at.theta / ABILITY_SD**2,
        at.alpha / KIND_SD**2,
        at.log_loadings / LOADING_SD**2,
        (at.log_sd - np.log(RESIDUAL_MEDIAN)) / RESIDUAL_SD**2,
    )
    away = Parameters(at.theta, at.alpha, at.log_loadings, at.log_sd - np.log(RESIDUAL_MEDIAN))
    return 0.5 * float(away.joined() @ scaled.joined()), scaled


def rearranged(form: FormName, at: Parameters, order: Sequence[int]) -> Parameters:
    """Return the same model with its dimensions in another order."""
    places = list(order)
    if form == "comp":
        return Parameters(at.theta[:, places], at.alpha, at.log_loadings[:, places], at.log_sd)
    return Parameters(at.theta[:, places], at.alpha[:, places], at.log_loadings, at.log_sd[places])


def centred(form: FormName, at: Parameters) -> Parameters:
    """Return the same model with alpha centred over kinds and theta moved along; comp is left as it is."""
    if form == "comp":
        return at
    shift = at.alpha.mean(axis=0)
    return Parameters(at.theta - shift, at.alpha - shift, at.log_loadings, at.log_sd)
