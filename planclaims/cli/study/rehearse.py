"""Play a whole study with simulated respondents, to see its report, its size and its time before the first paid call.

Each CONFIG is merged over config.yaml as `planclaims cost` does. Every model that is no script is replaced by a
respondent named simulated-MODEL that succeeds by chance, on the same tasks with the same methods and repeats. What is
made is written below DIR and bears the mark of a rehearsal. Nobody is asked, no key is needed, nothing is paid. The
time is that of the workflow alone: the calls of real models come on top.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from planclaims.cli.numbers import count, share_of_one
from planclaims.cli.outcome import ExitCode
from planclaims.cli.study.run import CORES, run_workflow
from planclaims.cli.study.workflow import add_workflow_argument, workflow_folder

FOLDER = Path("rehearsal")
OVERLAY = Path("rehearsal.yaml")
SUCCESS = 0.5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument("configs", nargs="*", type=Path, metavar="CONFIG", help="a file that changes config.yaml")
    parser.add_argument(
        "-o", "--directory", type=Path, default=FOLDER, metavar="DIR", help="where results/ of it lies (rehearsal)"
    )
    parser.add_argument(
        "--success", type=share_of_one, default=SUCCESS, metavar="P", help=f"how often respondents succeed ({SUCCESS})"
    )
    parser.add_argument("--cores", type=count, default=CORES, metavar="N", help=f"jobs at once ({CORES})")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done")
    add_workflow_argument(parser)


def run(options: argparse.Namespace) -> ExitCode:
    """Return success if the workflow ends well; its time, its size and where the report is are printed."""
    import yaml

    from planclaims.storage import write_whole
    from planclaims.study.config_files import merged, read_config
    from planclaims.study.dress import rehearsal
    from planclaims.study.experiment import read_experiment

    root = workflow_folder(options.workflow).resolve()
    schema, domains = root / "rules" / "config.schema.yaml", root / "domains"
    config = read_config(root / "config.yaml", *options.configs)
    changes = rehearsal(read_experiment(config, schema, domains), options.success)
    asked = read_config(*options.configs) if options.configs else {}
    written = options.directory.resolve() / OVERLAY
    overlay = yaml.safe_dump(merged(asked, changes), sort_keys=False, allow_unicode=True)
    write_whole(written, f"# A rehearsal: what differs from config.yaml.\n{overlay}".encode())
    experiment = read_experiment(read_config(root / "config.yaml", written), schema, domains)
    started = time.monotonic()
    options.further = []
    code = run_workflow(root, written.parent, written, options)
    results, episodes = written.parent / "results", sum(1 for _ in experiment.episodes())
    if code is ExitCode.POSITIVE and not options.dry_run:
        size = sum(path.stat().st_size for path in results.rglob("*") if path.is_file()) / 1e6
        report = (results / "report.html").stat().st_size / 1e6
        minutes = (time.monotonic() - started) / 60
        print(f"Rehearsed {episodes:,} episodes in {minutes:.1f} min without a model: {size:.1f} MB in all")
        print(f"{results / 'report.html'} ({report:.1f} MB) is marked as a rehearsal; no number in it is a result.")
    return code
