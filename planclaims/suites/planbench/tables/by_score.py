"""The sub-scores of each kind: verification and its confusion matrix, execution, costs, rewritten goals, replanning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.sheet import Sheet

from .counting import NOTES, count, groups, header, mean, scored, share

if TYPE_CHECKING:
    import pandas as pd

TRUE_VERDICTS = ("valid", "goal_not_reached", "inexecutable")
CLAIMS = (*TRUE_VERDICTS, "invalid", "ambiguous")
REFORMULATED = ("goal_shuffled", "goal_full_to_partial", "goal_partial_to_full", "plan_reuse")


def verification(frame: pd.DataFrame) -> Sheet:
    """Return the scores of verification, with what answering always the same would give."""
    rows = scored(frame, "plan_verification")
    lines = []
    for names, part in groups(rows, "set"):
        always = part["expected"] == "valid"
        majority = part["expected"].value_counts(normalize=True).max()
        cells = [share(part["correct"])]
        cells += [count(part[name]) for name in ("verdict_right", "kind_right", "step_right", "unmet_exact", "overlap")]
        cells += [mean(part["unmet_precision"]), mean(part["unmet_recall"])]
        lines.append((*names, *cells, f"{100 * always.mean():.0f}%", f"{100 * majority:.0f}%"))
    scores = ("correct", "verdict", "kind", "step", "unmet exact", "overlap", "unmet precision", "unmet recall")
    heads = header(("set",), (*scores, "always valid", "majority"))
    note = "Overlap credits one condition in common, as the published figures do; the last columns are baselines."
    return Sheet("Plan verification", heads, tuple(lines), (*NOTES, note))


def confusion(frame: pd.DataFrame) -> Sheet:
    """Return true against claimed verdicts."""
    lines = []
    for names, part in groups(scored(frame, "plan_verification"), "expected"):
        claimed = part["claimed"].value_counts()
        cells = [str(int(claimed.get(claim, 0))) for claim in CLAIMS]
        lines.append((*names, *cells, str(int(part["claimed"].isna().sum()))))
    return Sheet("Verdicts claimed", header(("true verdict",), (*CLAIMS, "unread")), tuple(lines), NOTES[1:])


def execution(frame: pd.DataFrame) -> Sheet:
    """Return how much of the resulting states is right."""
    names_of = ("atom_precision", "atom_recall", "changed_precision", "changed_recall")
    lines = [
        (*names, share(part["correct"]), *(mean(part[name]) for name in names_of))
        for names, part in groups(scored(frame, "plan_execution"), "set")
    ]
    scores = ("exact state", "precision", "recall", "precision of changed", "recall of changed")
    return Sheet("Plan execution", header(("set",), scores), tuple(lines), NOTES)


def cost(frame: pd.DataFrame) -> Sheet:
    """Return validity, optimality and the stated total of costed plans."""
    lines = [
        (*names, count(part["valid"]), share(part["optimal"]), count(part["total_right"]))
        for names, part in groups(scored(frame, "cost_optimal"), "set")
    ]
    return Sheet("Cost-optimal planning", header(("set",), ("valid", "optimal", "total right")), tuple(lines), NOTES)


def copying(frame: pd.DataFrame) -> Sheet:
    """Return how often the shown plan was copied where it is an answer and where it is none."""
    rows = scored(frame, *REFORMULATED)
    rows = rows.assign(shown=["no" if flag else "yes" for flag in rows["control"].fillna(False)])
    columns = ("copied", "misses_only_additions", "is_prefix")
    lines = [
        (*names, share(part["correct"]), *(count(part[name]) for name in columns))
        for names, part in groups(rows, "kind", "shown")
    ]
    scores = ("correct", "copied", "misses only additions", "beginning of it")
    heads = header(("kind", "shown plan solves it"), scores)
    note = "In plan reuse only a beginning of the shown plan solves the question."
    return Sheet("Rewritten goals and the plan that is shown", heads, tuple(lines), (*NOTES, note))


def replanning(frame: pd.DataFrame) -> Sheet:
    """Return right answers after an event, those where nothing had to be done apart."""
    rows = scored(frame, "replanning")
    rows = rows.assign(there=["yes" if flag else "no" for flag in rows["already_there"].fillna(False)])
    columns = ("old_suffix", "old_suffix_works", "from_old_start")
    lines = [
        (*names, share(part["correct"]), *(count(part[name]) for name in columns))
        for names, part in groups(rows, "set", "there")
    ]
    scores = ("correct", "rest of the old plan", "rest works", "works from old start only")
    return Sheet("Replanning", header(("set", "goal there already"), scores), tuple(lines), NOTES)
