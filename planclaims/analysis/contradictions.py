"""Which rows of an episodes table cannot be true, whatever was played."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from planclaims.scoring.row import EpisodeEnding, Outcome

Row = Mapping[str, object]
IDENTITY = ("model", "method", "regime", "domain", "task", "repeat", "reference", "constrained", "scored")
MEASURES = ("solvable", "executable", "success", "detection", "false_abstention", "score", "outcome", "ending")
ONLINE_ONLY = ("acts", "state_queries", "inspected_acts", "ill_formed_calls", "rejected_proposals", "calls_used")

RULES: Mapping[str, Callable[[Row], bool]] = {
    "solvable and optimal_length disagree": lambda row: row["solvable"] != (row["optimal_length"] is not None),
    "outcome and success disagree": lambda row: (
        row["success"] != (row["outcome"] in (Outcome.SUCCESS, Outcome.DETECTION))
    ),
    "outcome and detection disagree": lambda row: row["detection"] != (row["outcome"] == Outcome.DETECTION),
    "outcome and false_abstention disagree": lambda row: (
        row["false_abstention"] != (row["outcome"] == Outcome.FALSE_ABSTENTION)
    ),
    "a detection on a solvable task": lambda row: bool(row["detection"] and row["solvable"]),
    "a missed infeasibility on a solvable task": lambda row: (
        bool(row["solvable"]) and row["outcome"] == Outcome.MISSED_INFEASIBILITY
    ),
    "an outcome of solvable tasks on an unsolvable one": lambda row: (
        not row["solvable"] and row["outcome"] not in (Outcome.DETECTION, Outcome.MISSED_INFEASIBILITY)
    ),
    "a success that is not executable": lambda row: bool(row["success"]) and not row["executable"],
    "ending and executable disagree": lambda row: (
        row["executable"] != (row["ending"] not in (EpisodeEnding.MALFORMED, EpisodeEnding.PRECONDITION_VIOLATION))
    ),
    "success and score disagree": lambda row: row["success"] != (row["score"] != 0),
    "the score is not between 0 and 1": lambda row: not 0 <= _number(row["score"]) <= 1,
    "more inspected acts than acts": lambda row: _number(row["inspected_acts"]) > _number(row["acts"]),
    "more calls used than the budget": lambda row: _number(row["calls_used"]) > _number(row["budget"]),
}
"""What is wrong with a scored row that has all its measures."""


def contradiction(row: Row) -> str | None:
    """Return what is wrong with a row, or None if it can be true."""
    absent = [name for name in IDENTITY if row[name] is None]
    if absent:
        return f"{absent[0]} is missing"
    if row["regime"] not in ("offline", "online"):
        return f"regime is {row['regime']!r}; allowed: offline, online"
    if not row["scored"]:
        filled = [name for name in MEASURES if row[name] is not None]
        return f"an unscored episode has {filled[0]}" if filled else None
    needed = (*MEASURES, *(ONLINE_ONLY if row["regime"] == "online" else ()))
    empty = [name for name in needed if row[name] is None]
    if empty:
        return f"{empty[0]} is missing in a scored row"
    if row["outcome"] not in list(Outcome):
        return f"outcome is {row['outcome']!r}; allowed: {', '.join(Outcome)}"
    return next((text for text, broken in RULES.items() if broken(row)), None)


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
