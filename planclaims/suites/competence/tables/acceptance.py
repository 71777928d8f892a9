"""What the scripted respondents must be worth, told as held or not: they pin the scale and test the pipeline."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import TYPE_CHECKING

from planclaims.analysis.filters import Filter, Wanted
from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.tables.shares import NOTHING, Cell, scored, sheet_of

if TYPE_CHECKING:
    import pandas as pd

STRUCTURAL = ["reach", "areach", "land"]
CHANCE = {"boolean": 1 / 2, "choice": 1 / 4}
DEVIATIONS = 3.0
"""How many standard deviations a guesser may lie off chance."""
Line = tuple[str, bool | None, str, Filter | None]


def acceptance(frame: pd.DataFrame) -> Sheet:
    """Return a row per demand on the scripted respondents and on the verdicts: held, not held, not asked; figures."""
    rows = scored(frame[frame["reference"].astype(bool)])
    lines: list[list[Cell]] = []
    for said, held, figures, source in (*_exact(rows), *_uniform(rows), *_local(rows), *_decided(frame)):
        verdict = "not asked" if held is None else "held" if held else "not held"
        lines.append([(said, None), (verdict, source), (figures, source)])
    notes = (
        "Scripted respondents are controls and no models. At chance: within three standard deviations of 1/2 (boolean) "
        "and 1/4 (choice).",
    )
    return sheet_of("What controls must be worth", ("demand", "verdict", "figures"), lines, notes)


def _exact(rows: pd.DataFrame) -> Iterator[Line]:
    for form in ("generative", "boolean", "choice"):
        own = rows[(rows["model"] == "reference-exact") & (rows["form"] == form)]
        kinds = own.groupby("kind")["value"].min()
        held = None if own.empty else bool((kinds == 1).all())
        told = NOTHING if own.empty else f"{int(own['value'].sum())} of {len(own)}, {len(kinds)} kinds"
        yield f"exact is always right, {form}", held, told, _source(own, "reference-exact", form=form)


def _uniform(rows: pd.DataFrame) -> Iterator[Line]:
    for form, chance in CHANCE.items():
        own = rows[(rows["model"] == "reference-uniform") & (rows["form"] == form)]
        held, told = None, NOTHING
        if len(own):
            off = (float(own["value"].mean()) - chance) / sqrt(chance * (1 - chance) / len(own))
            held, told = abs(off) <= DEVIATIONS, f"{own['value'].mean():.3f} of {len(own)}, {off:+.1f} deviations"
        yield f"uniform is right by chance, {form}", held, told, _source(own, "reference-uniform", form=form)


def _local(rows: pd.DataFrame) -> Iterator[Line]:
    own = rows[(rows["model"] == "reference-local") & (rows["form"] == "generative")]
    own = own[own["kind"].isin(STRUCTURAL) & ~own["none"].astype(bool)]
    held = None if own.empty else bool((own["value"] == 0).all())
    told = NOTHING if own.empty else f"{int(own['value'].sum())} of {len(own)} right"
    source = _source(own, "reference-local", form="generative", kind=STRUCTURAL, none=False)
    yield "local is never right beyond single steps (reach, areach, land, answer not None)", held, told, source


def _decided(frame: pd.DataFrame) -> Iterator[Line]:
    answered = frame[frame["scored"].astype(bool)]
    undecided = int(answered["right"].isna().sum())
    held = None if answered.empty else undecided == 0
    told = NOTHING if answered.empty else f"{undecided} of {len(answered)} answers undecided"
    yield "every answer is decided by a certificate", held, told, {"scored": True} if len(answered) else None


def _source(own: pd.DataFrame, model: str, **columns: Wanted) -> Filter | None:
    return None if own.empty else {"model": model, "repeat": 0, **columns}
