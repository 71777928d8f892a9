"""Say what a study could show before it is paid for: the power of every planned comparison, beside its cost.

Each CONFIG is merged over config.yaml as `planclaims cost` does. Studies are simulated from assumed success rates, or
from those of a pilot's episodes table, and from how alike a model's methods find a task, and tested as the analysis
tests: exact paired tests, Holm within each regime. Scripted controls are no part of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from planclaims.cli.files import print_json
from planclaims.cli.numbers import count
from planclaims.cli.outcome import ExitCode
from planclaims.cli.study.workflow import add_workflow_argument, workflow_folder
from planclaims.cli.task_files import add_json_argument
from planclaims.errors import InputError

if TYPE_CHECKING:
    from planclaims.study.power.report import Planned

STUDIES, SEED = 1000, 20260101
HEADER = (
    *("regime", "model", "method", "against", "tests", "assumed %", "baseline %", "power before", "power after Holm"),
    *("least difference", "tasks for 80%", "with 3 runs", "USD"),
)
ADVICE = "correct the table; docs/episodes.md tells its columns"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument("configs", nargs="*", type=Path, metavar="CONFIG", help="a file that changes config.yaml")
    parser.add_argument("--pilot", type=Path, metavar="EPISODES", help="take the rates from this episodes table")
    parser.add_argument("--base", type=_share, metavar="P", help="success rate of baselines (default: 0.4)")
    parser.add_argument("--gain", type=_share, metavar="D", help="by how much other methods differ (default: 0.2)")
    parser.add_argument(
        "--correlation", type=_share, metavar="R", help="how alike methods find a task, from 0 to 0.99 (default: 0.5)"
    )
    parser.add_argument("--studies", type=count, default=STUDIES, metavar="N", help=f"simulated studies ({STUDIES})")
    parser.add_argument("--seed", type=count, default=SEED, metavar="N", help=f"seed of the simulation ({SEED})")
    add_workflow_argument(parser)
    add_json_argument(parser)


def run(options: argparse.Namespace) -> ExitCode:
    """Return success, the power of every planned comparison printed."""
    from planclaims.analysis.formats.markup import plain_table
    from planclaims.study.config_files import read_config
    from planclaims.study.experiment import read_experiment
    from planclaims.study.power.report import planned

    root = workflow_folder(options.workflow)
    config = read_config(root / "config.yaml", *options.configs)
    experiment = read_experiment(config, root / "rules" / "config.schema.yaml", root / "domains")
    found = planned(experiment, root, assumptions(options), studies=options.studies, seed=options.seed)
    if not found.lines:
        raise InputError("no model of the configuration but scripted controls is compared with a baseline")
    if options.json:
        for line in found.lines:
            print_json(line.as_json())
        return ExitCode.POSITIVE
    print(plain_table(HEADER, [line.cells() for line in found.lines]))
    print("\n".join(["", *_notes(found)]))
    return ExitCode.POSITIVE


def assumptions(options: argparse.Namespace) -> dict[str, object]:
    """Return what the options assume, read where it is a file."""
    from planclaims.analysis.table.episodes_table import read_episodes

    pilot = None if options.pilot is None else read_episodes(options.pilot)
    return {"pilot": pilot, "base": options.base, "gain": options.gain, "correlation": options.correlation}


def _notes(found: Planned) -> Iterator[str]:
    yield (
        f"Assumed: {found.assumed.source}; correlation {found.assumed.correlation:.2f} between a model's methods on "
        f"a task; {found.tasks} solvable tasks{found.guess}."
    )
    yield (
        f"Power: the share of {found.studies:,} simulated studies in which the difference has p < 0.05 before, and "
        "survives Holm's correction in its family of so many tests. Least difference: in percentage points, found with "
        "80% power at the correction's strictest step. Tasks for 80%: solvable ones, at the same step; with 3 runs: if "
        "each task were run three times. A dash: none is enough."
    )
    yield f"The study would make {found.cost}."


def _share(text: str) -> float:
    """Return a number from -0.99 to 0.99."""
    try:
        value = float(text)
    except ValueError:
        value = 2.0
    if not -0.99 <= value <= 0.99:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from -0.99 to 0.99")
    return value
