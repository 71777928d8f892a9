"""What became of the programs that models wrote, by kind; and the arms that mix programs with reasoning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.filters import Wanted
from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.questions.made import KINDS
from planclaims.suites.competence.tables.shares import NOTHING, Cell, names_of, scored, sheet_of

if TYPE_CHECKING:
    import pandas as pd

OUTCOMES = ("compile_failed", "timeout", "resource", "crashed", "unstable", "malformed", "translation", "correct")
STRUCTURAL = ("reach", "land", "areach")
"""The kinds that a matched arm leaves to programs."""


def program_outcomes(frame: pd.DataFrame) -> Sheet:
    """Return how many programs of each respondent ended in which way, by kind."""
    rows = frame[frame["program"].notna()]
    lines: list[list[Cell]] = []
    for (model, condition), part in rows.groupby(["model", "condition"], sort=True):
        scripted = " (scripted)" if bool(part["reference"].iloc[0]) else ""
        for kind in KINDS:
            own = part[part["kind"] == kind]
            if len(own):
                base: dict[str, Wanted] = {"model": str(model), "condition": str(condition), "kind": kind}
                counts: list[Cell] = [
                    (str(int((own["program"] == outcome).sum())), {**base, "program": outcome}) for outcome in OUTCOMES
                ]
                extracted = str(int(own["extraction"].fillna(False).astype(bool).sum()))
                extraction: Cell = (extracted, {**base, "program": "translation", "extraction": True})
                lines.append([*names_of(f"{model}{scripted}", condition, kind), *counts, extraction])
    notes = (
        "Each program has one outcome. translation: it ran and answered wrongly; unstable: a second run differed.",
        "extraction: among translation, programs that printed the reachable set rightly and still answered wrongly.",
    )
    return sheet_of("Written programs", ("model", "condition", "kind", *OUTCOMES, "extraction"), lines, notes)


def program_arms(frame: pd.DataFrame) -> Sheet:
    """Return the accuracy when all, the structural or the other kinds are left to programs, the rest to reasoning."""
    rows = scored(frame[(frame["form"] == "generative") & (frame["condition"] == "plain")])
    lines = []
    for who, part in rows.groupby("who", sort=True):
        structural = part["kind"].isin(STRUCTURAL)
        program, reasoned = part["method"] == "program", part["method"] == "zero-shot-cot"
        arms = {
            "reasoning alone": reasoned,
            "uniform": program,
            "matched": (program & structural) | (reasoned & ~structural),
            "mismatched": (program & ~structural) | (reasoned & structural),
        }
        if program.any() and reasoned.any():
            cells = [
                f"{part[arm]['value'].mean():.3f} ({int(arm.sum())})" if arm.any() else NOTHING for arm in arms.values()
            ]
            lines.append((str(who), *cells))
    notes = (f"matched: {', '.join(STRUCTURAL)} by program, other kinds by reasoning; mismatched: the reverse.",)
    header = ("respondent", "reasoning alone", "uniform", "matched", "mismatched")
    return Sheet("Programs by arm", header, tuple(lines), notes)
