"""Compare our estimators with simulated matrices of known truth; run by hand, their folder given as an argument.

The folder holds `irt/NAME.json` (rows of 0 and 1) and `irt/NAME.truth.json` (parameters and reference fits). Printed
are recovery, AIC, likelihoods beside the reference ones, seconds of CPU, and the identities among the numbers of the
paper. The exit code is 1 if a bound is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from planclaims.suites.competence.irt.conclusion import mixed
from planclaims.suites.competence.irt.estimators.crossvalidation import items_held_out
from planclaims.suites.competence.irt.estimators.estimation import Estimation, Fit, estimate
from planclaims.suites.competence.irt.estimators.forms import specification
from planclaims.suites.competence.irt.estimators.joint import estimate_joint, joint_model
from planclaims.suites.competence.irt.estimators.matrix import Numbers, ResponseMatrix
from planclaims.suites.competence.irt.inference.correlations import spearman
from planclaims.suites.competence.irt.inference.draws import Observed, make_draws
from planclaims.suites.competence.irt.inference.verdicts import dimension_verdict
from planclaims.suites.competence.irt.published import FITS, FORMATS, KINDS
from planclaims.suites.competence.irt.settings import COMPARED

NAMES = {"noncompensatory-2d": "prod-2", "compensatory-2d": "comp-2", "one-dimension": "1d"}
REFERENCES = {"1d": "1d-one", "comp-2": "2d-m2pl", "prod-2": "2d-noncomp"}
LEAST_CORRELATION, LARGEST_ERROR, LARGEST_DIFFERENCE, CLOSE_AIC, LONGEST = 0.95, 0.40, 0.5, 5.0, 20.0


class Bounds:
    """What was asked for and whether it was met."""

    def __init__(self) -> None:
        self.missed: list[str] = []

    def check(self, met: bool, what: str) -> str:
        """Return a word for a line, and remember what was missed."""
        if not met:
            self.missed.append(what)
        return "ok" if met else "MISSED"


def read(folder: Path, name: str) -> tuple[ResponseMatrix, Mapping[str, Any]]:
    """Return a simulated matrix and its truth."""
    data = json.loads((folder / "irt" / f"{name}.json").read_text(encoding="utf-8"))
    kinds = [item.partition("/")[0] for item in data["items"]]
    order = tuple(dict.fromkeys(kinds))
    answers = np.array([[int(cell) for cell in row] for row in data["rows"]], dtype=np.int8)
    places = np.array([order.index(kind) for kind in kinds], dtype=np.intp)
    matrix = ResponseMatrix(
        tuple(data["respondents"]), tuple(data["items"]), order, places, answers, np.zeros(len(order))
    )
    return matrix, json.loads((folder / "irt" / f"{name}.truth.json").read_text(encoding="utf-8"))


def matched(found: Numbers, truth: Numbers) -> tuple[list[int], list[float]]:
    """Return the order of the found dimensions that correlates best with the truth, and the correlations."""

    def correlations(order: Sequence[int]) -> list[float]:
        return [float(np.corrcoef(found[:, a], truth[:, b])[0, 1]) for b, a in enumerate(order)]

    best = max(permutations(range(truth.shape[1])), key=lambda order: sum(correlations(order)))
    return list(best), correlations(best)


def recovery(fit: Fit, truth: Mapping[str, Any], bounds: Bounds) -> None:
    """Print how abilities and kinds compare with a truth that is centred on the kinds."""
    theta = np.atleast_2d(np.array(truth["theta"], dtype=float).T).T
    order, correlations = matched(fit.parameters.theta, theta)
    if fit.specification.form == "comp":  # the form leaves the axes open
        print(f"  theta r of the axes as fitted {_list(correlations)}; of their best mixture", end="")
        best = mixed(fit.parameters.theta, theta)
        correlations = [float(np.corrcoef(best[:, k], theta[:, k])[0, 1]) for k in range(theta.shape[1])]
        rest = np.sqrt(((best - theta) ** 2).mean(axis=0))
        print(f" (rms {_list(rest)} {bounds.check(max(rest) <= LARGEST_ERROR, 'theta error')})", end="")
    errors = np.sqrt(((fit.parameters.theta[:, order] - theta) ** 2).mean(axis=0))
    met = bounds.check(min(correlations) >= LEAST_CORRELATION, "theta correlation")
    print(f"  theta r {_list(correlations)} {met}", end="")
    if "alpha" in truth:
        alpha = np.array(truth["alpha"])
        kinds = [float(np.corrcoef(fit.parameters.alpha[:, a], alpha[:, b])[0, 1]) for b, a in enumerate(order)]
        print(f"; rms {_list(errors)} {bounds.check(max(errors) <= LARGEST_ERROR, 'theta error')}", end="")
        print(f"; alpha r {_list(kinds)} {bounds.check(min(kinds) >= LEAST_CORRELATION, 'alpha correlation')}", end="")
    print()


def marginal_fits(name: str, matrix: ResponseMatrix, truth: Mapping[str, Any], bounds: Bounds) -> dict[str, Fit]:
    """Print every model's fit beside the reference fit, and return the fits."""
    fits = {}
    for model in COMPARED:
        started = time.process_time()
        found: Estimation = estimate(matrix, specification(model), seed=1)
        seconds = time.process_time() - started
        reference = truth["reference_fit"][REFERENCES[model]]
        if found.fit is None:
            print(f"  {model}: {found.failure} {bounds.check(False, f'{name} {model}')}")
            continue
        fit = fits[model] = found.fit
        gap = fit.nll - reference["marginal_nll"]
        near = bounds.check(abs(gap) <= LARGEST_DIFFERENCE, f"{name} {model} nll")
        quick = bounds.check(model != "prod-2" or seconds <= LONGEST, f"{name} {model} time")
        held = items_held_out(matrix, specification(model), seed=1, known=[fit.parameters])
        print(
            f"  {model:7} nll {fit.nll:.2f} (reference {gap:+.2f}) {near}, AIC {fit.aic:.1f} ({reference['aic']}), "
            f"BIC {fit.bic:.1f} ({reference['bic_items']}), held out {held.mean:.5f} ± {held.error:.5f} "
            f"({reference['cv_nll_per_response']}), {found.agreeing} of {len(found.starts)} starts agree, "
            f"spread {found.spread:.2f}, {seconds:.1f} s {quick}"
        )
    return fits


