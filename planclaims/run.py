"""One run of the pipeline: its folder lock, failures to try again, missing keys, what is printed at the end."""

from __future__ import annotations

import contextlib
import fcntl
import os
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from planclaims.errors import ConfigError, PlanclaimsError
from planclaims.estimate import estimate
from planclaims.experiment import Experiment

FAILURES = "failures"
"""Folder below the results that holds one marker per output to be tried again on the next run."""


class FolderInUse(PlanclaimsError):
    """Another run is working in the same folder."""


def hold_folder(results: Path) -> IO[str]:
    """Return an open lock on the results folder, held until the process ends, however it ends.

    Snakemake's own lock outlives a killed run and must be lifted by hand; the kernel drops this one.
    Raises FolderInUse if another run holds it, and PlanclaimsError if the folder cannot be written.
    """
    try:
        results.mkdir(parents=True, exist_ok=True)
        handle = (results / ".lock").open("a+", encoding="utf-8")
    except OSError as error:
        raise PlanclaimsError(f"cannot write to {results}/: {error.strerror}") from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        handle.seek(0)
        raise FolderInUse(
            f"another run (process {handle.read().strip() or 'unknown'}) is working in {results}/; "
            "wait for it or stop it, then start again"
        ) from None
    handle.truncate(0)
    handle.write(str(os.getpid()))
    handle.flush()
    return handle


def mark_failure(results: Path, output: Path, message: str) -> None:
    """Note that an output stands for an infrastructure failure, so that the next run tries again."""
    marker = results / FAILURES / output.relative_to(results).with_suffix(".txt")
    marker.parent.mkdir(parents=True, exist_ok=True)
    marker.write_text(f"{output.relative_to(results)}\n{message}\n", encoding="utf-8")


def forget_failures(results: Path) -> int:
    """Remove outputs that stand for infrastructure failures and return how many there were."""
    markers = sorted((results / FAILURES).rglob("*.txt"))
    for marker in markers:
        output = results / marker.read_text(encoding="utf-8").splitlines()[0]
        output.unlink(missing_ok=True)
        marker.unlink()
    return len(markers)


def failures(results: Path) -> list[tuple[str, str]]:
    """Return the outputs that stand for infrastructure failures, each with its message."""
    texts = (path.read_text(encoding="utf-8") for path in sorted((results / FAILURES).rglob("*.txt")))
    return [(output, message) for output, message, *_ in (text.splitlines() for text in texts)]


def refuse_without_keys(experiment: Experiment, root: Path) -> None:
    """Stop before any work if an API key is missing, and say what the run would cost (an estimate)."""
    missing = experiment.missing_keys()
    if missing:
        raise ConfigError(
            f"these environment variables are missing: {', '.join(missing)}. "
            f"Nothing was started. With them, the run would make {estimate(experiment, root)}"
        )


@contextlib.contextmanager
def script_log(path: str) -> Iterator[None]:
    """Send the output of a rule's script to its log; a foreseen error is one line there and on the terminal."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with Path(path).open("w", encoding="utf-8") as log, contextlib.redirect_stdout(log):
        try:
            yield
        except PlanclaimsError as error:
            log.write(f"{error}\n")
            sys.exit(str(error))
        except Exception:
            log.write(traceback.format_exc())
            raise


def results_text(results: Path) -> str:
    """Return what a run prints at its end: table 4, what is unscored, and where the outputs are."""
    table = results / "tables" / "table4.txt"
    lines = [table.read_text(encoding="utf-8").rstrip(), ""] if table.exists() else []
    unscored = failures(results)
    if unscored:
        lines.append(f"{len(unscored)} outputs stand for infrastructure failures, unscored; the next run tries again:")
        lines += [f"  {output}: {message}" for output, message in unscored[:10]]
        lines += [f"  ... and {len(unscored) - 10} more, in {results / FAILURES}"] if len(unscored) > 10 else []
    shown = ("episodes.csv", "episodes.parquet", "tables", "figures", "episodes")
    lines += [f"{name:17} {results / name}" for name in shown if (results / name).exists()]
    return "\n".join(lines)
