"""Small response matrices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from planclaims.suites.competence.irt.estimators.forms import Parameters
from planclaims.suites.competence.irt.estimators.matrix import ResponseMatrix


def matrix(rows: Sequence[str], kinds: Sequence[str], floors: Sequence[float] = ()) -> ResponseMatrix:
    """Return rows of 0, 1 and blanks as a matrix; kinds are given per item."""
    order = tuple(dict.fromkeys(kinds))
    answers = np.array([[{"1": 1, "0": 0, " ": -1}[cell] for cell in row] for row in rows], dtype=np.int8)
    return ResponseMatrix(
        tuple(f"r{i}" for i in range(len(rows))),
        tuple(f"{kind}/{j}" for j, kind in enumerate(kinds)),
        order,
        np.array([order.index(kind) for kind in kinds]),
        answers,
        np.array(floors or [0.0] * len(order)),
    )


def parameters(
    theta: Sequence[Sequence[float]],
    alpha: Sequence[Sequence[float]],
    sd: Sequence[float],
    loadings: Sequence[Sequence[float]] | None = None,
) -> Parameters:
    """Return parameters from plain numbers."""
    slopes = np.zeros((len(alpha), 0)) if loadings is None else np.log(np.array(loadings))
    return Parameters(np.array(theta, float), np.array(alpha, float), slopes, np.log(np.array(sd, float)))
