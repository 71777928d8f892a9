"""What an agent looked at, told apart from what it committed to: facts seen and missed, wasted calls, labels.

Common to all domains. A domain says which cells of its tables each call returned, which ones are relevant and which
ones a failed check read; everything else is counted here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from planclaims.seam import CallKind
from planclaims.suites.contract import Column, Value


class Cell(NamedTuple):
    """One fact of a world: a table, the key of a row and a column."""

    table: str
    row: str
    column: str


class Outcome(StrEnum):
    """What became of an episode, exactly one each."""

    MALFORMED = "malformed"
    INVALID = "invalid"
    SUBOPTIMAL = "suboptimal"
    OPTIMAL = "optimal"
    BUDGET_SPENT = "budget_spent"
    CONTEXT = "context_exceeded"
    NOTHING = "nothing_submitted"


class Level(StrEnum):
    """How deep a failure lies, from the form of the answer to the last comparison with the optimum."""

    FORM = "form"
    SANDBOX = "sandbox"
    LOCAL = "local"
    GLOBAL = "global"
    SUBOPTIMAL = "suboptimal"


@dataclass(frozen=True, slots=True)
class Look:
    """One turn of an agent: its kind, its canonical text, whether it found anything, and which cells it returned."""

    kind: CallKind
    call: str
    found: bool = True
    cells: frozenset[Cell] = frozenset()


@dataclass(frozen=True, slots=True)
class Fault:
    """A failed check: its level, whether the task's text states it, and the cells that it read."""

    check: str
    level: Level
    explicit: bool
    cells: frozenset[Cell] = frozenset()


@dataclass(frozen=True, slots=True)
class Stated:
    """A value that the answer states for a cell, and whether it is the world's."""

    cell: Cell
    right: bool


@dataclass(frozen=True, slots=True)
class Committed:
    """What a domain's judge found out about the answer of an episode.

    `faults` are in the order of the checks; a valid answer has none. `share` is the share of the optimum as a
    numerator and a denominator.
    """

    outcome: Outcome
    faults: Sequence[Fault] = ()
    stated: Sequence[Stated] = ()
    share: tuple[int, int] = (0, 1)
    case: bool = False


COLUMNS = (
    Column(
        "outcome",
        "text",
        "what became of the episode, one of the values of Outcome",
    ),
    Column("valid", "truth", "whether every check and every constraint holds", averaged=True),
    Column(
        "case",
        "truth",
        "whether the case is solved: valid, and in shopping of the best value",
        averaged=True,
        verdict=True,
    ),
    Column("optimal", "truth", "whether the answer is valid and as good as the proved optimum", averaged=True),
    Column("share", "number", "share of the optimum, 0 for an answer that is not valid", averaged=True),
    Column("first_failed", "text", "the first check that is not passed"),
    Column("failed", "text", "all checks that are not passed, in their order"),
    Column("level", "text", "level of the first failure: form, sandbox, local, global or suboptimal"),
    Column("rows", "whole", "rows of all tables of the world"),
    Column("constraints", "whole", "what is asked for, beside the rules"),
    Column("calls_allowed", "whole", "the budget of calls, which agents are not told"),
    Column("facts_relevant", "whole", "cells that the certificate reads"),
    Column("facts_seen", "whole", "relevant cells that a tool returned before the answer"),
    Column("facts_share", "number", "share of the relevant cells seen", averaged=True),
    Column("decisive_missed", "whole", "cells of failed checks that were never seen", averaged=True),
    Column("wasted_ill_formed", "whole", "calls that were ill-formed", averaged=True),
    Column("wasted_repeated", "whole", "calls identical to an earlier one with no act in between", averaged=True),
    Column("wasted_empty", "whole", "calls that returned nothing", averaged=True),
    Column("wasted_idle", "whole", "calls that returned no relevant cell not seen before", averaged=True),
    Column("displaced", "whole", "stated values that differ from what a tool had returned", averaged=True),
    Column("inapplicable", "whole", "acts that the world refused", averaged=True),
    Column("label_a1", "truth", "insufficient search: a decisive fact was missed", averaged=True),
    Column("label_a2", "truth", "tool misuse: an ill-formed call", averaged=True),
    Column("label_a3", "truth", "fact displacement: a retrieved value is misstated", averaged=True),
    Column("label_b1", "truth", "an explicit constraint is violated though its facts were seen", averaged=True),
    Column("label_b2", "truth", "an implicit constraint is violated though its facts were seen", averaged=True),
    Column("label_c", "truth", "only global checks fail, or the answer is valid but not optimal", averaged=True),
)
"""The measures that every domain fills in."""

