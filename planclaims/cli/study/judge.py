"""Judge replies that were made elsewhere, and make every table and figure from them.

REPLIES has one reply a line, a JSON object with `model`, `method`, `text` (the whole reply) and `task` (domain/number,
a task of --domains) or `domain` and `problem` (PDDL files, from the folder of REPLIES); it may have `repeat` (a number
from 0, for several runs), `input_tokens` and `output_tokens`. Replies are read as docs/replies.md says.

OUT gets episodes.csv and .parquet, tables/ and figures/, and unusable.csv: the lines that could not be used (no JSON,
an unknown task, a key or a reply that stands twice, blank text, values of a wrong type), each with the reason. They are
told on standard error too. The exit code is 0 if every line was used, 1 if some were not, 2 if none was.

If REPLIES is a folder, it is a clone of the original PlanBench: every reply of its result files with generated plans
is judged again by rules alone. OUT gets rejudged.csv (stored verdict, ours, why) and unusable.csv; what differs is
printed too.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.cli.files import STANDARD_INPUT, read_text
from planclaims.cli.numbers import count, counted
from planclaims.cli.outcome import ExitCode
from planclaims.cli.study.analyse import RESAMPLES, SEED
from planclaims.cli.study.workflow import workflow_folder
from planclaims.errors import InputError

if TYPE_CHECKING:
    from planclaims.suites.hiddenpddl.replies import Replies

STATES, MEMORY_GIB = 200_000_000, 2
"""Limits of the search for the optimal length of a task, as the configuration has them."""
TOLD = 20
"""So many unusable lines are told one by one; the file has all."""
ADVICE = "correct it there; `planclaims judge --help` tells what a line holds"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument(
        "replies", metavar="REPLIES", help="a file of one JSON object a line, - for standard input, or a clone"
    )
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, required=True, help="folder to write into")
    parser.add_argument(
        "--domains", type=Path, metavar="DIR", help="the folder of tasks (default: domains/ of the workflow)"
    )
    parser.add_argument(
        "--states", type=count, default=STATES, metavar="N", help=f"states to search for a task's length ({STATES})"
    )


def run(options: argparse.Namespace) -> ExitCode:
    """Return whether every line could be used, all outputs written and table 4 printed."""
    from planclaims.analysis.outputs import Study, write_all
    from planclaims.analysis.table.episodes_table import read_episodes, write_episodes
    from planclaims.storage import write_whole
    from planclaims.suites.hiddenpddl.replies import Judge

    if options.output.exists() and not options.output.is_dir():
        raise InputError("is no folder to write into; name another with -o", file=options.output)
    if Path(options.replies).is_dir():
        from planclaims.cli.study.rejudge import rejudge_clone

        return rejudge_clone(Path(options.replies), options.output)
    domains = options.domains or workflow_folder(None) / "domains"
    if not domains.is_dir():
        raise InputError("is no folder of domains; name one with --domains", file=domains)
    beside = Path() if options.replies == STANDARD_INPUT else Path(options.replies).parent
    judged = Judge(domains, beside, options.states, MEMORY_GIB * 1024**3).all(read_text(options.replies))
    _tell(judged, options.replies)
    write_whole(options.output / "unusable.csv", _unusable(judged))
    if not judged.rows:
        raise InputError("no line could be judged, so there is nothing to analyse", file=options.replies)
    paths = [options.output / f"episodes.{ending}" for ending in ("csv", "parquet")]
    write_episodes(judged.rows, *paths)
    written = write_all(Study(read_episodes(paths[1]), resamples=RESAMPLES, seed=SEED), options.output)
    print((options.output / "tables" / "table4.txt").read_text(encoding="utf-8"))
    lines = f"{counted(len(judged.rows), 'line')} judged, {counted(len(judged.faults), 'line')} unusable"
    print(f"{lines}: {counted(len(written) + 3, 'file')} in {options.output}")
    return ExitCode.NEGATIVE if judged.faults else ExitCode.POSITIVE


def _tell(judged: Replies, name: str) -> None:
    for fault in judged.faults[:TOLD]:
        print(f"{name}:{fault.line}: not used: {fault.reason}", file=sys.stderr)
    if len(judged.faults) > TOLD:
        print(f"{name}: {len(judged.faults) - TOLD} further lines not used; unusable.csv names all", file=sys.stderr)
    for key, line in sorted(judged.unread.items()):
        print(f"{name}:{line}: the key {key!r} means nothing here and is not read", file=sys.stderr)


def _unusable(judged: Replies) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("line", "reason"))
    writer.writerows((fault.line, fault.reason) for fault in judged.faults)
    return text.getvalue().encode("utf-8", "backslashreplace")
