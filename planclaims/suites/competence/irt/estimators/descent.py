"""Minimising by L-BFGS-B until the gradient is small, and where that ended."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from planclaims.suites.competence.irt.estimators.matrix import Numbers

LARGEST_GRADIENT = 1e-3
MEMORY = 20
MOST_ITERATIONS = 3000


def minimise(
    function: Callable[[Numbers], tuple[float, Numbers]], start: Numbers, iterations: int = MOST_ITERATIONS
) -> tuple[Numbers, float, float, int]:
    """Return the end point, its value, its largest gradient entry and the iterations; `function` gives value, slope."""
    # The minimiser's own products are tiny; with threads, waiting for them takes nine tenths of the time.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from scipy.optimize import minimize  # type: ignore[import-untyped]

    options: dict[str, Any] = {
        "maxcor": MEMORY,
        "gtol": LARGEST_GRADIENT,
        "ftol": 0.0,
        "maxiter": iterations,
        "maxfun": 10 * iterations,
    }
    end = minimize(function, start, jac=True, method="L-BFGS-B", options=options)
    return np.asarray(end.x), float(end.fun), float(np.abs(end.jac).max()), int(end.nit)
