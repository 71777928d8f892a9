"""Read model replies: a plan, the flag UNSOLVABLE, or malformed.

The last fenced block of a reply counts; steps may be in PDDL style or short imperative sentences. A plan is printed in
the form that `validate` reads.
With --json: reply, kind (plan, unsolvable, malformed), plan, reason.
"""

from __future__ import annotations

import argparse

from planclaims.cli.files import check_names, print_json, read_text
from planclaims.cli.outcome import ExitCode
from planclaims.cli.task_files import add_task_arguments, read_phrases, read_task_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    add_task_arguments(parser)
    parser.add_argument("replies", nargs="+", metavar="REPLY", help="a text file; - for standard input")


def run(options: argparse.Namespace) -> ExitCode:
    """Return whether every reply is a plan, each reading printed."""
    from planclaims.language.reading.extract import extract

    check_names(options.replies)
    task = read_task_files(options)
    phrases = read_phrases(options, task)
    kinds = []
    for name in options.replies:
        found = extract(task, read_text(name), phrases.imperatives)
        plan = list(map(str, found.steps))
        kinds.append(str(found.kind))
        if options.json:
            is_plan = kinds[-1] == "plan"
            print_json(
                {"reply": name, "kind": kinds[-1], "plan": plan if is_plan else None, "reason": found.reason or None}
            )
        else:
            print(f"; {name}: {kinds[-1]}" + (f": {found.reason}" if found.reason else ""))
            print("".join(f"{step}\n" for step in plan), end="")
    return ExitCode.POSITIVE if all(kind == "plan" for kind in kinds) else ExitCode.NEGATIVE
