"""Items that jobs have made, as files: one list of them for a batch."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path

from planclaims.errors import InputError
from planclaims.storage import write_whole
from planclaims.suites.contract import Item

MADE_BY = "items that the rule make_items made: `snakemake --cores 8 --until make_items SUITE` asks no model"
"""What makes files of items, for whoever misses one."""


def write_items(path: Path, items: Sequence[Item]) -> None:
    """Write the items, whole or not at all, one a line."""
    lines = ",\n".join(json.dumps(asdict(item), ensure_ascii=False, sort_keys=True) for item in items)
    write_whole(path, f"[{lines}]\n".encode())


def read_items(path: Path) -> Sequence[Item]:
    """Return the items of a file, read once as long as it stays as it is; InputError if it is missing or broken."""
    try:
        state = path.stat()
    except OSError:
        raise InputError("these items have not been made yet", file=path, allowed=MADE_BY) from None
    return _read(path.resolve(), state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=64)
def _read(path: Path, changed: int, size: int) -> Sequence[Item]:
    """Return the items; time and size of the file are part of the key, so a changed file is read again."""
    try:
        return tuple(Item(**entry) for entry in json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError) as problem:
        raise InputError(f"this is no list of items: {problem}", file=path) from None
