"""Write the appendix of a study: example tasks, the interface, every prompt, and annotated runs.

appendix.md and appendix.tex hold a task and, of the same domain, one of the other kind (solvable, unsolvable) with PDDL
and briefs; the tools of agents; every prompt of all methods on the task, as a scripted model was sent them; and two
runs, an offline failure and an online violation or success. Runs, briefs and facts are those of a results folder if
one is given; without one, scripted models play the runs, which is said. Equal input gives equal bytes.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from planclaims.cli.outcome import ExitCode
from planclaims.errors import InputError

TASK = "load-balancing/01"

ADVICE = "delete it and run snakemake again: it is made anew, and stored replies are not paid again"
"""What to do about a file that cannot be used, where the message does not say it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the subcommand."""
    parser.add_argument("-o", "--output", metavar="OUT", type=Path, required=True, help="folder to write into")
    parser.add_argument("--results", metavar="DIR", type=Path, help="a results folder to take runs and briefs from")
    parser.add_argument("--task", metavar="DOMAIN/NUMBER", default=TASK, help=f"the task of the prompts ({TASK})")
    parser.add_argument(
        "--domains", metavar="DIR", type=Path, default=Path("domains"), help="the folder of domains (domains)"
    )


def run(options: argparse.Namespace) -> ExitCode:
    """Return success, both files written and named."""
    from planclaims.report.appendix.write import write_appendix

    if not options.domains.is_dir():
        raise InputError(
            "there is no folder of domains here; run inside the checkout or name one with --domains",
            file=options.domains,
        )
    if options.results is not None and not (options.results / "episodes.csv").is_file():
        raise InputError(
            "there is no episodes table; name a results folder whose run has ended, or leave out --results",
            file=options.results / "episodes.csv",
        )
    if options.output.exists() and not options.output.is_dir():
        raise InputError("is no folder to write into; name another with -o", file=options.output)
    paths = write_appendix(options.output, domains=options.domains, task=options.task, results=options.results)
    print("\n".join(map(str, paths)))
    return ExitCode.POSITIVE
