"""The oracle ladder: who encodes, who traverses, who extracts; and the doses of evidence, paired by item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.filters import Wanted
from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.questions.evidence import LADDER
from planclaims.suites.competence.questions.made import KINDS
from planclaims.suites.competence.tables.shares import (
    NOTHING,
    Cell,
    by_key,
    model_of,
    names_of,
    paired_difference,
    scored,
    share,
    sheet_of,
)

if TYPE_CHECKING:
    import pandas as pd

LEVELS = (
    ("L1 direct", "direct", "plain"),
    ("L1 cot", "zero-shot-cot", "plain"),
    ("L2 scratchpad", "react", "plain"),
    ("L3 program", "program", "plain"),
    ("L4 full evidence", "zero-shot-cot", "t2"),
    ("memory", "memory", "plain"),
)
"""The levels by the method and the condition that make them."""
DOSES = ("filler", "t0", "t1", "t2", "t3", "distractor")
CONTROLS = ("app", "prog", "val")


def ladder(frame: pd.DataFrame) -> Sheet:
    """Return the accuracy of each respondent on free questions, kind by level."""
    rows = scored(frame[frame["form"] == "generative"])
    lines: list[list[Cell]] = []
    for who, part in rows.groupby("who", sort=True):
        for kind in KINDS:
            own = part[part["kind"] == kind]
            base: dict[str, Wanted] = {"model": model_of(who), "kind": kind, "form": "generative", "repeat": 0}
            cells: list[Cell] = []
            for _, method, condition in LEVELS:
                told = share(own[(own["method"] == method) & (own["condition"] == condition)])
                cells.append((told, None if told == NOTHING else {**base, "method": method, "condition": condition}))
            if any(source for _, source in cells):
                lines.append([*names_of(who, kind), *cells])
    notes = ("Shares of right answers, with the number of answers. A dash: not asked.",)
    return sheet_of("Oracle ladder", ("respondent", "kind", *(level for level, _, _ in LEVELS)), lines, notes)


def doses(frame: pd.DataFrame) -> Sheet:
    """Return the accuracy under each dose of evidence, and its difference to none over the items that have both."""
    rows = scored(frame[(frame["form"] == "generative") & frame["kind"].isin(LADDER)])
    rows = rows[(rows["condition"] == "t0") | rows["arm"].notna()]
    lines: list[list[Cell]] = []
    for (who, method), part in rows.groupby(["who", "method"], sort=True):
        for kind in LADDER:
            own = part[part["kind"] == kind]
            base = by_key(own[own["condition"] == "t0"])
            for dose in DOSES:
                arm = own[own["condition"] == dose]
                if len(arm):
                    difference = NOTHING if dose == "t0" else paired_difference(by_key(arm), base)
                    role = "control" if kind in CONTROLS else ""
                    shown: dict[str, Wanted] = {
                        "model": model_of(who),
                        "method": str(method),
                        "kind": kind,
                        "form": "generative",
                        "repeat": 0,
                    }
                    one: dict[str, Wanted] = {**shown, "condition": dose}
                    both: dict[str, Wanted] | None = None if dose == "t0" else {**shown, "condition": [dose, "t0"]}
                    lines.append([*names_of(who, method, kind, role, dose), (share(arm), one), (difference, both)])
    notes = (
        "t0: no evidence; t1: what needs few actions; t2: all that is reachable; t3: with lengths; filler: text off "
        "the topic as long as t2; distractor: t2 changed so that it speaks for a wrong answer.",
        "Differences to t0 over the items that have both arms, with 95% intervals from 1,000 resamples of items.",
    )
    header = ("respondent", "method", "kind", "role", "dose", "right", "difference to t0")
    return sheet_of("Doses of evidence", header, lines, notes)
