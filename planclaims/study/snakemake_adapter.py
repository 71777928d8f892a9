"""The internals of Snakemake that the workflow leans on, each behind one function, for one version.

Everything else in the Snakefile and its rules is Snakemake's documented language.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from typing import Any, TypeAlias

from snakemake.exceptions import CliException, SpawnedJobError  # type: ignore[import-untyped]

from planclaims.errors import ConfigError, did_you_mean

Workflow: TypeAlias = Any
"""Snakemake's object of that name, which has no types."""
KNOWN = "9.27."
"""The versions whose internals the functions below are written for."""


class _WithoutTrace:
    """An exception of which Snakemake cannot tell where in the Snakefile it was raised."""

    __traceback__ = property(lambda self: None, lambda self, traceback: None)


class Refusal(_WithoutTrace, CliException):  # type: ignore[misc]
    """Ends a run by its message alone."""


class ToldAlready(_WithoutTrace, SpawnedJobError):  # type: ignore[misc]
    """Ends a job whose error was told already."""


def check_version() -> None:
    """Raise ConfigError if another Snakemake is installed than the one whose internals are known."""
    installed = version("snakemake")
    if not installed.startswith(KNOWN):
        raise ConfigError(
            "another version of Snakemake is installed than this checkout is made for; install what it pins: "
            "`pip install --require-hashes -r envs/run.lock`, or `make run`",
            found=installed,
            allowed=f"{KNOWN}*",
        )


def plays(workflow: Workflow) -> bool:
    """Return whether this process is to run jobs that it chose itself: not for a dry run, a touch, or one job only."""
    return bool(workflow.is_main_process and not workflow.dryrun and not workflow.touch)


def words_of_call() -> frozenset[str]:
    """Return the words of the command line, among them the targets, which Snakemake tells only after reading the rules.

    The value of an option that is spelt like a target counts as one, which checks too much and nothing too little.
    """
    return frozenset(sys.argv[1:])


def targets_of_call() -> Sequence[str]:
    """Return the targets on the command line, or none where Snakemake was started in another way."""
    from snakemake.cli import get_argument_parser  # type: ignore[import-untyped]

    try:
        with contextlib.redirect_stderr(io.StringIO()):
            return list(get_argument_parser().parse_args(sys.argv[1:]).targets)
    except (SystemExit, Exception):  # whatever it is, Snakemake itself tells it, and this is only to help
        return []


def check_targets(workflow: Workflow, named: Sequence[str], otherwise: str) -> None:
    """Raise ConfigError for a target that can be no file of ours and is the name of no rule."""
    rules = [rule.name for rule in workflow.rules]
    for target in targets_of_call():
        if not {"/", "."} & set(target) and target not in rules:
            near = did_you_mean(target, [*named, *rules])
            raise ConfigError(f"there is no target {target!r}{near}", allowed=f"{', '.join(named)}, or {otherwise}")


def play_again(workflow: Workflow, outputs: Iterable[str]) -> None:
    """Have the jobs of these outputs run again though the files are there, where the targets need them at all.

    To be called while the graph of jobs is built: an input function is. `--forcerun` would make targets of them.
    """
    workflow.dag.forcefiles.update(outputs)


def stop_starting(workflow: Workflow) -> None:
    """Let running jobs end and start no other, also with --keep-going."""
    workflow.scheduler.keepgoing = False


def lift_rate_limit(workflow: Workflow) -> None:
    """Start jobs as soon as there is room for them.

    Snakemake's limit on new jobs per second starts a timer at every pass over the ready jobs, and every timer ends in
    another pass: with a thousand slow jobs the passes leave little of the processor to anything else.
    """
    workflow.scheduler.job_rate_limiter = None
    workflow.scheduler.resources["_job_count"] = sys.maxsize


def to_be_made(workflow: Workflow) -> list[str]:
    """Return the outputs of the jobs that the run will run."""
    return [str(output) for job in workflow.dag.needrun_jobs() for output in job.output]


def counted(workflow: Workflow) -> tuple[int, int]:
    """Return how many jobs of the run are done, and how many there are."""
    return int(workflow.scheduler.finished_jobs), len(workflow.dag)
