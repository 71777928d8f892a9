"""Pack the study of a results folder into one file, with the hash of everything in it.

It holds the configuration of the last run, the tasks, briefs, records, stored replies, tables, figures and the report,
and the versions of what made them; no key. `planclaims replay` rebuilds all from it; `tar --zstd -xf` unpacks it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from planclaims.cli.numbers import counted
from planclaims.cli.outcome import ExitCode
from planclaims.cli.study.workflow import add_workflow_argument, workflow_folder

ADVICE = "run the study to its end, then archive it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument("archive", type=Path, metavar="STUDY.tar.zst", help="the file to write")
    parser.add_argument(
        "--results", type=Path, default=Path("results"), metavar="DIR", help="the folder of the run (default: results)"
    )
    add_workflow_argument(parser)


def run(options: argparse.Namespace) -> ExitCode:
    """Return success, the archive written."""
    from planclaims.study.archive.pack import kept_config, pack
    from planclaims.study.experiment import read_experiment

    root = workflow_folder(options.workflow)
    config = kept_config(options.results)
    experiment = read_experiment(config, root / "rules" / "config.schema.yaml", root / "domains")
    number = pack(experiment, options.results, root / "domains", options.archive)
    size = options.archive.stat().st_size / 1e6
    print(f"{counted(number, 'file')} in {options.archive} ({size:.1f} MB)")
    return ExitCode.POSITIVE
