"""Tables C1, C7: which model describes the responses, and what the tests say of that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.irt.estimators.crossvalidation import HeldOut
from planclaims.suites.competence.irt.estimators.joint import JointFit
from planclaims.suites.competence.irt.inference.components import components
from planclaims.suites.competence.irt.inference.verdicts import (
    Verdict,
    dimension_verdict,
    form_verdicts,
    shuffle_verdict,
)
from planclaims.suites.competence.irt.published import FIRST_COMPONENT, FITS
from planclaims.suites.competence.irt.sample import Sample
from planclaims.suites.competence.irt.tables.fits import NO_FIT, preferences

PUBLISHED_N = 9
"""The n that the published BIC must have been computed with: BIC - AIC = k (ln n - 2) in every row."""


def fits_table(sample: Sample) -> Sheet:
    """Return table C1: every model by both estimators, with held-out likelihoods and the paper's numbers."""
    header = (
        *("estimator", "model", "parameters", "nll", "held-out items", "held-out cells", "accuracy of cells"),
        *("AIC", "BIC", "n of BIC", "starts agreeing", "paper: AIC", "paper: held-out cells"),
    )
    rows = [*_marginal_rows(sample), *(_joint_row(sample, name, fit) for name, fit in sample.joint.items())]
    notes = [
        f"{len(sample.matrix.respondents)} respondents, {sample.matrix.answered_items} items, "
        f"{sample.matrix.responses} responses. Held out: nats per response, with the standard error over 5 folds.",
        *preferences(list(sample.fits.values())),
        *(f"{name}: {found.failure}." for name, found in sample.estimations.items() if found.fit is None),
        *(f"joint {name}: {fit.failure}." for name, fit in sample.joint.items() if fit.failure),
    ]
    if sample.joint:
        notes.append(
            f"joint: item residuals are parameters; its BIC is shown with n = {PUBLISHED_N}, which the published ones "
            "imply. sum-K has no loadings, so it is the model of one dimension with a wider prior: that it does not "
            "help is true by construction."
        )
    scripts = sum(sample.matrix.scripted(place) for place in range(len(sample.matrix.respondents)))
    if scripts:
        notes.append(f"{scripts} of the respondents are scripts, controls that pin the scale and are no models.")
    if sample.left_out:
        notes.append(f"Left out for too many empty cells: {', '.join(sample.left_out)}.")
    return Sheet("C1. Models of the response matrix", header, tuple(rows), tuple(notes))


def _marginal_rows(sample: Sample) -> Iterator[tuple[str, ...]]:
    for name, found in sample.estimations.items():
        agreeing = f"{found.agreeing} of {len(found.starts)}"
        if found.fit is None:
            yield ("marginal", name, *[NO_FIT] * 8, agreeing, NO_FIT, NO_FIT)
            continue
        fit = found.fit
        yield (
            *("marginal", name, str(fit.free_parameters), f"{fit.nll:.2f}"),
            *_held_out(sample.held_out.get(("marginal", name), {})),
            *(f"{fit.aic:.1f}", f"{fit.bic:.1f}", str(fit.items), agreeing, NO_FIT, NO_FIT),
        )


def _joint_row(sample: Sample, name: str, fit: JointFit) -> tuple[str, ...]:
    published = FITS.get(name)
    paper = (f"{published[3]:.1f}", f"{published[1]:.4f}") if published else (NO_FIT, NO_FIT)
    agreeing = f"{fit.agreeing} of {fit.starts}"
    if fit.failure:
        return ("joint", name, *[NO_FIT] * 8, agreeing, *paper)
    held = _held_out(sample.held_out.get(("joint", name), {}))
    criteria = (f"{fit.aic:.1f}", f"{fit.bic(PUBLISHED_N):.1f}", str(PUBLISHED_N))
    return ("joint", name, str(fit.parameters), f"{fit.nll:.2f}", *held, *criteria, agreeing, *paper)


