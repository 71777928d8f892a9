"""The arguments that name a task, and the task and phrases read from them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.cli.numbers import amount

if TYPE_CHECKING:
    from planclaims.language.prose.phrases import Phrases
    from planclaims.semantics.task import Task

PHRASE_FILE = "domain.json"
ALWAYS_ALLOWED = 1000
"""Conditions and effects of one formula or action that take no memory worth a limit."""


def add_task_arguments(parser: argparse.ArgumentParser, *, json: bool = True) -> None:
    """Add DOMAIN and PROBLEM, and `--json` where a command prints results."""
    parser.add_argument("domain", type=Path, metavar="DOMAIN", help="a PDDL domain file")
    parser.add_argument("problem", type=Path, metavar="PROBLEM", help="a PDDL problem file")
    if json:
        add_json_argument(parser)


def add_json_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def add_memory_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--memory-gib` where nothing is searched, and only goal and actions are written out."""
    parser.add_argument(
        "--memory-gib", type=amount, metavar="N", help="give up where quantifiers, expanded, need more than N GiB"
    )


def check_quantifiers(options: argparse.Namespace, task: Task, actions: Iterable[str]) -> None:
    """Raise LimitExceeded if the goal, or an action of these names, is too large with its quantifiers expanded."""
    from planclaims.semantics.joins import ground_size, schema_size

    known = [task.domain.actions[name] for name in actions if name in task.domain.actions]
    sizes = [ground_size(task.problem.goal, task.objects_of), *(schema_size(one, task.objects_of) for one in known)]
    if max(sizes) < ALWAYS_ALLOWED:
        return  # so that the search, which takes long to import, need not be
    from planclaims.search import GIBIBYTE, Limits
    from planclaims.search.limits import Watch
    from planclaims.search.task.reachability import check_expansions

    allowed = Limits() if options.memory_gib is None else Limits(memory_bytes=int(options.memory_gib * GIBIBYTE))
    check_expansions(task, Watch(allowed), (one.name for one in known))


def read_task_files(options: argparse.Namespace) -> Task:
    """Return the task that DOMAIN and PROBLEM name."""
    from planclaims.pddl_io import read_task

    return read_task(options.domain, options.problem)


def read_phrases(options: argparse.Namespace, task: Task) -> Phrases:
    """Return the phrases of the file `domain.json` next to the domain file, or derived ones if there is none."""
    from planclaims.language.prose.phrases import Phrases

    return Phrases.load(task.domain, options.domain.parent / PHRASE_FILE)
