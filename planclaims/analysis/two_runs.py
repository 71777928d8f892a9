"""Two runs side by side: which configurations both have, what changed per task, and paired tests of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from planclaims.analysis.formats.markup import DASH, number, signed
from planclaims.analysis.formats.sheet import Sheet
from planclaims.analysis.statistics.pools import scored
from planclaims.analysis.statistics.runs import Counts, Runs, count_runs, paired_runs
from planclaims.analysis.statistics.sign_test import PairedTest, paired_test
from planclaims.analysis.statistics.significance import LEVEL, holm

if TYPE_CHECKING:
    import pandas as pd

CONFIGURATION = ("model", "method")
MISSING, UNSCORED = "not played", "not scored"


@dataclass(frozen=True, slots=True)
class Change:
    """A configuration in two runs on the tasks that are scored in both; `p_holm` is corrected over configurations."""

    model: str
    method: str
    before: Runs
    after: Runs
    test: PairedTest
    p_holm: float = 1.0


def changes(before: pd.DataFrame, after: pd.DataFrame) -> list[Change]:
    """Return a change per configuration that both runs have scored, on all tasks, solvable or not."""
    one, other = (count_runs(scored(frame), CONFIGURATION) for frame in (before, after))
    found = [_change(key, one[key], other[key]) for key in one if key in other]
    kept = [change for change in found if change is not None]
    corrected = holm([change.test.p for change in kept])
    return [replace(change, p_holm=p) for change, p in zip(kept, corrected, strict=True)]


def _change(key: tuple[str, ...], before: Counts, after: Counts) -> Change | None:
    model, method = key
    one, other = paired_runs(before, after)
    return Change(model, method, one, other, paired_test(other, one)) if len(one) else None


def tests_sheet(before: pd.DataFrame, after: pd.DataFrame) -> Sheet:
    """Return a row per configuration of both runs: success in A and B, tasks gained and lost, and the paired test."""
    found = changes(before, after)
    rows = [
        (
            *(change.model, change.method, str(len(change.before))),
            *(number(100 * float(runs.rates().mean())) for runs in (change.before, change.after)),
            signed(100 * float((change.after.rates() - change.before.rates()).mean())),
            *(str(change.test.gained), str(change.test.lost)),
            *(_p(p) for p in (change.test.p, change.p_holm)),
            "survives" if change.p_holm <= LEVEL else "before correction only" if change.test.p < LEVEL else "no",
        )
        for change in found
    ]
    header = (*CONFIGURATION, "tasks", "A %", "B %", "difference", "gained", "lost", "p", "p Holm", "verdict")
    notes = (
        "Correct episodes (a success, or a detection on an unsolvable task), paired by task; only tasks that are "
        "scored in both runs. Gained: tasks that B gets right more often than A. p: exact McNemar test, two-sided, "
        "and its generalisation by flipping signs where tasks have several runs; Holm: over all rows.",
    )
    return Sheet("Paired tests, B against A", header, tuple(rows), notes)


def _p(value: float) -> str:
    return "< 0.0001" if value < 0.0001 else number(value, 4)


def tasks_sheet(before: pd.DataFrame, after: pd.DataFrame) -> Sheet:
    """Return a row per episode of both runs whose outcome, or whose score, is another in B."""
    key = [*CONFIGURATION, "domain", "task", "repeat"]
    both = before.merge(after, on=key, suffixes=(" A", " B"))
    rows = []
    for row in both.to_dict("records"):
        shown = [(_outcome(row, side), _score(row, side)) for side in ("A", "B")]
        if shown[0] != shown[1]:
            name = f"{row['domain']}/{row['task']}" + (f" repeat {row['repeat']}" if row["repeat"] else "")
            rows.append((row["model"], row["method"], name, shown[0][0], shown[1][0], shown[0][1], shown[1][1]))
    header = (*CONFIGURATION, "task", "outcome A", "outcome B", "score A", "score B")
    note = f"{len(rows)} of {len(both)} episodes that both runs have changed; the others ended alike with equal scores."
    return Sheet("What changed per task", header, tuple(sorted(rows)), (note,))


def _outcome(row: Mapping[Hashable, Any], side: str) -> str:
    return str(row[f"outcome {side}"]).replace("_", " ") if row[f"scored {side}"] else UNSCORED


def _score(row: Mapping[Hashable, Any], side: str) -> str:
    value = row[f"score {side}"]
    return number(value, 2) if row[f"scored {side}"] and isinstance(value, float) else DASH


def differing_sheet(before: pd.DataFrame, after: pd.DataFrame) -> Sheet:
    """Return a row per configuration that only one run has, or of which one has other episodes or other facts."""
    rows = tuple(_differing(before, after))
    notes = () if rows else ("Both runs have the same configurations, on the same tasks, under the same budgets.",)
    return Sheet("Which configuration differs", (*CONFIGURATION, "what", "A", "B"), rows, notes)


def _differing(before: pd.DataFrame, after: pd.DataFrame) -> Iterator[tuple[str, ...]]:
    sides = [dict(iter(frame.groupby(list(CONFIGURATION), sort=True))) for frame in (before, after)]
    for key in sorted(sides[0].keys() | sides[1].keys()):
        parts = [side.get(key) for side in sides]
        names = tuple(map(str, key))
        told = [MISSING if part is None else _extent(part) for part in parts]
        if told[0] != told[1]:
            yield (*names, "episodes", *told)
        if parts[0] is None or parts[1] is None:
            continue
        for column in ("regime", "reference", "constrained"):
            values = [", ".join(sorted(map(str, part[column].unique()))) for part in parts if part is not None]
            if values[0] != values[1]:
                yield (*names, column, *values)
        both = parts[0].merge(parts[1], on=["domain", "task", "repeat"], suffixes=(" A", " B"))
        for column in ("optimal_length", "budget"):
            concerned = both if column == "optimal_length" else both[both["regime A"] == "online"]
            pair = concerned[[f"{column} A", f"{column} B"]].dropna()
            other = int((pair[f"{column} A"] != pair[f"{column} B"]).sum())
            if other:
                sums = (f"{pair[f'{column} {side}'].mean():.1f}" for side in "AB")
                yield (*names, f"mean {column.replace('_', ' ')} ({other} tasks differ)", *sums)


def _extent(part: pd.DataFrame) -> str:
    return f"{len(part)} episodes, {int((~part['scored']).sum())} unscored"