def _held_out(found: Mapping[str, HeldOut]) -> tuple[str, str, str]:
    """Return held-out likelihoods of items and cells, and the accuracy of cells, as texts."""
    texts = []
    for way in ("items", "cells"):
        here = found.get(way)
        texts.append(f"{here.mean:.4f} ± {here.error:.4f}" if here and here.nll else NO_FIT)
    cells = found.get("cells")
    accuracy = f"{np.mean(cells.accuracy):.3f}" if cells and cells.accuracy else NO_FIT
    return texts[0], texts[1], accuracy


def verdicts_of(sample: Sample) -> list[Verdict]:
    """Return the tests for which there are draws."""
    if not sample.testable:
        return []
    fits, draws = sample.fits, sample.draws
    found: list[Verdict] = []
    if draws.get("from-1d"):
        found += [dimension_verdict(fits, draws["from-1d"], richer) for richer in ("prod-2", "comp-2")]
    if draws.get("from-prod-2") and draws.get("from-comp-2"):
        found += form_verdicts(fits, {form: draws[f"from-{form}"] for form in ("prod-2", "comp-2")})
    if draws.get("labels"):
        found.append(shuffle_verdict(fits, draws["labels"], "kinds mean nothing"))
    if draws.get("margins"):
        found.append(shuffle_verdict(fits, draws["margins"], "only the margins matter"))
    return found


def tests_table(sample: Sample) -> Sheet:
    """Return table C7: every test with its draws, the collapse of kinds, and the principal components."""
    header = ("assumption", "statistic", "observed", "draws", "mean of draws", "least", "most", "p")
    rows = [_verdict_row(verdict) for verdict in verdicts_of(sample)]
    collapsed = collapse(sample)
    if collapsed is not None:
        rows.append(("kinds collapsed into one", "held-out nll, more by", f"{collapsed[0]:.4f}", *[NO_FIT] * 5))
    found = components(sample.matrix)
    eigenvalues = ", ".join(
        f"{value:.2f} ({level:.2f})" for value, level in zip(found.eigenvalues, found.parallel, strict=True)
    )
    notes = [
        "p: (1 + draws at least as extreme) / (1 + draws). Dimension: responses drawn from the fitted model of one "
        "dimension. Form: drawn from either form, both of them fitted (Cox's test).",
        "That permuted kinds or shuffled responses fit worse shows only that kinds differ: responses of one "
        "dimension pass these two tests too.",
        "Principal components of accuracies per respondent and kind, eigenvalues (95th percentile of shuffled "
        f"columns): {eigenvalues}; {found.beyond_chance} beyond chance; the first explains {found.shares[0]:.0%} "
        f"(paper: {FIRST_COMPONENT:.0%}). A first component of this size is no evidence of one dimension.",
    ]
    if collapsed is not None:
        notes.append(f"Collapse: mean over folds, standard error of the paired difference {collapsed[1]:.4f}.")
    failed = sum(verdict.failed for verdict in verdicts_of(sample))
    if failed:
        notes.append(f"{failed} draws have no value because a model did not converge on them.")
    if not sample.testable:
        notes.append("No test: a model of the tests has no fit.")
    return Sheet("C7. Tests of dimension, form and kinds", header, tuple(rows), tuple(notes))


def collapse(sample: Sample) -> tuple[float, float] | None:
    """Return how much worse held-out items fare if all kinds are one, and the paired error over folds."""
    kinds = sample.held_out.get(("marginal", "prod-2"), {}).get("items")
    one = sample.held_out.get(("marginal", "prod-2"), {}).get("collapsed")
    if kinds is None or one is None or kinds.failed or one.failed:
        return None
    differences = np.array(one.nll) - np.array(kinds.nll)
    return float(differences.mean()), float(differences.std(ddof=1) / np.sqrt(len(differences)))


def _verdict_row(verdict: Verdict) -> tuple[str, ...]:
    drawn = np.array(verdict.drawn)
    if not len(drawn):
        return (verdict.question, verdict.statistic, f"{verdict.observed:.2f}", "0", *[NO_FIT] * 4)
    return (
        *(verdict.question, verdict.statistic, f"{verdict.observed:.2f}", str(len(drawn))),
        *(f"{drawn.mean():.2f}", f"{drawn.min():.2f}", f"{drawn.max():.2f}", f"{verdict.p:.4f}"),
    )
