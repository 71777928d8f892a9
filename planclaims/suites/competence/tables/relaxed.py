"""Reachability questions split by whether the delete relaxation alone settles them, since that is another reasoning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.sheet import Sheet
from planclaims.suites.competence.tables.shares import paired_difference, scored, share

if TYPE_CHECKING:
    import pandas as pd


def relaxed_split(frame: pd.DataFrame) -> Sheet:
    """Return the accuracy on questions that the relaxation settles and on those where deletes matter."""
    rows = scored(frame[(frame["form"] == "generative") & frame["relaxed_settles"].notna()])
    settled = rows["relaxed_settles"].astype(bool)
    lines = []
    for names, part in rows.groupby(["who", "method", "condition", "kind"], sort=True):
        own = settled[part.index]
        told = (str(name) for name in names)
        lines.append((*told, share(part[own]), share(part[~own])))
    notes = ("Both halves carry one label in the public sets.",)
    header = ("respondent", "method", "condition", "kind", "relaxation settles", "deletes matter")
    return Sheet("Reachability with and without deletes", header, tuple(lines), notes)


def twin_forms(frame: pd.DataFrame) -> Sheet:
    """Return the differences between forms over questions about the same states."""
    rows = scored(frame)
    rows["twin"] = rows["domain"].astype(str) + "/" + rows["state"].astype(str)
    lines = []
    for names, part in rows.groupby(["who", "method", "condition", "kind"], sort=True):
        forms = {
            form: dict(zip(own["twin"], own["value"], strict=True)) for form, own in part.groupby("form", sort=True)
        }
        if len(forms) > 1:
            free = forms.get("generative", {})
            cells = [paired_difference(forms.get(form, {}), free) for form in ("choice", "boolean")]
            lines.append((*(str(name) for name in names), *cells))
    notes = ("Pairs of questions about one state; 95% intervals from 1,000 resamples of states.",)
    header = ("respondent", "method", "condition", "kind", "choice minus free", "boolean minus free")
    return Sheet("Forms compared on the same states", header, tuple(lines), notes)
