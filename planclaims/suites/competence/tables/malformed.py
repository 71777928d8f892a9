"""Malformed answers by kind and reason, apart from wrong ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from planclaims.analysis.filters import Wanted
from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.tables.shares import Cell, names_of, sheet_of

if TYPE_CHECKING:
    import pandas as pd


def malformed_replies(frame: pd.DataFrame) -> Sheet:
    """Return how many answers of each respondent, form and kind were malformed, by reason."""
    bad = frame[frame["malformed"].fillna(False).astype(bool)].copy()
    bad["class"] = [reason.split(":")[0].split("'")[0].strip() for reason in bad["reason"].astype(str)]
    keys = ["model", "method", "condition", "form", "kind", "class"]
    counted = bad.groupby(keys, sort=True).size()
    rows: list[list[Cell]] = []
    for names, count in counted.items():
        told = [str(name) for name in cast("tuple[object, ...]", names)]
        source: dict[str, Wanted] = {**dict(zip(keys[:-1], told, strict=False)), "malformed": True}
        rows.append([*names_of(*told), (str(count), source)])
    asked = int(frame["scored"].sum())
    notes = (f"{len(bad)} of {asked} answers are malformed; they count as wrong.",)
    return sheet_of("Malformed answers by kind and reason", (*keys[:-1], "reason", "answers"), rows, notes)
