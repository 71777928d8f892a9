"""Where the worlds of the suite lie, and what tells their files from any other version of them."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from planclaims.errors import InputError

ROOT = Path(__file__).resolve().parents[3]
"""The folder that holds the package; relative folders of worlds lie in it."""


def task_folders(folder: str, domain: str, size: str, most: int) -> list[Path]:
    """Return the first so many folders of tasks of a size, by name; InputError if there are none."""
    home = ROOT / folder / domain
    found = sorted(path.parent for path in home.glob(f"{size}-*/task.json"))
    if most and not found:
        known = sorted({path.name.split("-")[0] for path in home.glob("*-*")})
        raise InputError(f"there are no tasks of size {size}", file=home, allowed=", ".join(known) or "generate some")
    return found[:most]


def digest(path: Path) -> str:
    """Return a hash of a file's bytes; InputError if it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    except OSError as problem:
        raise InputError(f"cannot be read: {problem.strerror}", file=path) from None


@lru_cache(maxsize=256)
def certificate_of(path: Path, digest: str) -> dict[str, Any]:
    """Return the certificate in a file whose hash is known."""
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document
