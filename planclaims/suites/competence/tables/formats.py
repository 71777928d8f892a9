"""Accuracy by kind in the three forms, and the gaps between the forms, raw and corrected for guessing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.filters import Wanted
from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.questions.made import KINDS
from planclaims.suites.competence.tables.shares import Cell, names_of, sheet_of

if TYPE_CHECKING:
    import pandas as pd

FORMS = ("generative", "choice", "boolean")
GAPS = ("choice gap", "boolean gap", "choice gap, corrected", "boolean gap, corrected")
CHANCE = {"generative": 0.0, "choice": 1 / 4, "boolean": 1 / 2}


def by_kind(frame: pd.DataFrame) -> Sheet:
    """Return a row per respondent and kind: accuracies, then the gaps of the closed forms to the generative one."""
    header = ("model", "method", "condition", "kind", *FORMS, *GAPS)
    rows: list[list[Cell]] = []
    for (model, method, condition), part in frame[frame["scored"]].groupby(["model", "method", "condition"]):
        scripted = " (scripted)" if bool(part["reference"].iloc[0]) else ""
        for kind in KINDS:
            shares = {form: accuracy(part[(part["kind"] == kind) & (part["form"] == form)]) for form in FORMS}
            if all(share is None for share in shares.values()):
                continue
            base: dict[str, Wanted] = {
                "model": str(model),
                "method": str(method),
                "condition": str(condition),
                "kind": kind,
            }
            cells: list[Cell] = [
                (_told(share), {**base, "form": form, "scored": True}) for form, share in shares.items()
            ]
            gaps: list[Cell] = [
                (_gap(shares, form, corrected=corrected), {**base, "form": [form, FORMS[0]], "scored": True})
                for corrected in (False, True)
                for form in FORMS[1:]
            ]
            rows.append([*names_of(f"{model}{scripted}", method, condition, kind), *cells, *gaps])
    notes = (
        "Gaps: accuracy in the closed form minus that in the generative form; corrected: guessing taken out of both, "
        "(accuracy - chance) / (1 - chance), with chance 1/4 for choice and 1/2 for boolean.",
        "Malformed answers count as wrong; undecided ones are left out. Scripted respondents are controls, no models.",
    )
    return sheet_of("Accuracy by kind and form", header, rows, notes)


def accuracy(part: pd.DataFrame) -> float | None:
    """Return the share of right answers among those decided, or None without any."""
    decided = part["right"].dropna()
    return float(decided.astype(float).mean()) if len(decided) else None


def corrected_share(share: float, form: str) -> float:
    """Return the accuracy with guessing taken out."""
    return (share - CHANCE[form]) / (1 - CHANCE[form])


def _gap(shares: dict[str, float | None], form: str, *, corrected: bool) -> str:
    closed, free = shares[form], shares["generative"]
    if closed is None or free is None:
        return "–"
    return f"{(corrected_share(closed, form) if corrected else closed) - free:+.3f}"


def _told(share: float | None) -> str:
    return "–" if share is None else f"{share:.3f}"
