"""What a simulated study of this size shows: one paragraph, every number in it from the fits and draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.irt.estimators.matrix import Numbers
from planclaims.suites.competence.irt.inference.correlations import pearson
from planclaims.suites.competence.irt.sample import Sample
from planclaims.suites.competence.irt.settings import COMPARED
from planclaims.suites.competence.irt.tables.comparison import verdicts_of
from planclaims.suites.competence.irt.tables.fits import NO_FIT

LEVEL = 0.05
CLOSE_MARGIN = 10.0
"""A difference in AIC below which two models are called close."""
RECOVERED = 0.95
ONE_AGAINST_TWO = "one dimension against prod-2"
ONE_DIMENSION = f"p: {ONE_AGAINST_TWO}"


def truth_of(sample: Sample) -> str:
    """Return the model that a simulated sample was drawn from."""
    assert sample.truth is not None
    return str(sample.truth["model"])


def aic_margins(sample: Sample) -> Mapping[str, float]:
    """Return how far the AIC of each compared model lies above the lowest."""
    values = {name: sample.fits[name].aic for name in COMPARED if name in sample.fits}
    return {name: value - min(values.values()) for name, value in values.items()}


def recovery(sample: Sample) -> tuple[float, ...] | None:
    """Return how the abilities of the true model's fit correlate with the truth, per dimension of the truth.

    A compensatory form leaves the axes open, so there it is the correlation with the best mixture of the abilities.
    """
    truth = truth_of(sample)
    if truth not in sample.fits or sample.truth is None:
        return None
    found, known = sample.fits[truth].parameters.theta, np.array(sample.truth["theta"])
    if sample.fits[truth].specification.form == "comp":
        found = mixed(found, known)
        return tuple(pearson(one, other) for one, other in zip(found.T, known.T, strict=True))
    found = found[:, matched(found, known)]
    return tuple(pearson(one, other) for one, other in zip(found.T, known.T, strict=True))


def matched(found: Numbers, known: Numbers) -> list[int]:
    """Return which dimension of what was found stands for each of the known ones, by the highest correlations."""
    from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]

    table = np.array([[pearson(one, other) for one in found.T] for other in known.T])
    return [int(place) for place in linear_sum_assignment(-table)[1]]


def mixed(found: Numbers, known: Numbers) -> Numbers:
    """Return the mixtures of found abilities, shifted and scaled, that come nearest to known ones."""
    design = np.column_stack([np.ones(len(found)), found])
    return np.asarray(design @ np.linalg.lstsq(design, known, rcond=None)[0])


def truths_table(samples: Sequence[Sample]) -> Sheet:
    """Return one row per simulated truth: what AIC, the tests and the abilities say of it."""
    margins = [f"AIC of {name}, above the best" for name in COMPARED]
    tests = (ONE_DIMENSION, "p: prod-2 is the form", "p: comp-2 is the form")
    rows = []
    for sample in samples:
        above, p_values = aic_margins(sample), _p_values(sample)
        found = recovery(sample)
        rows.append(
            (
                truth_of(sample),
                *(f"{above[name]:.1f}" if name in above else NO_FIT for name in COMPARED),
                *(f"{p_values[test]:.3f}" if test in p_values else NO_FIT for test in tests),
                ", ".join(f"{value:.3f}" for value in found) if found else NO_FIT,
            )
        )
    draws = max((len(verdict.drawn) for sample in samples for verdict in verdicts_of(sample)), default=0)
    notes = (
        f"{_size(samples)} Tests by parametric bootstrap with {draws} draws each, so that no p is below "
        f"{1 / (draws + 1):.3f}. Recovery: correlation of the abilities with the truth, per dimension, by the fit of "
        "the true model.",
    )
    header = ("truth", *margins, *tests, "recovery of abilities")
    return Sheet("Simulated studies of known truth", header, tuple(rows), notes)


def conclusion(samples: Sequence[Sample]) -> str:
    """Return the paragraph on what can and what cannot be concluded about two dimensions at this size."""
    return " ".join(
        part for part in (_size(samples), _dimensions(samples), _forms(samples), _abilities(samples), _limits()) if part
    )


def _size(samples: Sequence[Sample]) -> str:
    first = samples[0].matrix
    truths = ", ".join(truth_of(sample) for sample in samples)
    return (
        f"In simulated studies of {len(first.respondents)} respondents and {len(first.items)} items of "
        f"{len(first.kinds)} kinds with the truths {truths}, whose answers are drawn from these models and are no "
        "language model's:"
    )


def _dimensions(samples: Sequence[Sample]) -> str:
    """Return what the number of dimensions can be told from."""
    two = [sample for sample in samples if truth_of(sample) != "1d" and sample.testable]
    one = [sample for sample in samples if truth_of(sample) == "1d" and sample.testable]
    if not two or not one:
        return ""
    lead = min(aic_margins(sample)["1d"] for sample in two)
    told = [f"where two dimensions are true, AIC puts one dimension at least {lead:.0f} behind{_rejections(two)}"]
    for sample in one:
        p = _p_values(sample).get(ONE_DIMENSION)
        said = "" if p is None else f" and the bootstrap gives p = {p:.2f} for one dimension"
        told.append(f"where one is true, AIC picks {_preferred(sample)}{said}")
    verdict = "can" if all(_rightly_told(sample) for sample in (*two, *one)) else "cannot safely"
    return f"{'; '.join(told)}. So whether there are two dimensions {verdict} be told at this size."


def _rejections(samples: Sequence[Sample]) -> str:
    """Return how often the bootstrap rejects one dimension, or that it has too few draws to reject anything."""
    found = [verdict for sample in samples for verdict in verdicts_of(sample) if verdict.question == ONE_AGAINST_TWO]
    if not found:
        return ""
    if any(1 / (1 + len(verdict.drawn)) > LEVEL for verdict in found):
        return f" (the bootstrap has too few draws, {len(found[0].drawn)}, to reject anything at {LEVEL})"
    rejected = sum(verdict.p <= LEVEL for verdict in found)
    return f", and the bootstrap rejects one dimension in {rejected} of {len(found)} studies"


def _preferred(sample: Sample) -> str:
    return min(aic_margins(sample).items(), key=lambda pair: pair[1])[0]


def _rightly_told(sample: Sample) -> bool:
    """Return whether AIC finds the number of dimensions, and the bootstrap, where it has draws enough, does not err."""
    is_one = truth_of(sample) == "1d"
    for verdict in verdicts_of(sample):
        decides = 1 / (1 + len(verdict.drawn)) <= LEVEL
        if verdict.question == ONE_AGAINST_TWO and decides and (verdict.p > LEVEL) != is_one:
            return False
    return (_preferred(sample) == "1d") == is_one


def _forms(samples: Sequence[Sample]) -> str:
    """Return whether product and compensatory forms can be told apart."""
    told, clear = [], True
    two = [sample for sample in samples if truth_of(sample) != "1d" and sample.testable]
    for sample in two:
        truth = truth_of(sample)
        other = "comp-2" if truth == "prod-2" else "prod-2"
        margin = sample.fits[other].aic - sample.fits[truth].aic
        p_values = _p_values(sample)
        said = [
            f"{form} has p = {p_values[key]:.2f}" for form in (truth, other) if (key := _form_key(form)) in p_values
        ]
        told.append(
            f"with the truth {truth} AIC favours {truth if margin > 0 else other} by {abs(margin):.1f}"
            + (f", and as the form {' and '.join(said)}" if said else "")
        )
        clear = clear and margin > CLOSE_MARGIN and p_values.get(_form_key(other), 0.0) <= LEVEL
    if not told:
        return ""
    verdict = (
        "could be told here, though margins of this kind vary from study to study" if clear else "is a close question"
    )
    return f"Which form the two dimensions have, noncompensatory or compensatory, {verdict}: {'; '.join(told)}."


def _abilities(samples: Sequence[Sample]) -> str:
    """Return how well the abilities come out when the right model is fitted."""
    told, worst = [], 1.0
    for sample in samples:
        found = recovery(sample)
        if found:
            told.append(f"{truth_of(sample)}: {', '.join(f'{value:.2f}' for value in found)}")
            worst = min(worst, *found)
    if not told:
        return ""
    verdict = "can be trusted to order respondents" if worst >= RECOVERED else "are to be read with their errors"
    return f"Fitted with the true model, abilities correlate with the truth by {'; '.join(told)}; they {verdict}."


def _limits() -> str:
    return (
        "What cannot be concluded from a fit alone: that the dimensions are faculties of a model (they are names that "
        "a rule gives to groups of kinds), that one ability cannot make up for another, or anything from p values over "
        "items about what is constant within a kind; tests that permute kinds are passed by one dimension too."
    )


def _form_key(form: str) -> str:
    return f"p: {form} is the form"


def _p_values(sample: Sample) -> Mapping[str, float]:
    return {f"p: {verdict.question}": verdict.p for verdict in verdicts_of(sample) if verdict.drawn}
