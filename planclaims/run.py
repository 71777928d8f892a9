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

from planclaims.episodes.atomic import write_whole
from planclaims.errors import ConfigError, PlanclaimsError
from planclaims.experiment import Experiment
from planclaims.models.spending import Budget, Ledger
from planclaims.storage import storing

FAILURES = "failures"
"""Folder below the results that holds one marker per output to be tried again on the next run."""

SHOWN = 10
"""How many lines a list at the end of a run has at most."""


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


def mark_failure(results: Path, output: Path, message: str) -> None:
    """Note that an output stands for an infrastructure failure, so that the next run tries again."""
    marker = results / FAILURES / output.relative_to(results).with_suffix(".txt")
    write_whole(marker, f"{message}\n".encode())


def forget_failures(results: Path) -> int:
    """Remove outputs that stand for infrastructure failures and return how many there were.

    The episodes table goes too, so that a run for a table alone plays them as well.
    """
    marked = list(_marked(results))
    with storing(results):
        for marker, output in marked:
            (results / output).unlink(missing_ok=True)
            marker.unlink()
        for table in results.glob("episodes.*") if marked else ():
            table.unlink()
    return len(marked)


def failures(results: Path) -> list[tuple[str, str]]:
    """Return the outputs that stand for infrastructure failures, each with its message."""
    return [(str(output), marker.read_text(encoding="utf-8").strip()) for marker, output in _marked(results)]


def _marked(results: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the markers, each with the output that it stands for, relative to the results."""
    folder = results / FAILURES
    for marker in sorted(folder.rglob("*.txt")):
        yield marker, marker.relative_to(folder).with_suffix(".json")


def refuse_without_keys(experiment: Experiment, root: Path, results: Path) -> None:
    """Stop before any work if an API key is missing, and say what the run would cost (an estimate)."""
    missing = experiment.missing_keys()
    if missing:
        from planclaims.estimate import estimate

        raise ConfigError(
            f"these environment variables are missing: {', '.join(missing)}. "
            f"Nothing was started. With them, the run would make {estimate(experiment, root, results).total}; "
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


def results_text(results: Path, ledger: Ledger | None = None) -> str:
    """Return what a run prints at its end: table 4, what is amiss, what was paid, and where the outputs are."""
    table = results / "tables" / "table4.txt"
    lines = [table.read_text(encoding="utf-8").rstrip(), ""] if table.exists() else []
    lines += [*_unscored(results), *_faulty_briefs(results), *(_paid(ledger) if ledger is not None else ())]
    shown = ("report.html", "episodes.csv", "episodes.parquet", "tables", "figures", "episodes")
    lines += [f"{name:17} {results / name}" for name in shown if (results / name).exists()]
    return "\n".join(lines)


def _unscored(results: Path) -> Iterator[str]:
    """Yield what stands for a failure, most frequent cause first, and how many episodes that leaves to be played."""
    by_cause: dict[str, list[str]] = {}
    for output, message in failures(results):
        by_cause.setdefault(message, []).append(output)
    outputs = [output for named in by_cause.values() for output in named]
    if not outputs:
        return
    left = sum(output.startswith("episodes/") for output in outputs)
    yield (
        f"{len(outputs)} outputs stand for infrastructure failures, unscored; the next run tries again. "
        f"Episodes left: {left:,}."
    )
    causes = sorted(by_cause.items(), key=lambda cause: -len(cause[1]))
    for message, named in causes[:SHOWN]:
        yield f"  {named[0]}{f' and {len(named) - 1:,} more' if len(named) > 1 else ''}: {message}"
    if len(causes) > SHOWN:
        yield f"  ... and {len(causes) - SHOWN} more causes, in {results / FAILURES}"


def _faulty_briefs(results: Path) -> Iterator[str]:
    """Yield the briefs that are used although their audit found something."""
    from planclaims.episodes.brief_file import read_brief

    files = sorted((results / "briefs").glob("*/*.json"))
    briefs = ((path, read_brief(path)) for path in files)
    faulty = [(path, len(brief.audit)) for path, brief in briefs if brief.audit and brief.failure is None]
    if faulty:
        yield f"{len(faulty)} tasks are played with briefs that fail their audit; what it found is in the files:"
        yield from (f"  {path}: {findings} findings" for path, findings in faulty[:SHOWN])
        yield from [f"  ... and {len(faulty) - SHOWN} more"] if len(faulty) > SHOWN else []


def _paid(ledger: Ledger) -> Iterator[str]:
    """Yield what this run paid, if it paid anything or was kept from it."""
    now = ledger.paid_since()
    if now.calls or ledger.exhausted:
        bound = f", of at most {ledger.budget}" if ledger.budget != Budget() else ""
        yield f"Paid in this run: {now}. Paid for this results folder so far: {ledger.paid()}{bound}."
