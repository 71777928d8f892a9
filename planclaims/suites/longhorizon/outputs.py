"""The tables of the suite, from one row per episode. The published results stand in a table of their own."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.grouped import EMPTY, Measure, grouped_sheet
from planclaims.analysis.statistics.bootstrap import interval
from planclaims.analysis.statistics.sign_test import mcnemar_p
from planclaims.analysis.statistics.significance import holm
from planclaims.suites.contract import Caption
from planclaims.suites.longhorizon.measures import LABELS

if TYPE_CHECKING:
    import pandas as pd

    from planclaims.analysis.filters import Filter

WHO = ("model", "method", "condition")
RESAMPLES, SEED = 2000, 1
TRAVEL: Filter = {"group": "travel", "scored": True}
SHOPPING: Filter = {"group": "shopping", "scored": True}
PUBLISHED = Path(__file__).parent / "published.csv"
CHECKS = ("check_", "cart_")
"""How the columns of checks begin, in either domain."""


def mean(column: str) -> Measure:
    """Return the measure that tells the mean of a column with the bounds of its bootstrap over tasks."""

    def told(episodes: pd.DataFrame) -> str:
        values = episodes[column].dropna().astype(float)
        if values.empty:
            return EMPTY
        bounds = interval(values.tolist(), resamples=RESAMPLES, seed=SEED) if len(values) > 1 else None
        return f"{values.mean():.3f}" + (f" [{bounds[0]:.3f}, {bounds[1]:.3f}]" if bounds else "")

    return told


def plain_mean(column: str) -> Measure:
    """Return the measure that tells the mean of a column."""

    def told(episodes: pd.DataFrame) -> str:
        values = episodes[column].dropna().astype(float)
        return EMPTY if values.empty else f"{values.mean():.2f}"

    return told


def count(episodes: pd.DataFrame) -> str:
    """Return how many episodes there are."""
    return str(len(episodes))


def scores(frame: pd.DataFrame) -> Sheet:
    """Return table L1: the scores of every model, method and condition in both domains, and the mean of their cases."""
    travel = {name: (mean(name), TRAVEL) for name in ("commonsense", "personalised", "composite", "case", "share")}
    shopping = {name: (mean(name), SHOPPING) for name in ("match", "case", "share")}
    measures: dict[str, tuple[Measure, Filter]] = {f"travel {name}": found for name, found in travel.items()}
    measures |= {f"shopping {name}": found for name, found in shopping.items()}
    notes = (
        "Means over tasks with 95% bootstrap intervals over tasks; episodes without an answer count as 0.",
        "Models named reference are scripted controls, no language models.",
        "Mean of cases: the mean of the two shares of solved cases.",
    )
    both = {"mean of cases": (mean_of_cases, {"scored": True})}
    return grouped_sheet("Scores", frame, WHO, {**measures, **both}, notes)


def mean_of_cases(episodes: pd.DataFrame) -> str:
    """Return the mean of the shares of solved cases of the domains."""
    return f"{episodes.groupby('group')['case'].mean().astype(float).mean():.3f}"


def published_scores(frame: pd.DataFrame) -> Sheet:
    """Return the results that the benchmark's authors published, as they are; nothing of ours is in them."""
    with PUBLISHED.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    notes = (
        "Theirs, on their own worlds and by their own rules, in percent; not comparable with the table of scores.",
        "v1.0 and v1.1 are versions of the shopping annotations; travel is the same in both.",
    )
    return Sheet("Published results of DeepPlanning", tuple(header), tuple(map(tuple, rows)), notes)


def extent(frame: pd.DataFrame) -> Sheet:
    """Return table L2: how large the tasks are."""
    tasks = frame.drop_duplicates(["group", "item"])
    measures: Mapping[str, Measure] = {
        "tasks": count,
        "rows per world": plain_mean("rows"),
        "constraints": plain_mean("constraints"),
        "relevant facts": plain_mean("facts_relevant"),
        "calls allowed": plain_mean("calls_allowed"),
    }
    return grouped_sheet("Tasks", tasks, ("group", "kind"), measures)


def checks(frame: pd.DataFrame) -> Sheet:
    """Return table L3: how often every check passes, fails and is void."""
    scored = frame[frame["scored"]]
    names = [name for name in frame.columns if name.startswith(CHECKS)]
    rows = [row for name in names for row in _check_rows(scored, name)]
    notes = ("A void check had nothing to look at; it does not pass. Episodes without an answer are left out.",)
    return Sheet("Checks: pass / fail / void", ("domain", "check", *WHO, "pass", "fail", "void"), tuple(rows), notes)


def _check_rows(scored: pd.DataFrame, name: str) -> Iterator[tuple[str, ...]]:
    told = scored.dropna(subset=[name])
    domain = "travel" if name.startswith(CHECKS[0]) else "shopping"
    for who, part in told.groupby(list(WHO), sort=True):
        counts = part[name].value_counts()
        shares = (str(int(counts.get(verdict, 0))) for verdict in ("pass", "fail", "void"))
        yield (domain, name.split("_", 1)[1], *map(str, who), *shares)


