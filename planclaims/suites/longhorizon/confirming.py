"""Confirming the certificates of tasks, of whichever domain; the module that does it is imported only then."""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from planclaims.errors import InputError, PlanclaimsError
from planclaims.storage import write_whole


def confirm_task(domain: str, folder: Path, output: Path) -> None:
    """Write that the certificate of the task in the folder holds; InputError with the first claim that does not."""
    checking = importlib.import_module(f"planclaims.suites.longhorizon.{domain}.certify.checking")
    faults = checking.certificate_faults(folder)
    if faults:
        raise InputError(f"the certificate does not hold: {faults[0]}", file=folder / "certificate.json")
    write_whole(output, f"{domain}/{folder.name}: confirmed\n".encode())


def confirm(domain: str, faults_of: Callable[[Path], Sequence[str]], arguments: Sequence[str] | None = None) -> int:
    """Return the exit code of the command that confirms the tasks of a domain, each told in a line.

    0 if every certificate holds, 1 if one does not, 2 if there is no task to confirm.
    """
    parser = argparse.ArgumentParser(prog=f"python -m planclaims.suites.longhorizon.{domain}.certify")
    parser.add_argument("folders", type=Path, nargs="+", help="folders with tasks in them, or single tasks")
    try:
        tasks = [task for folder in parser.parse_args(arguments).folders for task in _tasks(folder, domain)]
    except InputError as error:
        print(f"planclaims: {error}", file=sys.stderr)
        return 2
    wrong = 0
    for task in tasks:
        started = time.perf_counter()
        try:
            found = list(faults_of(task))
        except PlanclaimsError as error:
            found = [str(error)]
        wrong += bool(found)
        print(f"{task.name}: {'; '.join(found) or 'confirmed'} ({time.perf_counter() - started:.1f} s)")
    return int(wrong > 0)


def _tasks(folder: Path, domain: str) -> Iterator[Path]:
    """Yield the folders of tasks in a folder; InputError if there are none."""
    found = sorted(path.parent for path in folder.glob("**/task.json"))
    if not found:
        allowed = f"a folder with a task.json in it or below, such as domains/longhorizon/{domain}"
        raise InputError(
            "there is no task here" if folder.is_dir() else "there is no such folder", file=folder, allowed=allowed
        )
    yield from found
