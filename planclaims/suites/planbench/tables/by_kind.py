"""Right answers per kind, set and model; against the length of a shortest plan and against size; what went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planclaims.analysis.sheet import Sheet

from .counting import NOTES, count, groups, header, mean, scored, share

if TYPE_CHECKING:
    import pandas as pd

VERDICTS = ("valid", "right", "goal_not_reached", "inexecutable", "wrong", "no_plan_claimed", "malformed", "no_answer")


def by_kind(frame: pd.DataFrame) -> Sheet:
    """Return right answers per kind and set."""
    rows = [
        (*names, share(part["correct"]), mean(part["optimal_share"]))
        for names, part in groups(scored(frame), "kind", "set")
    ]
    heads = header(("kind", "set"), ("correct", "shortest length / length"))
    return Sheet("Right answers by kind", heads, tuple(rows), NOTES)


def by_condition(frame: pd.DataFrame) -> Sheet:
    """Return right answers per kind with a column for every condition: the cost of another style or other names."""
    rows = scored(frame)
    conditions = sorted(rows["condition"].unique())
    lines = []
    for names, part in rows.groupby(["kind", "model", "method"], sort=True, observed=True):
        lines.append((*map(str, names), *(count(part[part["condition"] == one]["correct"]) for one in conditions)))
    heads = ("kind", "model", "method", *map(str, conditions))
    return Sheet("Right answers by condition", heads, tuple(lines), NOTES[1:])


def by_length(frame: pd.DataFrame) -> Sheet:
    """Return right plans against the length of a shortest plan."""
    rows = scored(frame)
    rows = rows[rows["optimal_length"].notna()]
    binned = rows.assign(
        bin=[f"{5 * (int(length) // 5):02}-{5 * (int(length) // 5) + 4:02}" for length in rows["optimal_length"]]
    )
    lines = [(*names, share(part["correct"])) for names, part in groups(binned, "kind", "bin")]
    return Sheet(
        "Right answers by shortest length", header(("kind", "shortest length"), ("correct",)), tuple(lines), NOTES
    )


def by_size(frame: pd.DataFrame) -> Sheet:
    """Return right answers against the size of the instance; of generalisation this is the slope."""
    rows = scored(frame)
    sized = rows.assign(sized=[f"{int(size):02}" for size in rows["size"]])
    lines = [(*names, share(part["correct"])) for names, part in groups(sized, "kind", "set", "sized")]
    return Sheet("Right answers by size", header(("kind", "set", "size"), ("correct",)), tuple(lines), NOTES)


def by_error(frame: pd.DataFrame) -> Sheet:
    """Return how often each verdict was given, per kind."""
    lines = []
    for names, part in groups(scored(frame), "kind"):
        counted = part["verdict"].value_counts()
        lines.append((*names, *(str(int(counted.get(verdict, 0))) for verdict in VERDICTS)))
    return Sheet("What the answers are", header(("kind",), VERDICTS), tuple(lines), NOTES[1:])
