"""One run of the pipeline: its folder lock, the keys it needs, the logs of its scripts."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

from planclaims.errors import ConfigError, PlanclaimsError
from planclaims.experiment import Experiment
from planclaims.storage import storing

if TYPE_CHECKING:
    from planclaims.estimate import Estimate
    from planclaims.suites.study import SuiteStudy

LOOKS = re.compile(
    r"--(report|(detailed-)?summary|lint|list.*|l[ticpu]|dag|rulegraph|filegraph|d3dag|archive|print-compilation|unlock)"
    r"|-[SDl]"
)
"""Options, besides a dry run, with which Snakemake plays nothing; it reads the Snakefile all the same."""


def only_looks(arguments: Sequence[str]) -> bool:
    """Return whether a command line of Snakemake asks for a look at the results and must change none of them."""
    return any(LOOKS.fullmatch(argument.split("=")[0]) for argument in arguments)


INTERRUPTED = 130
"""The exit code of a script that was interrupted from the keyboard: where it was when that came is of no interest."""


class FolderInUse(PlanclaimsError):
    """Another run is working in the same folder."""


def hold_folder(results: Path) -> IO[bytes]:
    """Return an open lock on the results folder, held until the process ends, however it ends.

    Snakemake's own lock outlives a killed run and must be lifted by hand; the kernel drops this one.
    Raises FolderInUse if another run holds it, and StorageError if the folder cannot be written.
    """
    with storing(results):
        results.mkdir(parents=True, exist_ok=True)
        handle = (results / ".lock").open("a+b", buffering=0)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        handle.seek(0)
        raise FolderInUse(
            f"another run (process {handle.read().decode().strip() or 'unknown'}) is working in {results}/; "
            "wait for it or stop it, then start again"
        ) from None
    with storing(results):
        handle.truncate(0)
        handle.write(str(os.getpid()).encode())
    return handle


def refuse_without_keys(experiment: Experiment, root: Path, results: Path) -> None:
    """Stop before any work if an API key is missing, and say what the run would cost (an estimate)."""
    missing = experiment.missing_keys()
    if missing:
        from planclaims.estimate import estimate

        raise _without(missing, estimate(experiment, root, results).total)


def refuse_suite_without_keys(study: SuiteStudy) -> None:
    """Stop before any work if an API key is missing that a suite's models need, and say what the suite would cost."""
    missing = study.missing_keys()
    if missing:
        from planclaims.suite_estimate import suite_estimate

        raise _without(missing, suite_estimate(study).total)


def _without(missing: Sequence[str], cost: Estimate) -> ConfigError:
    return ConfigError(
        f"these environment variables are missing: {', '.join(missing)}. "
        f"Nothing was started. With them, the run would make {cost}; "
        "`planclaims cost` has it per model and method"
    )


@contextlib.contextmanager
def script_log(path: str) -> Iterator[None]:
    """Send the output of a rule's script to its log; a foreseen error is one line there and on the terminal."""
    try:
        with storing():
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            with Path(path).open("w", encoding="utf-8") as log, contextlib.redirect_stdout(log), _noted(log):
                yield
    except PlanclaimsError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


@contextlib.contextmanager
def _noted(log: IO[str]) -> Iterator[None]:
    """Note an error in a log: a line if it is foreseen, else where it came from."""
    try:
        yield
    except PlanclaimsError as error:
        log.write(f"{error}\n")
        raise
    except Exception:
        log.write(traceback.format_exc())
        raise
