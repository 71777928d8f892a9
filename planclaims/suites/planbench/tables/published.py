"""Published figures beside ours: theirs are of blocks with the benchmark's own instances, prompts and judge."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.analysis.filters import Filter
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.grouped import EMPTY
from planclaims.suites.planbench.tables.counting import NOTES, PLAYERS, share

if TYPE_CHECKING:
    import pandas as pd

NUMBERS = Path(__file__).parent / "published.csv"
SETS = ("blocksworld", "blocksworld_three")
HEADS = ("kind", "model", "style", "as published", "strict", "remark")
SOURCE = (
    "Theirs: PlanBench (Valmeekam et al., NeurIPS 2023, and the leaderboard of its repository, March 2025), 600 blocks "
    "instances, 500 for generalisation; strict: the same replies under this suite's rules, where they were re-judged."
)


def published(frame: pd.DataFrame) -> Sheet:
    """Return the published figures for blocks, and then ours for blocks under every condition."""
    with NUMBERS.open(encoding="utf-8", newline="") as file:
        theirs = [(_their_line(row), (None,) * len(HEADS)) for row in csv.DictReader(file)]
    rows = frame[frame["set"].isin(SETS) & frame["scored"]]
    ours = [_our_line(names, part) for names, part in rows.groupby(["kind", *PLAYERS], sort=True)]
    lines = sorted([*theirs, *ours], key=lambda line: line[0])
    sources = tuple(tuple(source) for _, source in lines)
    return Sheet(
        "Published figures beside this run", HEADS, tuple(text for text, _ in lines), (SOURCE, *NOTES), sources
    )


def _our_line(names: Iterable[object], part: pd.DataFrame) -> tuple[tuple[str, ...], tuple[Filter | None, ...]]:
    kind, model, method, condition = map(str, names)
    source: Filter = {
        "kind": kind,
        "model": model,
        "method": method,
        "condition": condition,
        "set": SETS,
        "scored": True,
    }
    texts = (kind, model, f"{method}, {condition}", EMPTY, share()(part), "this run")
    return texts, (None, None, None, None, source, None)


def _their_line(row: dict[str, str]) -> tuple[str, ...]:
    model = f"{row['model']} (theirs)"
    return (row["kind"], model, row["style"], _rate(row, "correct"), _rate(row, "strict"), row["what"])


def _rate(row: dict[str, str], name: str) -> str:
    return f"{row[name]}/{row['total']} = {100 * int(row[name]) / int(row['total']):.1f}%" if row[name] else EMPTY
