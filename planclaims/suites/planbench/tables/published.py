"""Published figures beside ours: theirs are of blocks with the benchmark's own instances, prompts and judge."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.analysis.sheet import Sheet

from .counting import NONE, NOTES, groups, scored, share

if TYPE_CHECKING:
    import pandas as pd

NUMBERS = Path(__file__).parent / "published.csv"
SETS = ("blocksworld", "blocksworld_three")
SOURCE = (
    "Theirs: PlanBench (Valmeekam et al., NeurIPS 2023, and the leaderboard of its repository, March 2025), 600 blocks "
    "instances, 500 for generalisation; strict: the same replies under this suite's rules, where they were re-judged."
)


def published(frame: pd.DataFrame) -> Sheet:
    """Return the published figures for blocks, and then ours for blocks under every condition."""
    with NUMBERS.open(encoding="utf-8", newline="") as file:
        theirs = [_their_line(row) for row in csv.DictReader(file)]
    rows = scored(frame)
    ours = [
        (kind, model, f"{method}, {condition}", NONE, share(part["correct"]), "this run")
        for (kind, model, method, condition), part in groups(rows[rows["set"].isin(SETS)], "kind")
    ]
    heads = ("kind", "model", "style", "as published", "strict", "remark")
    return Sheet("Published figures beside this run", heads, tuple(sorted([*theirs, *ours])), (SOURCE, *NOTES))


def _their_line(row: dict[str, str]) -> tuple[str, ...]:
    model = f"{row['model']} (theirs)"
    return (row["kind"], model, row["style"], _rate(row, "correct"), _rate(row, "strict"), row["what"])


def _rate(row: dict[str, str], name: str) -> str:
    return f"{row[name]}/{row['total']} = {100 * int(row[name]) / int(row['total']):.1f}%" if row[name] else NONE
