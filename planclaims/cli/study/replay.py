"""Rebuild every table and figure of an archived study, and say whether they are the same to the byte.

It needs no key and no network: the records in the archive are judged anew. An archive of which a byte was changed is
refused. What was another thing when it was made (the code, versions of packages) is said first. The exit code is 0 if
everything is equal, 1 if something differs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from planclaims.cli.numbers import counted
from planclaims.cli.outcome import ExitCode
from planclaims.cli.study.workflow import add_workflow_argument, workflow_folder
from planclaims.errors import InputError

SHOWN = 20
ADVICE = "take another copy of the archive"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument("archive", type=Path, metavar="STUDY.tar.zst", help="what `planclaims archive` wrote")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="OUT", help="keep what is unpacked and rebuilt in this new folder"
    )
    add_workflow_argument(parser)


def run(options: argparse.Namespace) -> ExitCode:
    """Return whether everything was rebuilt to the byte."""
    if options.output is None:
        with tempfile.TemporaryDirectory(prefix="planclaims-replay-") as folder:
            return _replayed(options, Path(folder))
    if options.output.exists() and any(options.output.iterdir()):
        raise InputError("is not empty; name a new folder with -o", file=options.output)
    return _replayed(options, options.output)


def _replayed(options: argparse.Namespace, folder: Path) -> ExitCode:
    from planclaims.study.archive.replay import replay

    schema = workflow_folder(options.workflow) / "rules" / "config.schema.yaml"
    found = replay(options.archive, folder, schema, lambda text: print(text, file=sys.stderr))
    for change in found.changes:
        print(f"differs: {change}")
    for what, names in (("not equal", found.different), ("not made here", found.missing)):
        for name in names[:SHOWN]:
            print(f"{what}: {name}")
        if len(names) > SHOWN:
            print(f"{what}: {len(names) - SHOWN} more")
    print(f"{counted(len(found.equal), 'file')} rebuilt to the byte, {len(found.different)} not equal")
    return ExitCode.NEGATIVE if found.different or found.missing else ExitCode.POSITIVE
