"""Which rows of an episodes table cannot be true, whatever was played."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from planclaims.analysis.table.frame import KEY, NUMBER, TYPES, WHOLE
from planclaims.analysis.table.row import FATAL, ON_SOLVABLE, VIOLATION_RULES, EpisodeEnding, Outcome

if TYPE_CHECKING:
    import pandas as pd

IDENTITY = ("model", "method", "regime", "domain", "task", "repeat", "reference", "constrained", "scored")
MEASURES = ("solvable", "executable", "success", "detection", "false_abstention", "score", "outcome", "ending")
ONLINE_ONLY = ("acts", "state_queries", "inspected_acts", "ill_formed_calls", "rejected_proposals", "calls_used")
NAMES = ("model", "method", "domain", "task")
SINCE = ("revealing_calls", "informed_acts", "surplus_calls", "violation_rule", "violations", "planner")
"""Columns of online episodes that tables of earlier versions lack."""
CHOICES: Mapping[str, tuple[str, ...]] = {
    "regime": ("offline", "online"),
    "violation_rule": VIOLATION_RULES,
    "outcome": tuple(map(str, Outcome)),
    "ending": tuple(map(str, EpisodeEnding)),
}
"""The texts that a column may hold."""

ROUNDED = 0.0051
"""How far a score may lie from its definition: tables of others round to two digits."""

ENDINGS: Mapping[str, str] = {
    **{outcome: ending for ending, outcome in ON_SOLVABLE.items()},
    Outcome.DETECTION: EpisodeEnding.UNSOLVABLE_CLAIM,
}
"""The ending that belongs to an outcome; a missed infeasibility may end in any way but an UNSOLVABLE."""


def _is(column: pd.Series[str], *texts: str) -> pd.Series[bool]:
    """Return where a column of texts holds one of them; a missing text is none."""
    return column.isin(texts).astype("boolean")


class Cells(Protocol):
    """What a rule reads: columns by name."""

    def __getitem__(self, name: str) -> pd.Series[Any]:
        """Return the column."""


RULES: Mapping[str, Callable[[Cells], pd.Series[bool]]] = {
    "solvable and optimal_length disagree": lambda f: f["solvable"] != f["optimal_length"].notna(),
    "optimal_length is below 1": lambda f: f["optimal_length"] < 1,
    "outcome and success disagree": lambda f: f["success"] != _is(f["outcome"], Outcome.SUCCESS, Outcome.DETECTION),
    "outcome and detection disagree": lambda f: f["detection"] != _is(f["outcome"], Outcome.DETECTION),
    "outcome and false_abstention disagree": lambda f: (
        f["false_abstention"] != _is(f["outcome"], Outcome.FALSE_ABSTENTION)
    ),
    "a detection on a solvable task": lambda f: f["detection"] & f["solvable"],
    "a missed infeasibility on a solvable task": lambda f: (
        f["solvable"] & _is(f["outcome"], Outcome.MISSED_INFEASIBILITY)
    ),
    "an outcome of solvable tasks on an unsolvable one": lambda f: (
        ~f["solvable"] & ~_is(f["outcome"], Outcome.DETECTION, Outcome.MISSED_INFEASIBILITY)
    ),
    "a success that is not executable": lambda f: f["success"] & ~f["executable"],
    "outcome and ending disagree": lambda f: (
        f["outcome"].map(ENDINGS).notna() & (f["outcome"].map(ENDINGS).astype(object) != f["ending"].astype(object))
    ),
    "outcome and ending disagree: a missed infeasibility that was claimed": lambda f: (
        _is(f["outcome"], Outcome.MISSED_INFEASIBILITY) & _is(f["ending"], EpisodeEnding.UNSOLVABLE_CLAIM)
    ),
    "ending and executable disagree": lambda f: (
        f["executable"] == _is(f["ending"], EpisodeEnding.MALFORMED, EpisodeEnding.PRECONDITION_VIOLATION)
    ),
    "regime and ending disagree": lambda f: (
        (_is(f["regime"], "online") & _is(f["ending"], EpisodeEnding.MALFORMED))
        | (_is(f["regime"], "offline") & _is(f["ending"], EpisodeEnding.TIMEOUT))
    ),
    "success and score disagree": lambda f: f["success"] != (f["score"] != 0),
    "the score is not between 0 and 1": lambda f: (f["score"] < 0) | (f["score"] > 1),
    "a plan that succeeds is shorter than optimal_length": lambda f: (
        f["success"] & f["solvable"] & (f["plan_length"] < f["optimal_length"])
    ),
    "the score is not optimal_length / plan_length": lambda f: (
        f["success"] & f["solvable"] & ((f["score"] - f["optimal_length"] / f["plan_length"]).abs() > ROUNDED)
    ),
    "the score of a detection is not 1": lambda f: f["detection"] & (f["score"] != 1),
    "an executable plan has a failed_step": lambda f: f["executable"] & f["failed_step"].notna(),
    "failed_step lies beyond plan_length": lambda f: f["failed_step"] > f["plan_length"],
    "more inspected acts than acts": lambda f: f["inspected_acts"] > f["acts"],
    "more inspected acts than state queries": lambda f: f["inspected_acts"] > f["state_queries"],
    "more informed acts than acts": lambda f: f["informed_acts"] > f["acts"],
    "more informed acts than revealing calls": lambda f: f["informed_acts"] > f["revealing_calls"],
    "fewer informed acts than inspected ones": lambda f: f["informed_acts"] < f["inspected_acts"],
    "fewer revealing calls than state queries": lambda f: f["revealing_calls"] < f["state_queries"],
    "more attempts than rounds": lambda f: f["attempts"] > f["rounds"],
    "solved at an attempt that was not made": lambda f: f["solved_at"] > f["attempts"],
    "success and solved_at disagree": lambda f: f["attempts"].notna() & (f["success"] != f["solved_at"].notna()),
    "more violations than acts": lambda f: f["violations"] > f["acts"],
    "a precondition violation where violations are not fatal": lambda f: (
        _is(f["ending"], EpisodeEnding.PRECONDITION_VIOLATION)
        & ~_is(f["violation_rule"], FATAL)
        & f["violation_rule"].notna()
    ),
    "more calls used than the budget": lambda f: f["calls_used"] > f["budget"],
}
"""What is wrong with a scored row that has all its measures."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with the row at a place, counted from 0, and the earlier row that it clashes with, if any."""

    place: int
    text: str
    earlier: int | None = None


