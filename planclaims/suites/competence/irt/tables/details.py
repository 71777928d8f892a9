"""Tables C5, C6, C8, C9, C10 and the scale: what one fit says of kinds, respondents, tags, items and conditions."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.irt.estimators.estimation import Fit
from planclaims.suites.competence.irt.estimators.matrix import RIGHT, Numbers
from planclaims.suites.competence.irt.estimators.naming import belongs, dimension_names
from planclaims.suites.competence.irt.inference.correlations import (
    Correlation,
    false_discovery,
    feature_correlation,
    pearson,
    tag_correlations,
)
from planclaims.suites.competence.irt.published import KINDS
from planclaims.suites.competence.irt.sample import Sample
from planclaims.suites.competence.irt.tables.fits import NO_FIT

NO_MODEL = "The product model of two dimensions has no fit, so there is nothing to show."
NOT_FEATURES = {"item", "kind", "domain", "form", "floor"}


def names_of(sample: Sample, fit: Fit) -> tuple[str, ...]:
    """Return the names of the dimensions by rule; without errors of the kinds they have numbers only."""
    if sample.errors is None:
        return tuple(f"dimension {k + 1}" for k in range(fit.parameters.alpha.shape[1]))
    return dimension_names(sample.matrix.kinds, fit.parameters.alpha, sample.errors.gap)


def kinds_table(sample: Sample) -> Sheet:
    """Return table C5: difficulties of the kinds with errors over drawn items, and to which dimension each belongs."""
    title = "C5. Kinds: difficulty per dimension"
    if sample.main is None:
        return Sheet(title, ("kind",), (), (NO_MODEL,))
    alpha, errors = sample.main.parameters.alpha, sample.errors
    names = names_of(sample, sample.main)
    homes = belongs(alpha, errors.gap) if errors is not None else [None] * len(alpha)
    rows = []
    for place, kind in enumerate(sample.matrix.kinds):
        here = sample.matrix.kind_of == place
        right = (sample.matrix.answers[:, here] == RIGHT).sum() / max(1, sample.matrix.seen[:, here].sum())
        spread = [f" ± {value:.2f}" for value in errors.alpha[place]] if errors is not None else [""] * alpha.shape[1]
        values = [f"{value:.2f}{error}" for value, error in zip(alpha[place], spread, strict=True)]
        home = homes[place]
        paper = KINDS.get(kind)
        rows.append(
            (
                *(kind, str(int(here.sum())), f"{right:.3f}", *values),
                *(NO_FIT if home is None else names[home], f"{paper[0]:.2f}, {paper[1]:.2f}" if paper else NO_FIT),
            )
        )
    header = (
        "kind",
        "items",
        "accuracy",
        *(f"b{k + 1} ({name})" for k, name in enumerate(names)),
        "belongs to",
        "paper",
    )
    notes = [
        "Centred difficulty in logits: the higher, the harder on that dimension. A kind belongs to the dimension of "
        "its larger value if the gap exceeds the standard error of the gap.",
        "Deviation of item residuals: " + ", ".join(f"{value:.2f}" for value in np.exp(sample.main.parameters.log_sd)),
    ]
    if errors is not None:
        failed = f", {errors.failed} without convergence" if errors.failed else ""
        notes.append(f"±: standard error over {errors.draws} draws of items{failed}.")
    return Sheet(title, header, tuple(rows), tuple(notes))


def abilities_table(sample: Sample) -> Sheet:
    """Return table C6: the abilities of all respondents."""
    title = "C6. Abilities of the respondents"
    if sample.main is None:
        return Sheet(title, ("respondent",), (), (NO_MODEL,))
    theta, errors, names = sample.main.parameters.theta, sample.errors, names_of(sample, sample.main)
    right = (sample.matrix.answers == RIGHT).sum(axis=1) / sample.matrix.seen.sum(axis=1)
    rows = []
    for place in range(len(sample.matrix.respondents)):
        spread = [f" ± {value:.2f}" for value in errors.theta[place]] if errors is not None else [""] * theta.shape[1]
        values = (f"{value:.2f}{error}" for value, error in zip(theta[place], spread, strict=True))
        rows.append((sample.matrix.told(place), f"{right[place]:.3f}", *values))
    correlation = pearson(theta[:, 0], theta[:, 1])
    notes = (f"In logits, product model of two dimensions; the two correlate {correlation:.2f} over respondents.",)
    header = ("respondent", "accuracy", *(f"theta{k + 1} ({name})" for k, name in enumerate(names)))
    return Sheet(title, header, tuple(rows), notes)


def tags_table(sample: Sample) -> Sheet:
    """Return table C8: tags against difficulty, counted by kinds as they must be, beside the published style."""
    title = "C8. Tags of the kinds against difficulty"
    if sample.main is None:
        return Sheet(title, ("tag",), (), (NO_MODEL,))
    fit = sample.main
    found = tag_correlations(sample.matrix.kinds, sample.matrix.kind_of, fit.parameters.alpha, fit.difficulty)
    q_values = iter(false_discovery([row.items.p for row in found if np.isfinite(row.items.p)]))
    rows = []
    for row in found:
        q = f"{next(q_values):.1e}" if np.isfinite(row.items.p) else NO_FIT
        rows.append((row.tag, str(row.dimension), *_told(row.kinds), f"{row.items.value:.3f}", f"{row.items.p:.1e}", q))
    header = ("tag", "dimension", "r over kinds", "exact p", "r over items", "p as published", "q as published")
    notes = (
        f"Tags are constant within a kind, so there are {len(sample.matrix.kinds)} observations and not "
        f"{sample.matrix.answered_items}; the p values over items count each of them as often as its kind has items.",
    )
    return Sheet(title, header, tuple(rows), notes)


def features_table(sample: Sample) -> Sheet:
    """Return table C9: numeric features of the items against their difficulty, over all items and within kinds."""
    title = "C9. Features of the items against difficulty"
    if sample.main is None:
        return Sheet(title, ("feature",), (), (NO_MODEL,))
    difficulty = sample.main.difficulty
    within = difficulty - sample.main.parameters.alpha[sample.matrix.kind_of]
    rows = []
    for name, values in item_features(sample).items():
        for k in range(difficulty.shape[1]):
            over = feature_correlation(values, difficulty[:, k])
            inside = feature_correlation(_centred(values, sample), within[:, k])
            rows.append((name, str(k + 1), str(over.n), *_told(over), *_told(inside)))
    header = ("feature", "dimension", "items", "r", "p", "r within kinds", "p within kinds")
    note = (
        "Difficulty: posterior mean of an item. Within kinds, feature and difficulty are taken from their kind's mean."
    )
    return Sheet(title, header, tuple(rows), (note,))


def item_features(sample: Sample) -> Mapping[str, Numbers]:
    """Return the numeric columns that describe the items, in the matrix's order of items; empty cells are nan."""
    described = {row["item"]: row for row in sample.items}
    found = {}
    for name in sample.items[0] if sample.items else ():
        texts = [described[item][name] for item in sample.matrix.items]
        if name in NOT_FEATURES or not all(_is_number(text) for text in texts) or not any(texts):
            continue
        found[name] = np.array([float(text) if text else np.nan for text in texts])
    return found


