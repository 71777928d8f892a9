"""What fits to simulated studies of known truth must come to, told as held or not with the figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.irt.conclusion import aic_margins, matched, mixed, truth_of
from planclaims.suites.competence.irt.estimators.matrix import Numbers
from planclaims.suites.competence.irt.inference.correlations import pearson
from planclaims.suites.competence.irt.sample import Sample
from planclaims.suites.competence.irt.tables.fits import NO_FIT

LEAST_CORRELATION, MOST_ERROR, MOST_MARGIN = 0.95, 0.40, 5.0
"""Of abilities and difficulties with the truth; root mean square in logits; of AIC for a compensatory truth."""
Line = tuple[str, str, str, str]


def recovery_table(samples: Sequence[Sample]) -> Sheet:
    """Return a row per simulated truth and demand: held or not, and the figures."""
    lines = [line for sample in samples for line in (*_abilities(sample), *_difficulties(sample), _choice(sample))]
    notes = (
        "Simulated respondents, drawn from models of known truth: none is a language model. Abilities and difficulties "
        "are centred; those of a compensatory truth, whose axes are open, are taken from the best mixture.",
        f"Demanded are correlations of {LEAST_CORRELATION} and errors of at most {MOST_ERROR:.2f} in every dimension; "
        f"that AIC picks the form of the truth, and for comp-2 that it comes within {MOST_MARGIN:.0f}.",
    )
    return Sheet(
        "What fits to known truths must come to", ("truth", "demand", "verdict", "figures"), tuple(lines), notes
    )


def _abilities(sample: Sample) -> Iterator[Line]:
    fit = sample.fits.get(truth_of(sample))
    if fit is None or sample.truth is None:
        yield truth_of(sample), "a fit of the true model", "not held", NO_FIT
        return
    found, known = _aligned(sample, fit.parameters.theta, np.array(sample.truth["theta"]), fit.parameters.theta)
    yield _correlated(sample, "abilities correlate with the truth", found, known)
    errors = np.sqrt((((found - found.mean(axis=0)) - (known - known.mean(axis=0))) ** 2).mean(axis=0))
    told = ", ".join(f"{error:.2f}" for error in errors)
    yield truth_of(sample), "error of abilities", _verdict(bool((errors <= MOST_ERROR).all())), told


def _difficulties(sample: Sample) -> Iterator[Line]:
    fit = sample.fits.get(truth_of(sample))
    if fit is not None and sample.truth is not None:
        alpha = fit.parameters.alpha
        found, known = _aligned(sample, alpha, np.array(sample.truth["alpha"]), fit.parameters.theta)
        yield _correlated(sample, "difficulties of kinds correlate with the truth", found, known)


def _aligned(sample: Sample, found: Numbers, known: Numbers, theta: Numbers) -> tuple[Numbers, Numbers]:
    """Return found values with their dimensions as those of the truth, which abilities decide, and known ones."""
    assert sample.truth is not None
    if found.shape[1] == 1:
        return found, known
    if truth_of(sample).startswith("comp"):
        return mixed(found, known), known
    return found[:, matched(theta, np.array(sample.truth["theta"]))], known


def _correlated(sample: Sample, demand: str, found: Numbers, known: Numbers) -> Line:
    values = [pearson(one, other) for one, other in zip(found.T, known.T, strict=True)]
    told = ", ".join(f"{value:.3f}" for value in values)
    return truth_of(sample), demand, _verdict(min(values) >= LEAST_CORRELATION), told


def _choice(sample: Sample) -> Line:
    margins, truth = aic_margins(sample), truth_of(sample)
    told = ", ".join(f"{name} {margin:+.1f}" for name, margin in margins.items())
    most = MOST_MARGIN if truth.startswith("comp") else 0.0
    return truth, "AIC picks the truth", _verdict(margins.get(truth, np.inf) <= most), told or NO_FIT


def _verdict(held: bool) -> str:
    return "held" if held else "not held"
