"""How many questions there are of those that were ordered, by domain and kind, and how they are spread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from planclaims.analysis.filters import Wanted
from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.tables.shares import NOTHING, Cell, names_of, sheet_of

if TYPE_CHECKING:
    import pandas as pd

FORMS = ("generative", "boolean", "choice")


def coverage(frame: pd.DataFrame) -> Sheet:
    """Return the questions of each domain, kind and form, of so many ordered; a line for each that falls short."""
    items = frame.drop_duplicates(["group", "item"])
    wanted: Mapping[str, int] = {
        str(form): int(part["wanted"].max()) for form, part in items.groupby("form", sort=True)
    }
    forms = [form for form in FORMS if form in wanted]
    lines: list[list[Cell]] = []
    short: list[str] = []
    for domain in sorted(items["domain"].unique()):
        for kind in sorted(items["kind"].unique()):
            own = items[(items["domain"] == domain) & (items["kind"] == kind)]
            base: dict[str, Wanted] = {"domain": str(domain), "kind": str(kind)}
            cells: list[Cell] = []
            for form in forms:
                found = int((own["form"] == form).sum())
                cells.append((f"{found} of {wanted[form]}", {**base, "form": form} if found else None))
                if found < wanted[form]:
                    short.append(f"{domain} {kind} {form} {found} of {wanted[form]}")
            lines.append([*names_of(domain, kind), *cells, *names_of(*_spread(own[own["form"] == "generative"]))])
    notes = ["Every question that anybody was asked. States, answers None and lengths are of the generative ones."]
    notes.append(f"Fewer than ordered: {'; '.join(short)}." if short else "As many as were ordered, everywhere.")
    header = ("domain", "kind", *forms, "states", "None", "length")
    return sheet_of("Questions by domain and kind", header, lines, notes)


def _spread(free: pd.DataFrame) -> tuple[str, str, str]:
    """Return the number of states, of answers None, and the range of lengths of generative questions."""
    if free.empty:
        return NOTHING, NOTHING, NOTHING
    lengths = free["length"].dropna()
    between = f"{int(lengths.min())}-{int(lengths.max())}" if len(lengths) else NOTHING
    return str(free["state"].nunique()), str(int(free["none"].astype(bool).sum())), between
