"""Reachability questions split by whether the delete relaxation alone settles them, since that is another reasoning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.filters import Wanted
from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.tables.shares import (
    Cell,
    model_of,
    names_of,
    paired_difference,
    scored,
    share,
    sheet_of,
)

if TYPE_CHECKING:
    import pandas as pd


def relaxed_split(frame: pd.DataFrame) -> Sheet:
    """Return the accuracy on questions that the relaxation settles and on those where deletes matter."""
    rows = scored(frame[(frame["form"] == "generative") & frame["relaxed_settles"].notna()])
    settled = rows["relaxed_settles"].astype(bool)
    lines: list[list[Cell]] = []
    for names, part in rows.groupby(["who", "method", "condition", "kind"], sort=True):
        own = settled[part.index]
        who, method, condition, kind = names
        base: dict[str, Wanted] = {
            "model": model_of(who),
            "method": str(method),
            "condition": str(condition),
            "kind": str(kind),
        }
        cells: list[Cell] = [
            (share(half), {**base, "form": "generative", "repeat": 0, "relaxed_settles": settles})
            for settles, half in ((True, part[own]), (False, part[~own]))
        ]
        lines.append([*names_of(*names), *cells])
    notes = ("Both halves carry one label in the public sets.",)
    header = ("respondent", "method", "condition", "kind", "relaxation settles", "deletes matter")
    return sheet_of("Reachability with and without deletes", header, lines, notes)


def twin_forms(frame: pd.DataFrame) -> Sheet:
    """Return the differences between forms over questions about the same states."""
    rows = scored(frame)
    rows["twin"] = rows["domain"].astype(str) + "/" + rows["state"].astype(str)
    lines: list[list[Cell]] = []
    for names, part in rows.groupby(["who", "method", "condition", "kind"], sort=True):
        forms = {
            form: dict(zip(own["twin"], own["value"], strict=True)) for form, own in part.groupby("form", sort=True)
        }
        if len(forms) > 1:
            free = forms.get("generative", {})
            who, method, condition, kind = names
            base: dict[str, Wanted] = {
                "model": model_of(who),
                "method": str(method),
                "condition": str(condition),
                "kind": str(kind),
            }
            cells: list[Cell] = [
                (paired_difference(forms.get(form, {}), free), {**base, "form": [form, "generative"], "repeat": 0})
                for form in ("choice", "boolean")
            ]
            lines.append([*names_of(*names), *cells])
    notes = ("Pairs of questions about one state; 95% intervals from 1,000 resamples of states.",)
    header = ("respondent", "method", "condition", "kind", "choice minus free", "boolean minus free")
    return sheet_of("Forms compared on the same states", header, lines, notes)
