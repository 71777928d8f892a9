"""Table C12: how far each condition moves a model's abilities against its baseline, items and kinds held fixed."""

from __future__ import annotations

from collections.abc import Iterator

from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.irt.applied.scoring import calibration, shift
from planclaims.suites.competence.irt.estimators.matrix import ResponseMatrix
from planclaims.suites.competence.irt.sample import Sample
from planclaims.suites.competence.irt.tables.details import NO_MODEL

BASELINES = ("cot", "zero-shot-cot", "direct")
"""What an arm is set against, the first of these that the model played."""


def arms_table(sample: Sample, answers: ResponseMatrix, *, seed: int, draws: int) -> Sheet:
    """Return a row per model and arm of the answers, which may hold respondents that no fit was made with."""
    title = "C12. Change of abilities by condition"
    header = (
        "model",
        "arm",
        "baseline",
        "items",
        "change of theta1",
        "95% interval",
        "change of theta2",
        "95% interval",
    )
    if sample.main is None:
        return Sheet(title, header, (), (NO_MODEL,))
    calibrated = calibration(sample.matrix, sample.main)
    rows, faults = [], []
    for model, arm, baseline in arms(answers):
        script = " (scripted)" if answers.scripted(arm) else ""
        labels = (f"{model}{script}", answers.labels["condition"][arm], answers.labels["condition"][baseline])
        try:
            found = shift(calibrated, answers, answers.answers[baseline], answers.answers[arm], seed=seed, draws=draws)
        except ArithmeticError as problem:
            faults.append(f"{model}, {labels[1]}: {problem}.")
            continue
        moved = [
            text
            for k in range(2)
            for text in (f"{found.change[k]:+.2f}", f"{found.low[k]:+.2f} to {found.high[k]:+.2f}")
        ]
        rows.append((*labels, str(found.items), *moved))
    notes = (
        "Abilities are found anew for every arm with items and kinds as the fit left them; intervals are percentiles "
        f"over {draws} draws of items, the same for an arm and its baseline.",
        *faults,
    )
    return Sheet(title, header, tuple(rows), notes)


def arms(answers: ResponseMatrix) -> Iterator[tuple[str, int, int]]:
    """Yield each model with the rows of an arm and of its baseline that have an item in common."""
    models, conditions = answers.labels.get("model", ()), answers.labels.get("condition", ())
    if not conditions:
        return
    for model in dict.fromkeys(models):
        rows = {conditions[place]: place for place, name in enumerate(models) if name == model}
        baseline = next((rows[name] for name in BASELINES if name in rows), None)
        if baseline is None:
            continue
        for place in rows.values():
            if place != baseline and (answers.seen[place] & answers.seen[baseline]).any():
                yield model, place, baseline
