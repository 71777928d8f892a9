"""Responses drawn from a model: the draws of a parametric bootstrap, and studies whose truth is known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from planclaims.suites.competence.irt.estimators.forms import Parameters, Specification, centred
from planclaims.suites.competence.irt.estimators.likelihood import raised
from planclaims.suites.competence.irt.estimators.matrix import EMPTY, Cells, Numbers, Places, ResponseMatrix

KINDS = ("app", "prog", "val", "just", "reach", "areach", "land", "nexta")
CONDITIONS = ("direct", "cot", "scratchpad")
RESIDUAL_SD = 0.8
TRUE_ALPHA = np.array(
    [[1.6, 0.9], [0.2, -0.9], [1.5, -1.5], [-0.7, -2.2], [-1.4, 0.5], [-1.1, 2.8], [-0.8, 0.7], [0.7, -0.3]]
)
"""Difficulties of the kinds in a study of two dimensions: invented, operational kinds hard on the first."""
TRUE_LOADINGS = np.where(np.isin(KINDS, ("app", "prog", "val", "nexta"))[:, None], [1.3, 0.25], [0.25, 1.3])


@dataclass(frozen=True)
class Simulation:
    """A matrix and the parameters that it was drawn from."""

    specification: Specification
    parameters: Parameters
    matrix: ResponseMatrix


def probabilities(at: Parameters, kind_of: Places, residuals: Numbers, floors: Numbers) -> Numbers:
    """Return the chances of right answers, I x J, to items with these standardised residuals (J x F)."""
    predictor = at.locations()[kind_of] - (np.exp(at.log_sd) * residuals)[:, None, :]
    log_p = np.asarray(-np.logaddexp(0, -predictor).sum(axis=2))
    return np.exp(raised(log_p[:, :, None], floors[kind_of])[0][:, :, 0]).T


def drawn(like: ResponseMatrix, at: Parameters, source: np.random.Generator) -> ResponseMatrix:
    """Return new answers of the model in the place of a matrix's own, empty where those are empty."""
    residuals = source.normal(size=(len(like.items), len(at.log_sd)))
    chances = probabilities(at, like.kind_of, residuals, like.floors)
    right: Cells = (source.random(size=chances.shape) < chances).astype(np.int8)
    return like.with_answers(np.where(like.seen, right, np.int8(EMPTY)))


def simulate(wanted: Specification, *, seed: int, respondents: int = 30, per_kind: int = 130) -> Simulation:
    """Return a study of the eight kinds whose truth is `1d`, `prod-2` or `comp-2`; the same for the same seed."""
    source = np.random.default_rng((seed, wanted.dimensions, wanted.factors))
    theta = source.normal(size=(respondents, wanted.dimensions))
    loadings = np.log(TRUE_LOADINGS) if wanted.form == "comp" else np.zeros((len(KINDS), 0))
    alpha = {"prod": TRUE_ALPHA, "1d": TRUE_ALPHA[:, :1], "comp": TRUE_ALPHA.mean(axis=1, keepdims=True)}[wanted.form]
    at = centred(wanted.form, Parameters(theta, alpha, loadings, np.full(wanted.factors, np.log(RESIDUAL_SD))))
    return Simulation(wanted, at, drawn(_empty_study(respondents, per_kind), at, source))


def _empty_study(respondents: int, per_kind: int) -> ResponseMatrix:
    """Return respondents (models under three conditions) and items, all cells wrong."""
    pairs = [(f"simulated{i // len(CONDITIONS) + 1:02d}", CONDITIONS[i % len(CONDITIONS)]) for i in range(respondents)]
    return ResponseMatrix(
        tuple("/".join(pair) for pair in pairs),
        tuple(f"{kind}/simulated/{number:03d}" for kind in KINDS for number in range(per_kind)),
        KINDS,
        np.repeat(np.arange(len(KINDS)), per_kind),
        np.zeros((respondents, len(KINDS) * per_kind), dtype=np.int8),
        np.zeros(len(KINDS)),
        {"model": tuple(model for model, _ in pairs), "condition": tuple(condition for _, condition in pairs)},
    )
