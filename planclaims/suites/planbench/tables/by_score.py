"""The sub-scores of each kind: verification and its confusion matrix, execution, costs, rewritten goals, replanning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.grouped import grouped_sheet
from planclaims.suites.planbench.tables.counting import NOTES, PLAYERS, SCORED, count, mean, number, of_kind, share

if TYPE_CHECKING:
    import pandas as pd

TRUE_VERDICTS = ("valid", "goal_not_reached", "inexecutable")
CLAIMS = (*TRUE_VERDICTS, "invalid", "ambiguous")
VERIFIED = of_kind("plan_verification")
EXECUTED = of_kind("plan_execution")
COSTED = of_kind("cost_optimal")
REPLANNED = of_kind("replanning")
REFORMULATED = ("goal_shuffled", "goal_full_to_partial", "goal_partial_to_full", "plan_reuse")


def _rows(frame: pd.DataFrame, *kinds: str) -> pd.DataFrame:
    return frame[frame["kind"].isin(kinds) & frame["scored"]]


def _always_valid(episodes: pd.DataFrame) -> str:
    return f"{100 * float((episodes['expected'] == 'valid').mean()):.0f}%"


def _majority(episodes: pd.DataFrame) -> str:
    return f"{100 * float(episodes['expected'].value_counts(normalize=True).max()):.0f}%"


def verification(frame: pd.DataFrame) -> Sheet:
    """Return the scores of verification, with what answering always the same would give."""
    counted = {
        "verdict": "verdict_right",
        "sort of flaw": "kind_right",
        "step": "step_right",
        "unmet exact": "unmet_exact",
        "overlap": "overlap",
    }
    measures = {
        "correct": (share(), VERIFIED),
        **{name: (count(column), VERIFIED) for name, column in counted.items()},
        "unmet precision": (mean("unmet_precision"), VERIFIED),
        "unmet recall": (mean("unmet_recall"), VERIFIED),
        "always valid": (_always_valid, VERIFIED),
        "majority": (_majority, VERIFIED),
    }
    note = "Overlap credits one condition in common, as the published figures do; the last two columns are baselines."
    rows = _rows(frame, "plan_verification")
    return grouped_sheet("Plan verification", rows, ("set", *PLAYERS), measures, (*NOTES, note))


def confusion(frame: pd.DataFrame) -> Sheet:
    """Return true against claimed verdicts."""
    measures = {claim: (number, {"claimed": claim, **VERIFIED}) for claim in CLAIMS}
    measures["unread"] = (number, {"claimed": None, **VERIFIED})
    rows = _rows(frame, "plan_verification")
    return grouped_sheet("True and claimed verdicts", rows, ("expected", *PLAYERS), measures, NOTES[1:])


def execution(frame: pd.DataFrame) -> Sheet:
    """Return how much of the resulting states is right."""
    columns = {
        "precision": "atom_precision",
        "recall": "atom_recall",
        "precision of changed": "changed_precision",
        "recall of changed": "changed_recall",
    }
    measures = {
        "exact state": (share(), EXECUTED),
        **{name: (mean(column), EXECUTED) for name, column in columns.items()},
    }
    return grouped_sheet("Plan execution", _rows(frame, "plan_execution"), ("set", *PLAYERS), measures, NOTES)


def cost(frame: pd.DataFrame) -> Sheet:
    """Return validity, optimality and the stated total of costed plans."""
    measures = {
        "valid": (count("valid"), COSTED),
        "valid and cheapest": (share("optimal"), COSTED),
        "total right": (count("total_right"), COSTED),
    }
    return grouped_sheet("Cost-optimal planning", _rows(frame, "cost_optimal"), ("set", *PLAYERS), measures, NOTES)


def copying(frame: pd.DataFrame) -> Sheet:
    """Return how often the shown plan was copied where it is an answer and where it is none."""
    measures = {
        "correct": (share(), SCORED),
        "copied": (count("copied"), SCORED),
        "misses only additions": (count("misses_only_additions"), SCORED),
        "beginning of it": (count("is_prefix"), SCORED),
    }
    note = "Control: the shown plan does not solve the question. In plan reuse only a beginning of it does."
    rows, by = _rows(frame, *REFORMULATED), ("kind", "control", *PLAYERS)
    return grouped_sheet("Rewritten goals and the plan that is shown", rows, by, measures, (*NOTES, note))


def replanning(frame: pd.DataFrame) -> Sheet:
    """Return right answers after an event, those where nothing had to be done apart."""
    measures = {
        "correct": (share(), REPLANNED),
        "rest of the old plan": (count("old_suffix"), REPLANNED),
        "rest works": (count("old_suffix_works"), REPLANNED),
        "works from old start only": (count("from_old_start"), REPLANNED),
    }
    by = ("set", "already_there", *PLAYERS)
    return grouped_sheet("Replanning", _rows(frame, "replanning"), by, measures, NOTES)
