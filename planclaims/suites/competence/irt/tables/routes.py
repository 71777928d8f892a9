"""Table C13 and its figure: routers of questions to a cheap and a dear strategy, by accuracy and generated tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from planclaims.analysis.figures.drawing import BLUE, VERMILION, in_style
from planclaims.analysis.formats.sheet import Sheet
from planclaims.errors import InputError
from planclaims.suites.competence.irt.applied.routing import (
    THRESHOLDS,
    Answered,
    Outcome,
    always_cheap,
    always_dear,
    by_chance,
    by_difficulty,
    by_kind,
    by_prediction,
    compare,
)
from planclaims.suites.competence.irt.applied.text_kinds import predicted_difficulty, predicted_on_unseen_domains
from planclaims.suites.competence.irt.estimators.matrix import Numbers
from planclaims.suites.competence.irt.estimators.naming import STRUCTURAL
from planclaims.suites.competence.irt.published import ROUTING
from planclaims.suites.competence.irt.responses import condition_names, item_keys
from planclaims.suites.competence.irt.sample import Sample
from planclaims.suites.competence.irt.tables.details import item_features

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

HEADER = (
    *("router", "dear", "accuracy", "tokens", "thresholds dominated", "95% interval"),
    *("against the chosen threshold", "95% interval"),
)


@dataclass(frozen=True)
class RoutedItems:
    """What routers know of the items both strategies answered: kinds, domains, texts, accuracy of other respondents.

    `predicted` are chances of the cheap and the dear strategy (J x 2) by a fitted model, if there is one.
    """

    items: Sequence[str]
    answered: Answered
    kinds: Sequence[str]
    domains: Sequence[str]
    texts: Sequence[str]
    baseline: Numbers
    predicted: Numbers | None = None


def routed_items(
    frame: pd.DataFrame,
    texts: Mapping[str, str],
    model: str,
    *,
    cheap: str,
    dear: str,
    predicted: Numbers | None = None,
) -> RoutedItems:
    """Return the items that a model answered with both strategies.

    `frame` has a row per answer: respondent's `model` and `condition`, `item`, `kind`, `domain`, `right`, `tokens`.
    InputError if no item was answered with both.
    """
    named = frame.assign(respondent=frame["model"].astype(str) + "/" + frame["condition"].astype(str))
    right = named.pivot(index="item", columns="respondent", values="right").astype(float)
    tokens = named.pivot(index="item", columns="respondent", values="tokens").astype(float)
    pair = [f"{model}/{cheap}", f"{model}/{dear}"]
    absent = [name for name in pair if name not in right.columns]
    if absent:
        raise InputError(f"nothing to route between: no answers of {', '.join(absent)}")
    kept = right[pair].notna().all(axis=1) & tokens[pair].notna().all(axis=1)
    if not kept.any():
        raise InputError(f"{model} answered no item both with {cheap} and with {dear}")
    right, tokens = right[kept], tokens[kept]
    others = [name for name in right.columns if name.endswith(f"/{cheap}") and name != pair[0]] or pair[:1]
    about = frame.drop_duplicates("item").set_index("item").loc[right.index]
    return RoutedItems(
        [str(item) for item in right.index],
        Answered(cheap, dear, right[pair].to_numpy(), tokens[pair].to_numpy()),
        about["kind"].astype(str).tolist(),
        about["domain"].astype(str).tolist(),
        [texts.get(str(item), "") for item in right.index],
        right[others].mean(axis=1).fillna(0.5).to_numpy(),
        predicted,
    )


def routes_table(
    sample: Sample,
    episodes: pd.DataFrame,
    texts: Mapping[str, str],
    *,
    routes: Sequence[Mapping[str, str]],
    seed: int,
    draws: int = 1000,
) -> Sheet:
    """Return table C13 of every route that is asked for; a route without answers is named in a note."""
    answers = episodes[episodes["form"] == "generative"]
    if "repeat" in answers.columns:
        answers = answers[answers["repeat"] == 0]
    frame = answers.assign(item=item_keys(answers), condition=condition_names(answers), tokens=answers["output_tokens"])
    rows: list[tuple[str, ...]] = []
    notes: list[str] = []
    for route in routes:
        model, cheap, dear = route["model"], route["cheap"], route["dear"]
        try:
            items = routed_items(frame, texts, model, cheap=cheap, dear=dear)
        except InputError as problem:
            notes.append(f"{problem}.")
            continue
        items = replace(items, predicted=predicted_chances(sample, items.items, model, (cheap, dear)))
        sheet = routing_table(items, model, seed=seed, draws=draws)
        scripted = "reference" in frame.columns and bool(frame.loc[frame["model"] == model, "reference"].any())
        rows += [(f"{model}{' (scripted)' if scripted else ''}", *row) for row in sheet.rows]
        notes += sheet.notes
    if not routes:
        notes.append("No route is asked for: none is named in the settings.")
    return Sheet("C13. Routing", ("model", *HEADER), tuple(rows), tuple(dict.fromkeys(notes)))


def predicted_chances(sample: Sample, items: Sequence[str], model: str, conditions: tuple[str, str]) -> Numbers | None:
    """Return chances of a model under two conditions on items (J x 2), or None where the fit says nothing of them.

    Difficulties are predicted from kinds and numeric features, for items of domains that were not learnt from.
    """
    pairs = list(zip(sample.matrix.labels.get("model", ()), sample.matrix.labels.get("condition", ()), strict=True))
    domains = {row["item"]: row.get("domain", "") for row in sample.items}
    wanted = [(model, condition) for condition in conditions]
    if sample.main is None or any(pair not in pairs for pair in wanted) or len(set(domains.values())) < 2:
        return None
    matrix = sample.matrix
    kinds = (matrix.kind_of[:, None] == np.arange(1, len(matrix.kinds))).astype(float)
    columns = [np.nan_to_num(values, nan=float(np.nanmean(values))) for values in item_features(sample).values()]
    features = np.column_stack([kinds, *columns])
    difficulty = predicted_difficulty(features, sample.main.difficulty, [domains[item] for item in matrix.items])
    rows = [pairs.index(pair) for pair in wanted]
    places = [matrix.items.index(item) for item in items]
    predictor = sample.main.parameters.theta[rows][:, None] - difficulty[places][None]
    return np.asarray(np.exp(-np.logaddexp(0, -predictor).sum(axis=2)).T)


def routers(items: RoutedItems) -> dict[str, Numbers]:
    """Return every router's probabilities of the dear strategy."""
    count, dear = len(items.kinds), STRUCTURAL
    known = by_kind(items.kinds, dear)
    found = {
        f"always {items.answered.cheap}": always_cheap(count),
        f"always {items.answered.dear}": always_dear(count),
        "by the kind": known,
        "by chance, equal shares": by_chance(known),
    }
    if all(items.texts) and len(set(items.domains)) > 1:
        guessed = predicted_on_unseen_domains(items.texts, items.kinds, items.domains)
        found["by the kind as the text tells it"] = by_kind(guessed, dear)
    if items.predicted is not None:
        found["by predicted chances"] = by_prediction(items.predicted[:, 0], items.predicted[:, 1], 0.0)
    return found