def chosen(name: str, fits: Mapping[str, Fit], bounds: Bounds) -> None:
    """Print whether AIC picks the truth, or nearly does where the truth is compensatory."""
    truth = NAMES[name]
    best = min(fits.values(), key=lambda fit: fit.aic)
    behind = fits[truth].aic - best.aic
    met = best.specification.name == truth or (truth == "comp-2" and behind <= CLOSE_AIC)
    print(f"  AIC picks {best.specification.name}, the truth {behind:.1f} behind {bounds.check(met, f'{name} AIC')}")


def joint_fits(matrix: ResponseMatrix, truth: Mapping[str, Any]) -> None:
    """Print what the paper's estimator makes of the matrix."""
    theta = np.array(truth["theta"])
    for model in ("1d", "sum-2", "prod-2"):
        started = time.process_time()
        fit = estimate_joint(matrix, joint_model(model), seed=0)
        seconds = time.process_time() - started
        if fit.failure:
            print(f"  joint {model}: {fit.failure}")
            continue
        said = f"; theta r {_list(matched(fit.theta, theta)[1])}" if model == "prod-2" else ""
        print(
            f"  joint {model:6} AIC {fit.aic:.0f}, {fit.agreeing} of {fit.starts} starts agree, {seconds:.1f} s{said}"
        )


def bootstrap(matrix: ResponseMatrix, fits: Mapping[str, Fit], draws: int) -> None:
    """Print the parametric bootstrap of the gain over one dimension."""
    started = time.process_time()
    made = make_draws(Observed(matrix, fits, 1), "from-1d", range(draws))
    for richer in ("prod-2", "comp-2"):
        verdict = dimension_verdict(fits, made, richer)
        print(
            f"  gain of {richer} over 1d {verdict.observed:.0f}; {len(verdict.drawn)} draws from 1d: mean "
            f"{np.mean(verdict.drawn):.0f}, most {max(verdict.drawn):.0f}; p = {verdict.p:.3f}"
        )
    print(f"  {(time.process_time() - started) / draws:.1f} s a draw")


def identities() -> None:
    """Print what the published numbers say of each other."""
    print("the paper's numbers")
    ns = [np.exp((bic - aic) / parameters + 2) for parameters, _, _, aic, bic in FITS.values()]
    print(f"  n of BIC from BIC - AIC = k (ln n - 2): {min(ns):.3f} to {max(ns):.3f}")
    deviances = {model: aic - 2 * parameters for model, (parameters, _, _, aic, _) in FITS.items()}
    print(f"  deviances: 1d {deviances['1d']:.1f}, prod-2 {deviances['prod-2']:.1f}")
    for n in (10, 27, 28_080):
        one, two = (deviances[model] + FITS[model][0] * np.log(n) for model in ("1d", "prod-2"))
        print(f"  BIC with n = {n}: 1d {one:.0f}, prod-2 {two:.0f}")
    share = (FITS["1d"][1] - FITS["prod-2"][1]) / (FITS["1d"][1] - FITS["prod-4"][1])
    print(f"  share of the gain in held-out nll that prod-2 has: {share:.1%}")
    for gap, name in ((1, "choice"), (2, "yes and no")):
        found = spearman(
            np.array([FORMATS[kind][gap] for kind in FORMATS]), np.array([KINDS[kind][1] for kind in FORMATS])
        )
        print(f"  gap to {name} against b2: rho {found.value:.3f}, exact p {found.p:.4f}, n = {found.n}")
    print(f"  sums of the centred alpha: {_list(np.array(list(KINDS.values())).sum(axis=0))}")
    print(f"  parameters: {joint_model('prod-2').counted_parameters(27, 1040, 8, 14)} for prod-2 (2178 published)")


def _list(values: Sequence[float] | Numbers) -> str:
    return ", ".join(f"{value:.3f}" for value in values)


def main() -> int:
    """Return 0 if every bound was met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--joint", action="store_true", help="also the paper's estimator")
    parser.add_argument("--draws", type=int, default=0, help="draws of the bootstrap of dimension, none by default")
    options = parser.parse_args()
    bounds = Bounds()
    for name, truth_name in NAMES.items():
        print(name)
        matrix, truth = read(options.folder, name)
        fits = marginal_fits(name, matrix, truth, bounds)
        chosen(name, fits, bounds)
        recovery(fits[truth_name], truth, bounds)
        if options.joint:
            joint_fits(matrix, truth)
        if options.draws:
            bootstrap(matrix, fits, options.draws)
    identities()
    print("missed: " + "; ".join(bounds.missed) if bounds.missed else "every bound was met")
    return 1 if bounds.missed else 0


if __name__ == "__main__":
    sys.exit(main())
