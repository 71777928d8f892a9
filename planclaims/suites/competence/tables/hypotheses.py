"""The hypotheses of the oracle ladder, each told as held or not with the figures that say so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from planclaims.analysis.filters import Wanted
from planclaims.analysis.formats.sheet import Sheet
from planclaims.suites.competence.tables.ladder import CONTROLS
from planclaims.suites.competence.tables.shares import NOTHING, Cell, by_key, interval, model_of, scored, sheet_of

if TYPE_CHECKING:
    import pandas as pd

STRUCTURAL = ("reach", "areach", "land")
COT = "zero-shot-cot"
HELD, NOT_HELD, NOT_ASKED = "held", "not held", "not asked"
LEVEL_3, LEVEL_4, FILES = ("program", "plain"), (COT, "t2"), ("react", "plain")


@dataclass(frozen=True)
class Gain:
    """A mean difference over n items that both arms have, with its 95% interval."""

    mean: float
    low: float
    high: float
    n: int

    def __str__(self) -> str:
        """Return the difference as tables show it."""
        return f"{self.mean:+.3f} [{self.low:+.3f}, {self.high:+.3f}] ({self.n})"


@dataclass(frozen=True)
class Finding:
    """Whether a hypothesis holds, None where nobody was asked what it needs, and the figures."""

    held: bool | None
    figures: str = NOTHING


class Arms:
    """The answers of one respondent to free questions, by method, condition and kinds."""

    def __init__(self, rows: pd.DataFrame) -> None:
        self._rows = rows

    def of(self, arm: tuple[str, str], kinds: tuple[str, ...]) -> pd.DataFrame:
        """Return the answers under an arm; under one with evidence only where there was some."""
        method, condition = arm
        rows = self._rows[(self._rows["method"] == method) & (self._rows["condition"] == condition)]
        if condition not in ("plain", "t0"):
            rows = rows[rows["arm"].notna()]
        return rows[rows["kind"].isin(kinds)]

    def gain(self, arm: tuple[str, str], base: tuple[str, str], kinds: tuple[str, ...]) -> Gain | None:
        """Return what an arm gains over a base, None without an item that both have."""
        values: tuple[Mapping[str, float], Mapping[str, float]] = (
            by_key(self.of(arm, kinds)),
            by_key(self.of(base, kinds)),
        )
        one, other = values
        differences = [one[key] - other[key] for key in sorted(one.keys() & other.keys())]
        if not differences:
            return None
        return Gain(sum(differences) / len(differences), *interval(differences, 1), len(differences))


def _jump(arms: Arms) -> Finding:
    base = (COT, "plain")
    machine = {name: arms.gain(arm, base, STRUCTURAL) for name, arm in (("L3", LEVEL_3), ("L4", LEVEL_4))}
    found = {name: gain for name, gain in machine.items() if gain is not None}
    if not found:
        return Finding(None)
    files = arms.gain(FILES, base, STRUCTURAL)
    least = max(0.0, files.mean if files is not None else 0.0)
    told = [*([f"L2 {files}"] if files is not None else []), *(f"{name} {gain}" for name, gain in found.items())]
    return Finding(any(gain.low > 0 and gain.mean > least for gain in found.values()), "; ".join(told))


def _rise(arms: Arms) -> Finding:
    doses = [(dose, arms.gain((COT, dose), (COT, "t0"), STRUCTURAL)) for dose in ("t1", "t2", "t3")]
    found = [(dose, gain) for dose, gain in doses if gain is not None]
    controls = arms.gain((COT, "t3"), (COT, "t0"), CONTROLS)
    if len(found) < 3 or controls is None:
        return Finding(None)
    means = [0.0, *(gain.mean for _, gain in found)]
    rises = means == sorted(means) and found[-1][1].low > 0
    told = "; ".join(f"{dose} {gain}" for dose, gain in found)
    return Finding(rises and controls.low <= 0 <= controls.high, f"{told}; controls t3 {controls}")


def _misled(arms: Arms) -> Finding:
    gain = arms.gain((COT, "distractor"), (COT, "t0"), STRUCTURAL)
    return Finding(None) if gain is None else Finding(gain.high < 0, str(gain))


def _extraction(arms: Arms) -> Finding:
    rows = arms.of((COT, "t3"), STRUCTURAL)
    wrong = rows[rows["value"] == 0]
    if rows.empty:
        return Finding(None)
    if wrong.empty:
        return Finding(False, f"nothing fails at t3 ({len(rows)} answers)")
    denied = int((~wrong["malformed"].astype(bool) & (wrong["witness"].fillna("") != "")).sum())
    malformed = int(wrong["malformed"].astype(bool).sum())
    told = f"{denied} of {len(wrong)} wrong answers contradict what was shown, {malformed} are malformed"
    return Finding(denied > len(wrong) / 2, told)


HYPOTHESES: Mapping[str, tuple[str, Callable[[Arms], Finding]]] = {
    "H1": ("accuracy jumps where a machine traverses (L3 or L4)", _jump),
    "H2": ("accuracy rises from t0 to t3, and not that of controls", _rise),
    "H3": ("a distractor is worse than no evidence", _misled),
    "H6": ("what fails at t3 is extraction", _extraction),
}
"""The hypotheses that answers alone decide; H4 needs the difficulties of a fit, H5 hidden states."""


def hypotheses(frame: pd.DataFrame) -> Sheet:
    """Return a row per respondent and hypothesis: held, not held or not asked, and the figures."""
    rows = scored(frame[frame["form"] == "generative"])
    lines: list[list[Cell]] = []
    for who, part in rows.groupby("who", sort=True):
        arms = Arms(part)
        base: dict[str, Wanted] = {"model": model_of(who), "form": "generative", "repeat": 0}
        for name, (said, test) in HYPOTHESES.items():
            found = test(arms)
            verdict = NOT_ASKED if found.held is None else HELD if found.held else NOT_HELD
            source = None if found.held is None else base
            lines.append([(str(who), None), (name, None), (said, None), (verdict, source), (found.figures, source)])
    notes = (
        "Kinds: reach, areach, land; controls: app, prog, val. Differences to t0 (H1: to reasoning alone, L1) over the "
        "items that have both arms, with 95% intervals from 1,000 resamples of items.",
        "H1 holds if L3 or L4 gains with an interval above zero, and more than L2; H2 if the means never fall, the "
        "interval of t3 lies above zero and that of the controls holds zero; H3 if the interval lies below zero; H6 if "
        "more than half of the wrong answers are refuted by a witness that the evidence showed.",
        "H4, that gains go with b2, needs the difficulties of a fit: docs/irt.md. H5 needs hidden states, and none are "
        "read.",
    )
    return sheet_of("Hypotheses of the ladder", ("respondent", "", "hypothesis", "verdict", "figures"), lines, notes)
