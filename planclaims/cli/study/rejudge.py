"""The part of `judge` that reads a clone of the original PlanBench: stored verdicts beside ours, and what differs."""

from __future__ import annotations

import csv
import io
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from planclaims.cli.outcome import ExitCode
from planclaims.errors import InputError
from planclaims.storage import write_whole
from planclaims.suites.planbench.original import Rejudged, Unused, rejudge

COLUMNS = ("file", "instance", "theirs", "ours", "differs", "reason", "their_plan", "our_plan")


def rejudge_clone(clone: Path, output: Path) -> ExitCode:
    """Return whether every entry could be judged again, with both tables written and every difference printed."""
    found = list(rejudge(clone))
    judged = [one for one in found if isinstance(one, Rejudged)]
    unused = [one for one in found if isinstance(one, Unused)]
    if not found:
        raise InputError("holds no result files (results/DOMAIN/MODEL/task_*.json)", file=clone)
    write_whole(output / "rejudged.csv", _csv(COLUMNS, ([getattr(one, name) for name in COLUMNS] for one in judged)))
    rows = ((one.file, one.instance, one.reason) for one in unused)
    write_whole(output / "unusable.csv", _csv(("file", "instance", "reason"), rows))
    for reason, number in sorted(Counter(one.reason for one in unused).items()):
        print(f"not judged, {number} times: {reason}", file=sys.stderr)
    if not judged:
        raise InputError("no reply in it could be judged again; unusable.csv says why", file=clone)
    for one in judged:
        if one.differs:
            print(f"{one.file} {one.instance}: stored {_word(one.theirs)}, now {_word(one.ours)}: {one.reason}")
    differing = sum(one.differs for one in judged)
    print(f"{len(judged)} replies judged again, {differing} verdicts differ; both in {output}")
    return ExitCode.NEGATIVE if unused else ExitCode.POSITIVE


def _word(verdict: bool | None) -> str:
    return "correct" if verdict else "wrong"


def _csv(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heading)
    writer.writerows(["" if cell is None else cell for cell in row] for row in rows)
    return text.getvalue().encode("utf-8", "backslashreplace")
