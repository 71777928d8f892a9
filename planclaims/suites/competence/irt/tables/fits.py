"""Table C1: how well each model describes the responses. Tables of kinds and abilities of one fit."""

from __future__ import annotations

from collections.abc import Sequence

from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.irt.estimators.estimation import Estimation, Fit
from planclaims.suites.competence.irt.estimators.matrix import ResponseMatrix

FITS_HEADER = (
    "model",
    "dimensions",
    "parameters",
    "nll",
    "nll per response",
    "AIC",
    "BIC",
    "n of BIC",
    "starts converged",
    "starts agreeing",
    "spread of starts",
)
NO_FIT = "–"


def fits_sheet(found: Sequence[Estimation], matrix: ResponseMatrix, left_out: Sequence[str] = ()) -> Sheet:
    """Return one row per model; a model without a fit has no numbers, and a note says why."""
    rows = [_row(estimation) for estimation in found]
    notes = [
        f"{len(matrix.respondents)} respondents, {matrix.answered_items} items of {len(matrix.kinds)} kinds, "
        f"{matrix.responses} responses. nll: negative log-likelihood with item residuals integrated out, in nats.",
        *preferences([estimation.fit for estimation in found if estimation.fit]),
        *(f"{estimation.specification.name}: {estimation.failure}." for estimation in found if not estimation.fit),
    ]
    if left_out:
        notes.append(f"Left out for too many empty cells: {', '.join(left_out)}.")
    return Sheet("Models of the response matrix", FITS_HEADER, tuple(rows), tuple(notes))


def _row(found: Estimation) -> tuple[str, ...]:
    name, dimensions = found.specification.name, str(found.specification.dimensions)
    starts = len(found.starts)
    ends = (f"{found.converged} of {starts}", f"{found.agreeing} of {starts}", f"{found.spread:.2f}")
    if found.fit is None:
        return (name, dimensions, *[NO_FIT] * 6, *ends)
    fit = found.fit
    return (
        name,
        dimensions,
        str(fit.free_parameters),
        f"{fit.nll:.2f}",
        f"{fit.nll / fit.responses:.5f}",
        f"{fit.aic:.1f}",
        f"{fit.bic:.1f}",
        str(fit.items),
        *ends,
    )


def preferences(fits: Sequence[Fit]) -> list[str]:
    """Return a sentence on which model AIC and BIC prefer and by how much, if there are several."""
    if len(fits) < 2:
        return []
    told = []
    for name in ("aic", "bic"):
        first, second = sorted(fits, key=lambda fit: float(getattr(fit, name)))[:2]
        margin = getattr(second, name) - getattr(first, name)
        told.append(f"{name.upper()} prefers {first.specification.name}, by {margin:.1f} over the next")
    return [f"{'; '.join(told)}. A margin of a few units is close."]


def kinds_sheet(fit: Fit, matrix: ResponseMatrix) -> Sheet:
    """Return the parameters of each kind: centred difficulty per factor, and loadings where there are any."""
    at = fit.parameters
    factors = [f"difficulty {f + 1}" if at.alpha.shape[1] > 1 else "difficulty" for f in range(at.alpha.shape[1])]
    loadings = [f"loading {k + 1}" for k in range(at.log_loadings.shape[1])]
    rows = []
    for place, kind in enumerate(matrix.kinds):
        items = matrix.kind_of == place
        right = (matrix.answers[:, items] == 1).sum() / max(1, matrix.seen[:, items].sum())
        values = [*at.alpha[place], *at.loadings()[place]]
        rows.append((kind, str(int(items.sum())), f"{right:.3f}", *(f"{value:.3f}" for value in values)))
    deviations = ", ".join(f"{value:.2f}" for value in _deviations(fit))
    notes = (f"Model {fit.specification.name}. Deviation of item residuals: {deviations}.",)
    return Sheet("Kinds", ("kind", "items", "accuracy", *factors, *loadings), tuple(rows), notes)


def _deviations(fit: Fit) -> list[float]:
    import numpy as np

    return [float(value) for value in np.exp(fit.parameters.log_sd)]


def abilities_sheet(fit: Fit, matrix: ResponseMatrix) -> Sheet:
    """Return the abilities of each respondent."""
    theta = fit.parameters.theta
    right = (matrix.answers == 1).sum(axis=1) / matrix.seen.sum(axis=1)
    rows = tuple(
        (matrix.told(place), f"{right[place]:.3f}", *(f"{value:.3f}" for value in row))
        for place, row in enumerate(theta)
    )
    header = ("respondent", "accuracy", *(f"ability {k + 1}" for k in range(theta.shape[1])))
    return Sheet("Abilities", header, rows, (f"Model {fit.specification.name}, in logits.",))
