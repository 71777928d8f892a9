"""The arguments that name a task, and the task and phrases read from them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from planclaims.language.prose.phrases import Phrases
    from planclaims.semantics.task import Task

PHRASE_FILE = "domain.json"


def add_task_arguments(parser: argparse.ArgumentParser, *, json: bool = True) -> None:
    """Add DOMAIN and PROBLEM, and `--json` where a command prints results."""
    parser.add_argument("domain", type=Path, metavar="DOMAIN", help="a PDDL domain file")
    parser.add_argument("problem", type=Path, metavar="PROBLEM", help="a PDDL problem file")
    if json:
        add_json_argument(parser)


def add_json_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def read_task_files(options: argparse.Namespace) -> Task:
    """Return the task that DOMAIN and PROBLEM name."""
    from planclaims.pddl_io import read_task

    return read_task(options.domain, options.problem)


def read_phrases(options: argparse.Namespace, task: Task) -> Phrases:
    """Return the phrases of the file `domain.json` next to the domain file, or derived ones if there is none."""
    from planclaims.language.prose.phrases import Phrases

    return Phrases.load(task.domain, options.domain.parent / PHRASE_FILE)
