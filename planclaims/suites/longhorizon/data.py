"""Where the worlds of the suite lie, and what tells their files from any other version of them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

from planclaims.errors import InputError

ROOT = Path(__file__).resolve().parents[3]
"""The folder that holds the package; relative folders of worlds lie in it."""


GENERATE = "python -m planclaims.suites.longhorizon.{domain}.generate {home} {arguments}"
ARGUMENTS = {"travel": "{size} 2 3 4", "shopping": "--size {size} --count {each}"}
"""How the generator of a domain is called: with the days of each task, or with the number of tasks of each level."""
LEVELS = 3


def task_folders(folder: str, domain: str, size: str, most: int) -> list[Path]:
    """Return the first so many folders of tasks of a size, by name; InputError if there are not so many."""
    home = ROOT / folder / domain
    found = sorted(path.parent for path in home.glob(f"{size}-*/task.json"))
    if most <= len(found):
        return found[:most]
    arguments = ARGUMENTS[domain].format(size=size, each=-(-most // LEVELS))
    command = GENERATE.format(domain=domain, home=home, arguments=arguments)
    sizes = Counter(path.parent.name.split("-")[0] for path in home.glob("*-*/task.json"))
    known = ", ".join(f"{number} of size {name}" for name, number in sorted(sizes.items()))
    raise InputError(
        f"suites.longhorizon.settings asks for {most} {domain} tasks of size {size}, and there are {len(found)} here",
        file=home,
        allowed=f"{known + '; ' if known else ''}more can be generated (docs/longhorizon.md): {command}",
    )


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