def first_fault(frame: pd.DataFrame) -> Fault | None:
    """Return the first row that cannot be true, or None; of several faults of a row the plainest."""
    checks = (_incomplete, _blanks, _unscored, _broken, _clashes)
    faults = [fault for check in checks for fault in check(frame)]
    return min(faults, key=lambda fault: fault.place, default=None)


def _incomplete(frame: pd.DataFrame) -> Iterator[Fault]:
    """Yield cells that are empty or hold a text or a number that their column cannot hold."""
    scored = frame["scored"].fillna(False)
    for name in IDENTITY:
        yield from _first(frame[name].isna(), f"{name} is missing")
    for name in (*MEASURES, *ONLINE_ONLY):
        concerned = scored if name in MEASURES else scored & _is(frame["regime"], "online")
        yield from _first(concerned & frame[name].isna(), f"{name} is missing in a scored row")
    for name, allowed in CHOICES.items():
        for fault in _first(frame[name].notna() & ~frame[name].isin(allowed), ""):
            found = frame[name].iloc[fault.place]
            yield Fault(fault.place, f"{name} is {found!r}; allowed: {', '.join(allowed)}")
    for name, kind in TYPES.items():
        if kind in (WHOLE, NUMBER):
            yield from _first(frame[name] < 0, f"{name} is negative")
            yield from _first(frame[name] == math.inf, f"{name} is infinite")


def _unscored(frame: pd.DataFrame) -> Iterator[Fault]:
    for name in MEASURES:
        yield from _first(~frame["scored"] & frame[name].notna(), f"an unscored episode has {name}")
    for name in (*ONLINE_ONLY, *SINCE):
        yield from _first(_is(frame["regime"], "offline") & frame[name].notna(), f"an offline episode has {name}")


class _Read:
    """A frame that remembers, in order, which of its columns a rule reads."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame
        self.names: dict[str, None] = {}

    def __getitem__(self, name: str) -> pd.Series[Any]:
        self.names[name] = None
        return self._frame[name]


def _broken(frame: pd.DataFrame) -> Iterator[Fault]:
    """Yield rows whose cells contradict one another, with the value of each."""
    for text, broken in RULES.items():
        read = _Read(frame)
        for fault in _first(frame["scored"] & broken(read), text):
            values = (f"{name} {_shown(frame[name].iloc[fault.place])}" for name in read.names)
            yield Fault(fault.place, f"{text}, but found {', '.join(values)}")


def _shown(value: object) -> str:
    """Return a cell as the table has it."""
    import pandas as pd

    return "empty" if pd.isna(value) else str(value)  # type: ignore[call-overload]


def _blanks(frame: pd.DataFrame) -> Iterator[Fault]:
    """Yield names that differ from an earlier one in blanks only, which would part what belongs together."""
    for column in NAMES:
        firsts: dict[str, tuple[str, int]] = {}
        for place, name in frame[column].reset_index(drop=True).drop_duplicates().dropna().items():
            assert isinstance(place, int)
            earlier, first = firsts.setdefault("".join(str(name).split()), (str(name), place))
            if earlier != name:
                text = f"{column} is {name!r}, which differs only in blanks from {earlier!r}"
                yield Fault(place, f"{text}: write them alike or tell them apart; it stands", first)
                break


def _clashes(frame: pd.DataFrame) -> Iterator[Fault]:
    """Yield rows that clash with an earlier one: doubled episodes, and facts that must be the same throughout."""
    import pandas as pd

    places = pd.Series(range(len(frame)), index=frame.index)
    earlier = places.groupby([frame[name] for name in KEY], dropna=False, sort=False).transform("min")
    for fault in _first(places != earlier, "the episode stands already"):
        yield Fault(fault.place, fault.text, int(earlier.iloc[fault.place]))
    for group, name, part in (
        (["domain", "task"], "optimal_length", frame[frame["scored"].fillna(False)]),
        (["method"], "regime", frame),
        (["model"], "reference", frame),
    ):
        values = part[name].astype(object).where(part[name].notna(), "none")
        first = places[part.index].groupby([part[key] for key in group], dropna=False, sort=False).transform("min")
        shown = values.reindex(frame.index[first])
        clash = pd.Series(values.to_numpy() != shown.to_numpy(), index=part.index).reindex(
            frame.index, fill_value=False
        )
        for fault in _first(clash, ""):
            here, before = values.loc[frame.index[fault.place]], int(first.loc[frame.index[fault.place]])
            text = f"{name} is {here}, and {values.loc[frame.index[before]]} for the same {' and '.join(group)}"
            yield Fault(fault.place, text, before)


def _first(mask: pd.Series[bool], text: str) -> Iterator[Fault]:
    """Yield a fault at the first row of a mask; a missing value is none."""
    held = mask.fillna(False).to_numpy(dtype=bool)
    if held.any():
        yield Fault(int(held.argmax()), text)