ASKED = "all relevant facts are in the question"
"""Why there are no measures of looking for an episode without tools."""
SUCCEEDED = "labels are of failures, and this answer is optimal"
LABELS = tuple(column.name for column in COLUMNS if column.name.startswith("label_"))
SEARCHING = ("facts_seen", "facts_share", "decisive_missed", "displaced")
CALLING = ("wasted_ill_formed", "wasted_repeated", "wasted_empty", "wasted_idle", "inapplicable")


def measured(
    committed: Committed, relevant: frozenset[Cell], looks: Sequence[Look] | None, refused: int = 0
) -> tuple[dict[str, Value], dict[str, str]]:
    """Return the common measures, and why some have no value; `looks` is None where the task was asked."""
    values: dict[str, Value] = {**_worth(committed), "facts_relevant": len(relevant)}
    missing: dict[str, str] = {}
    if looks is None:
        missing |= dict.fromkeys((*SEARCHING, *CALLING), ASKED)
        seen: frozenset[Cell] = relevant.union(*(fault.cells for fault in committed.faults))
    else:
        seen = frozenset[Cell]().union(*(look.cells for look in looks))
        values |= {**_search(committed, relevant, seen), **_waste(looks, relevant), "inapplicable": refused}
    if committed.outcome is Outcome.OPTIMAL:
        missing |= dict.fromkeys(LABELS, SUCCEEDED)
    else:
        values |= _labels(committed, seen, looks or ())
    for name in ("first_failed", "failed", "level"):
        if values[name] is None:
            missing[name] = "nothing failed"
    return values, missing


def _worth(committed: Committed) -> dict[str, Value]:
    faults = committed.faults
    valid = committed.outcome in (Outcome.SUBOPTIMAL, Outcome.OPTIMAL)
    level = faults[0].level if faults else Level.SUBOPTIMAL if committed.outcome is Outcome.SUBOPTIMAL else None
    over, under = committed.share
    return {
        "outcome": str(committed.outcome),
        "valid": valid,
        "case": committed.case,
        "optimal": committed.outcome is Outcome.OPTIMAL,
        "share": over / under,
        "first_failed": faults[0].check if faults else None,
        "failed": " ".join(fault.check for fault in faults) or None,
        "level": None if level is None else str(level),
    }


def _search(committed: Committed, relevant: frozenset[Cell], seen: frozenset[Cell]) -> dict[str, Value]:
    decisive = frozenset[Cell]().union(*(fault.cells for fault in committed.faults))
    return {
        "facts_seen": len(relevant & seen),
        "facts_share": len(relevant & seen) / len(relevant) if relevant else 0.0,
        "decisive_missed": len(decisive - seen),
        "displaced": _displaced(committed.stated, seen),
    }


def _displaced(stated: Iterable[Stated], seen: frozenset[Cell]) -> int:
    return sum(not value.right and value.cell in seen for value in stated)


def _waste(looks: Iterable[Look], relevant: frozenset[Cell]) -> dict[str, Value]:
    """Return the four counts of wasted calls; an ill-formed call counts as nothing else."""
    counts = {"ill_formed": 0, "repeated": 0, "empty": 0, "idle": 0}
    seen: set[Cell] = set()
    since: set[str] = set()
    for look in looks:
        if look.kind is CallKind.ILL_FORMED:
            counts["ill_formed"] += 1
        elif look.kind is CallKind.ONTIC:
            since.clear()
        elif look.kind is CallKind.EPISTEMIC:
            counts["repeated"] += look.call in since
            counts["empty"] += not look.found
            counts["idle"] += look.found and not (look.cells & relevant) - seen
            since.add(look.call)
            seen |= look.cells
    return {f"wasted_{name}": count for name, count in counts.items()}


def _labels(committed: Committed, seen: frozenset[Cell], looks: Iterable[Look]) -> Mapping[str, Value]:
    """Return the published taxonomy of failures, computed; the labels do not exclude each other."""
    faults = committed.faults
    submitted = committed.outcome in (Outcome.INVALID, Outcome.SUBOPTIMAL)
    wrong = [fault for fault in faults if fault.level in (Level.LOCAL, Level.GLOBAL) and fault.cells <= seen]
    return {
        "label_a1": any(not fault.cells <= seen for fault in faults),
        "label_a2": any(look.kind is CallKind.ILL_FORMED for look in looks),
        "label_a3": _displaced(committed.stated, seen) > 0,
        "label_b1": submitted and any(fault.explicit for fault in wrong),
        "label_b2": submitted and any(not fault.explicit for fault in wrong),
        "label_c": submitted and all(fault.level is Level.GLOBAL for fault in faults),
    }
