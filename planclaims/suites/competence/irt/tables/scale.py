"""The table of scale and conditions: abilities by size, condition and family, respondents clustered by model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.irt.estimators.matrix import Numbers, ResponseMatrix
from planclaims.suites.competence.irt.sample import Sample
from planclaims.suites.competence.irt.tables.details import NO_MODEL

TITLE = "Abilities by scale, condition and family"
HEADER = ("ability", "term", "effect", "95% interval", "p")


def scale_table(sample: Sample) -> Sheet:
    """Return the effects on each ability, by least squares; errors allow for respondents of a model going together."""
    if sample.main is None:
        return Sheet(TITLE, HEADER, (), (NO_MODEL,))
    names, design = effects(sample.matrix)
    models = sample.matrix.labels.get("model", sample.matrix.respondents)
    clusters = np.unique(np.array(models), return_inverse=True)[1]
    if np.linalg.matrix_rank(design) < design.shape[1] or clusters.max() < design.shape[1]:
        told = f"{design.shape[1]} terms cannot be told apart by {clusters.max() + 1} models."
        return Sheet(TITLE, HEADER, (), (told,))
    rows = []
    for k in range(sample.main.parameters.theta.shape[1]):
        found = _least_squares(sample.main.parameters.theta[:, k], design, names, clusters)
        rows += [(f"theta{k + 1}", *row) for row in found]
    notes = (
        "In logits. Size: log of the parameters, standardised within the family, 0 where unknown; conditions and "
        "families against the first of them. Errors clustered by model.",
    )
    return Sheet(TITLE, HEADER, tuple(rows), notes)


def effects(matrix: ResponseMatrix) -> tuple[list[str], Numbers]:
    """Return the terms of the regression and their values, I x C: constant, size, conditions and families."""
    names, columns = ["constant"], [np.ones(len(matrix.respondents))]
    size = _standardised(matrix)
    if size.any():
        names.append("size")
        columns.append(size)
    for label in ("condition", "family"):
        values = matrix.labels.get(label, ())
        for value in list(dict.fromkeys(values))[1:]:
            names.append(f"{label} {value}")
            columns.append(np.array([float(other == value) for other in values]))
    return names, np.column_stack(columns)


def _standardised(matrix: ResponseMatrix) -> Numbers:
    """Return log parameters, standardised within each family; 0 where unknown or alone."""
    texts = matrix.labels.get("parameters", ())
    logs = np.array([_log(text) for text in texts] or [np.nan] * len(matrix.respondents))
    families = np.array(matrix.labels.get("family", ("",) * len(logs)))
    found = np.zeros(len(logs))
    for family in np.unique(families):
        here = (families == family) & np.isfinite(logs)
        spread = logs[here].std() if here.any() else 0.0
        if spread > 0:
            found[here] = (logs[here] - logs[here].mean()) / spread
    return found


def _log(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        return float("nan")
    return float(np.log(value)) if value > 0 else float("nan")


def _least_squares(
    theta: Numbers, design: Numbers, names: Sequence[str], clusters: np.ndarray[tuple[int, ...], np.dtype[np.intp]]
) -> list[tuple[str, str, str, str]]:
    from statsmodels.regression.linear_model import OLS  # type: ignore[import-untyped]

    found = OLS(theta, design).fit(cov_type="cluster", cov_kwds={"groups": clusters}, use_t=True)
    bounds = found.conf_int()
    return [
        (name, f"{found.params[n]:+.2f}", f"{bounds[n][0]:+.2f} to {bounds[n][1]:+.2f}", f"{found.pvalues[n]:.4f}")
        for n, name in enumerate(names)
    ]