def routing_table(items: RoutedItems, model: str, *, seed: int = 0, draws: int = 1000) -> Sheet:
    """Return table C13 of one model."""
    rows = []
    for name, dear in routers(items).items():
        found = compare(items.answered, name, dear, items.baseline, seed=seed, draws=draws)
        rows.append(
            (
                *(
                    name,
                    f"{found.outcome.dear_share:.0%}",
                    f"{found.outcome.accuracy:.3f}",
                    f"{found.outcome.cost:.0f}",
                ),
                *(
                    f"{found.dominated} of {len(THRESHOLDS)}",
                    f"{found.dominated_low:.0f} to {found.dominated_high:.0f}",
                ),
                *(f"{found.gain:+.3f}", f"{found.gain_low:+.3f} to {found.gain_high:+.3f}"),
            )
        )
    paper = "; ".join(f"{name} {share:.1%} at {tokens:.0f} tokens" for name, (share, tokens) in ROUTING.items())
    notes = (
        f"{model}: {len(items.kinds)} items answered with {items.answered.cheap} and with {items.answered.dear}. "
        "Judged on half of the items; the threshold of routing by difficulty was chosen on the other half. Dominated: "
        "the router is strictly more accurate than routing by that threshold and no dearer.",
        *_told_apart(items),
        f"The paper's: {paper}.",
        f"Where {items.answered.dear} needs a formal model of the task, a solver would answer outright.",
    )
    return Sheet("C13. Routing", HEADER, tuple(rows), notes)


def plot_front(items: RoutedItems) -> Figure:
    """Return accuracy against generated tokens: every router, and routing by difficulty as a line."""
    from matplotlib.figure import Figure

    with in_style():
        figure = Figure(figsize=(4.2, 3.0), layout="constrained")
        axes = figure.subplots()
        line = [items.answered.outcome("", by_difficulty(items.baseline, float(t))) for t in THRESHOLDS]
        costs, shares = [point.cost for point in line], [point.accuracy for point in line]
        axes.plot(costs, shares, "-", color=VERMILION, label="by difficulty")
        for name, dear in routers(items).items():
            outcome: Outcome = items.answered.outcome(name, dear)
            axes.plot(outcome.cost, outcome.accuracy, "o", color=BLUE, markersize=4)
            place = (outcome.cost, outcome.accuracy)
            axes.annotate(name, place, xytext=(4, 3), textcoords="offset points", fontsize=6)
        axes.set_xlabel("Generated tokens per item")
        axes.set_ylabel("Accuracy")
        axes.legend()
    return figure


def _told_apart(items: RoutedItems) -> tuple[str, ...]:
    """Return how well the text tells the kind on unseen domains, if that could be tried."""
    if not all(items.texts) or len(set(items.domains)) < 2:
        return ("Routing by text needs the texts of the questions and two domains.",)
    guessed = predicted_on_unseen_domains(items.texts, items.kinds, items.domains)
    right = np.mean([guess == kind for guess, kind in zip(guessed, items.kinds, strict=True)])
    return (f"The text tells the kind right for {right:.1%} of the items, of domains that were not learnt from.",)