def quartiles_table(sample: Sample) -> Sheet:
    """Return table C10: the accuracy of every condition on the items of each quartile of b2."""
    title = "C10. Conditions by quartile of difficulty on the second dimension"
    if sample.main is None or "condition" not in sample.matrix.labels:
        return Sheet(title, ("condition",), (), (NO_MODEL if sample.main is None else "There are no conditions.",))
    hard = sample.main.difficulty[:, 1]
    quartile = np.searchsorted(np.quantile(hard, [0.25, 0.5, 0.75]), hard, side="left")
    marks = [" (scripted)" if sample.matrix.scripted(place) else "" for place in range(len(sample.matrix.respondents))]
    named = zip(sample.matrix.labels["condition"], marks, strict=True)
    conditions = np.array([name + mark for name, mark in named])
    rows = []
    for condition in dict.fromkeys(conditions.tolist()):
        answers = sample.matrix.answers[conditions == condition]
        shares = [_share(answers[:, quartile == q]) for q in range(4)]
        rows.append((condition, str(len(answers)), _share(answers), *shares))
    header = ("condition", "respondents", "all", "easiest quarter", "second", "third", "hardest quarter")
    return Sheet(
        title,
        header,
        tuple(rows),
        ("Share of right answers; quartiles of b2 over all items. Scripts are controls, apart.",),
    )


def _told(found: Correlation) -> tuple[str, str]:
    if not np.isfinite(found.value):
        return NO_FIT, NO_FIT
    return f"{found.value:.3f}", f"{found.p:.4f}"


def _share(answers: np.ndarray[tuple[int, ...], np.dtype[np.int8]]) -> str:
    seen = int((answers >= 0).sum())
    return f"{(answers == RIGHT).sum() / seen:.3f}" if seen else NO_FIT


def _centred(values: Numbers, sample: Sample) -> Numbers:
    found = values.copy()
    for place in range(len(sample.matrix.kinds)):
        here = (sample.matrix.kind_of == place) & np.isfinite(values)
        found[here] -= values[here].mean() if here.any() else 0
    return found


def _is_number(text: str) -> bool:
    try:
        float(text or 0)
    except ValueError:
        return False
    return True
