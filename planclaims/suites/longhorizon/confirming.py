"""Confirming the certificate of one task, of whichever domain; the module that does it is imported only then."""

from __future__ import annotations

import importlib
from pathlib import Path

from planclaims.episodes.atomic import write_whole
from planclaims.errors import InputError


def confirm_task(domain: str, folder: Path, output: Path) -> None:
    """Write that the certificate of the task in the folder holds; InputError with the first claim that does not."""
    checking = importlib.import_module(f"planclaims.suites.longhorizon.{domain}.certify.checking")
    faults = checking.certificate_faults(folder)
    if faults:
        raise InputError(f"the certificate does not hold: {faults[0]}", file=folder / "certificate.json")
    write_whole(output, f"{domain}/{folder.name}: confirmed\n".encode())
