"""The published graders against ours on the same replies: how often they agree, and which way they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.filters import Filter, Wanted
from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.questions.made import KINDS
from planclaims.suites.competence.tables.shares import Cell, names_of, sheet_of

if TYPE_CHECKING:
    import pandas as pd


def published_graders(frame: pd.DataFrame) -> Sheet:
    """Return per respondent and kind the accuracy by both graders, and the answers on which they differ."""
    rows = frame[frame["official"].notna() & frame["right"].notna()].copy()
    rows["official"], rows["right"] = rows["official"].astype(bool), rows["right"].astype(bool)
    lines: list[list[Cell]] = []
    for (model, method, condition), part in rows.groupby(["model", "method", "condition"], sort=True):
        scripted = " (scripted)" if bool(part["reference"].iloc[0]) else ""
        for kind in KINDS:
            own = part[part["kind"] == kind]
            if not len(own):
                continue
            denied = int((own["right"] & ~own["official"]).sum())
            granted = int((~own["right"] & own["official"]).sum())
            base: dict[str, Wanted] = {
                "model": str(model),
                "method": str(method),
                "condition": str(condition),
                "kind": kind,
            }
            known: Filter = {**base, "official": [True, False], "right": [True, False]}
            cells: list[Cell] = [
                (str(len(own)), known),
                (f"{own['right'].mean():.3f}", known),
                (f"{own['official'].mean():.3f}", known),
                (str(denied), {**base, "right": True, "official": False}),
                (str(granted), {**base, "right": False, "official": True}),
            ]
            lines.append([*names_of(f"{model}{scripted}", method, condition, kind), *cells])
    notes = (
        "The published rule is emulated from what the graders of the public sets were seen to do; that of landmarks, "
        "whose lists follow no published rule, is not.",
        "denied: right, and the published grader says wrong; granted: wrong or malformed, and it says right.",
    )
    header = ("model", "method", "condition", "kind", "answers", "exact", "published", "denied", "granted")
    return sheet_of("Published against exact verdicts", header, lines, notes)