def labels(frame: pd.DataFrame) -> Sheet:
    """Return table L4: in how many failed episodes each label of the published taxonomy applies."""
    failed: Filter = {"scored": True, "optimal": False}
    meant = {
        "label_a1": "A1 insufficient search",
        "label_a2": "A2 tool misuse",
        "label_a3": "A3 fact displacement",
        "label_b1": "B1 explicit",
        "label_b2": "B2 implicit",
        "label_c": "C global",
    }
    measures: dict[str, tuple[Measure, Filter]] = {"failed": (count, failed)}
    measures |= {meant[name]: (_having(name), failed) for name in LABELS}
    notes = ("Episodes with the label, among those that are not optimal; labels do not exclude each other.",)
    return grouped_sheet("Failures by label", frame, ("group", *WHO), measures, notes)


def _having(column: str) -> Measure:
    return lambda episodes: str(int(episodes[column].fillna(False).sum()))


def looking(frame: pd.DataFrame) -> Sheet:
    """Return what agents looked at: relevant facts seen and missed, calls wasted, values misstated."""
    columns = {
        "relevant facts seen": "facts_share",
        "decisive facts missed": "decisive_missed",
        "ill-formed": "wasted_ill_formed",
        "repeated": "wasted_repeated",
        "empty": "wasted_empty",
        "idle": "wasted_idle",
        "displaced": "displaced",
        "refused acts": "inapplicable",
        "calls": "calls_used",
    }
    online: Filter = {"scored": True, "regime": "online"}
    measures: dict[str, tuple[Measure, Filter]] = {
        name: (plain_mean(column), online) for name, column in columns.items()
    }
    notes = ("Means over the episodes with tools.",)
    acted = frame[frame["regime"] == "online"]
    return grouped_sheet("Looking", acted, ("group", *WHO), measures, notes)


def difficulty(frame: pd.DataFrame) -> Sheet:
    """Return the scores by days and by level."""
    measures = {
        name: (plain_mean(name), {"scored": True}) for name in ("case", "optimal", "share", "composite", "match")
    }
    return grouped_sheet("Scores by days and level", frame, ("group", "kind", *WHO), measures)


def comparisons(frame: pd.DataFrame) -> Sheet:
    """Return exact McNemar tests between methods of a model, on the same tasks, Holm-corrected within a domain."""
    rows: list[tuple[str, ...]] = []
    for group, part in frame[frame["scored"] & ~frame["reference"]].groupby("group", sort=True):
        found = [pair for measure in ("case", "optimal") for pair in _pairs(part, measure)]
        corrected = holm([p for *_, p in found])
        rows += [
            (str(group), *told, f"{p:.4f}", f"{adjusted:.4f}")
            for (*told, p), adjusted in zip(found, corrected, strict=True)
        ]
    header = ("domain", "measure", "model", "method", "baseline", "tasks", "gained", "lost", "p", "p after Holm")
    notes = ("Offline methods see all relevant facts: against them, an online method shows the price of looking.",)
    return Sheet("Paired comparisons of methods", header, tuple(rows), notes)


def _pairs(part: pd.DataFrame, measure: str) -> Iterator[tuple[str, str, str, str, str, str, str, float]]:
    for (model, condition), rows in part.groupby(["model", "condition"], sort=True):
        wide = rows[rows["repeat"] == 0].pivot(index="item", columns="method", values=measure)
        for baseline, method in combinations(sorted(wide.columns), 2):
            both = wide[[baseline, method]].dropna().astype(bool)
            gained = int((both[method] & ~both[baseline]).sum())
            lost = int((both[baseline] & ~both[method]).sum())
            told = (
                measure,
                f"{model}, {condition}",
                str(method),
                str(baseline),
                str(len(both)),
                str(gained),
                str(lost),
            )
            yield (*told, mcnemar_p(gained, lost))


Table = Callable[["pd.DataFrame"], Sheet]
TABLES: Mapping[str, Table] = {
    "scores": scores,
    "published": published_scores,
    "difficulty": difficulty,
    "looking": looking,
    "labels": labels,
    "checks": checks,
    "comparisons": comparisons,
    "tasks": extent,
}
CAPTIONS: Mapping[str, Caption] = {
    "scores": Caption(
        "Scores", "Solved cases are the first thing to look at; the other scores say how near a plan came."
    ),
    "published": Caption(
        "Published results", "The authors' own, for orientation; worlds, rules and models are others."
    ),
    "difficulty": Caption(
        "By days and level", "Longer trips and higher levels are harder for anyone who cannot search."
    ),
    "looking": Caption("Looking", "What was seen before the answer, whatever the answer is worth."),
    "labels": Caption("Failures", "Why episodes fail, computed from what was seen and what was answered."),
    "checks": Caption("Checks", "Every check of both domains; a void check never passes."),
    "comparisons": Caption("Comparisons", "Methods of one model on the same tasks."),
    "tasks": Caption("Tasks", "How large the worlds are and how much there is to be known."),
    "effort": Caption("Effort", "Scores against calls of tools and against turns."),
    "horizon": Caption("Horizon", "Scores by days of the trip and by level of the cart."),
    "failures": Caption("Failure labels", "Share of failed episodes with each label."),
    "fragility": Caption("Fragility", "Almost all checks may pass while hardly a case is solved."),
    "facts": Caption("Facts and worth", "Share of relevant facts seen against share of the optimum."),
}
