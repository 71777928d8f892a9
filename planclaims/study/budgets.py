"""Which episodes were played under another budget of calls than the one in force."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from planclaims.episodes.key import EpisodeKey
from planclaims.errors import InputError
from planclaims.suites.hiddenpddl.task_facts import BudgetRule, read_facts

HEAD = 1 << 14
"""So many bytes of a record hold its facts, which come before all that was said."""
PLAYED = re.compile(rb'"task_facts":\s*\{[^{}]*"budget":\s*(\d+)')


def played_under_others(results: Path, online: Iterable[EpisodeKey], budget: Mapping[str, int]) -> Iterator[str]:
    """Yield the places below the results folder of online episodes whose record has another budget than is in force.

    A task without readable facts is about to be solved, and its episodes are played again after that anyway.
    """
    rule = BudgetRule(**budget)
    calls: dict[tuple[str, str], int | None] = {}
    for key in online:
        task = key.domain, key.task
        if task not in calls:
            calls[task] = _calls(results / "tasks" / key.domain / f"{key.task}.json", rule)
        played = _played(results / "episodes" / f"{key.path}.json")
        if played is not None and calls[task] is not None and played != calls[task]:
            yield f"episodes/{key.path}.json"


def _calls(facts: Path, rule: BudgetRule) -> int | None:
    try:
        return rule.calls(read_facts(facts).optimal_length)
    except InputError:
        return None


def _played(record: Path) -> int | None:
    """Return the budget in a record, or None if there is none."""
    try:
        with record.open("rb") as file:
            found = PLAYED.search(file.read(HEAD))
    except OSError:
        return None
    return int(found[1]) if found else None
