"""The published graders against ours on the same replies: how often they agree, and which way they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.sheet import Sheet
from planclaims.suites.competence.questions.made import KINDS

if TYPE_CHECKING:
    import pandas as pd


def published_graders(frame: pd.DataFrame) -> Sheet:
    """Return per respondent and kind the accuracy by both graders, and the answers on which they differ."""
    rows = frame[frame["official"].notna() & frame["right"].notna()].copy()
    rows["official"], rows["right"] = rows["official"].astype(bool), rows["right"].astype(bool)
    lines = []
    for (model, method, condition), part in rows.groupby(["model", "method", "condition"], sort=True):
        scripted = " (scripted)" if bool(part["reference"].iloc[0]) else ""
        for kind in KINDS:
            own = part[part["kind"] == kind]
            if not len(own):
                continue
            denied = int((own["right"] & ~own["official"]).sum())
            granted = int((~own["right"] & own["official"]).sum())
            lines.append(
                (
                    f"{model}{scripted}",
                    str(method),
                    str(condition),
                    kind,
                    str(len(own)),
                    f"{own['right'].mean():.3f}",
                    f"{own['official'].mean():.3f}",
                    str(denied),
                    str(granted),
                )
            )
    notes = (
        "The published rule is emulated from what the graders of the public sets were seen to do; that of landmarks, "
        "whose lists follow no published rule, is not.",
        "denied: right, and the published grader says wrong; granted: wrong or malformed, and it says right.",
    )
    header = ("model", "method", "condition", "kind", "answers", "exact", "published", "denied", "granted")
    return Sheet("Published against exact verdicts", header, tuple(lines), notes)
