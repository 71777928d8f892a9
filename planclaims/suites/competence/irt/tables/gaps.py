"""Table C2 with a fit: what a closed form adds to accuracy, per kind, against the kind's second difficulty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.irt.estimators.matrix import Numbers
from planclaims.suites.competence.irt.inference.correlations import Correlation, spearman
from planclaims.suites.competence.irt.published import FORMATS, KINDS
from planclaims.suites.competence.irt.sample import Sample
from planclaims.suites.competence.irt.tables.details import NO_MODEL
from planclaims.suites.competence.irt.tables.fits import NO_FIT
from planclaims.suites.competence.tables.formats import corrected_share

if TYPE_CHECKING:
    import pandas as pd

TITLE = "C2. Gaps between forms against the second difficulty"
CLOSED = ("choice", "boolean")
GAPS = tuple((form, corrected) for corrected in (False, True) for form in CLOSED)
NAMES = tuple(f"{form} gap{', corrected' if corrected else ''}" for form, corrected in GAPS)
FEWEST = 4
"""Kinds with both values, below which a rank correlation is not told."""


def gaps_table(sample: Sample, episodes: pd.DataFrame) -> Sheet:
    """Return a row per group of respondents and kind, and their rank correlations with b2 below.

    Language models and scripts are apart, each the mean over all their answers to questions about the same states.
    """
    header = ("respondents", "kind", "generative", *NAMES, "b2", "paper: choice, boolean, b2")
    if sample.main is None:
        return Sheet(TITLE, header, (), (NO_MODEL,))
    b2 = dict(zip(sample.matrix.kinds, sample.main.parameters.alpha[:, 1], strict=True))
    rows: list[tuple[str, ...]] = []
    notes = [
        "Gaps: accuracy in the closed form minus that in the generative form, on the same states; corrected: guessing "
        "taken out of both. The raw gaps hold chance, 1/4 and 1/2. Scripts are controls, apart from language models.",
    ]
    decided = episodes[episodes["right"].notna()]
    for who, part in (("models", decided[~decided["reference"].astype(bool)]), ("scripts", _scripts(decided))):
        found = dict(kind_gaps(part, list(sample.matrix.kinds)))
        if not found:
            continue
        for kind, (share, gaps) in found.items():
            told = [f"{gap:+.3f}" if np.isfinite(gap) else NO_FIT for gap in gaps]
            rows.append((who, kind, f"{share:.3f}", *told, f"{b2[kind]:.2f}", _published(kind)))
        table = np.array([gaps for _, gaps in found.values()])
        over = [format_correlation(table[:, place], np.array([b2[kind] for kind in found])) for place in range(4)]
        told = [f"{name} {_told(one)}" for name, one in zip(NAMES, over, strict=True)]
        notes.append(f"Rank correlations with b2, {who}: {'; '.join(told)}.")
    return Sheet(TITLE, header, tuple(rows), tuple(notes))


def kind_gaps(part: pd.DataFrame, kinds: Sequence[str]) -> Iterator[tuple[str, tuple[float, list[float]]]]:
    """Yield the kinds that were asked freely and closed: accuracy, and the four gaps; nan where a form is missing."""
    for kind in kinds:
        own = part[part["kind"] == kind]
        forms = {form: _by_state(own[own["form"] == form]) for form in ("generative", *CLOSED)}
        free = forms["generative"]
        if not free or not (forms["choice"] or forms["boolean"]):
            continue
        gaps = [_gap(free, forms[form], form, corrected=corrected) for form, corrected in GAPS]
        yield kind, (float(np.mean(list(free.values()))), gaps)


def format_correlation(gaps: Numbers, b2: Numbers) -> Correlation:
    """Return the rank correlation of the gaps of kinds with their difficulty, with its exact p; nan for few kinds."""
    kept = np.isfinite(gaps)
    if kept.sum() < FEWEST:
        return Correlation(float("nan"), float("nan"), int(kept.sum()))
    return spearman(gaps[kept], b2[kept])


def _by_state(rows: pd.DataFrame) -> dict[tuple[str, ...], float]:
    values: dict[tuple[str, ...], list[float]] = {}
    for *key, right in rows[["model", "method", "condition", "domain", "state", "right"]].itertuples(index=False):
        values.setdefault(tuple(map(str, key)), []).append(float(right))
    return {key: sum(given) / len(given) for key, given in values.items()}


def _gap(
    free: dict[tuple[str, ...], float], closed: dict[tuple[str, ...], float], form: str, *, corrected: bool
) -> float:
    both = sorted(free.keys() & closed.keys())
    if not both:
        return float("nan")
    one, other = (float(np.mean([values[key] for key in both])) for values in (closed, free))
    return (corrected_share(one, form) if corrected else one) - other


def _scripts(decided: pd.DataFrame) -> pd.DataFrame:
    return decided[decided["reference"].astype(bool)]


def _published(kind: str) -> str:
    if kind not in FORMATS:
        return NO_FIT
    return f"{FORMATS[kind][1]:+.3f}, {FORMATS[kind][2]:+.3f}, {KINDS[kind][1]:.2f}"


def _told(found: Correlation) -> str:
    if not np.isfinite(found.value):
        return f"– (n = {found.n})"
    return f"{found.value:.3f} (exact p {found.p:.3f}, n = {found.n})"
