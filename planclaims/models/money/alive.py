"""Which processes are alive, on whatever node: each holds a lock on a file of its own, and its death drops the lock."""

from __future__ import annotations

import os
import socket
import uuid
import weakref
from contextlib import suppress
from pathlib import Path
from typing import IO

from planclaims.storage import storing, try_lock, wait_for_lock

PREFIX, SUFFIX = ".alive-", ".lock"


class Alive:
    """The sign of life of one ledger, given from its first call under way until it is forgotten."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = f"{socket.gethostname()[:40]}-{os.getpid()}-{uuid.uuid4().hex[:8]}".replace("/", "-")
        self._file: IO[bytes] | None = None

    def begin(self) -> None:
        """Give the sign; StorageError if the folder cannot be written or locked."""
        if self._file is not None:
            return
        path = _path(self.folder, self.name)
        with storing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            file = path.open("w+b")
        wait_for_lock(file, path)
        self._file = file
        weakref.finalize(self, _end, file, path)


def is_alive(folder: Path, name: str) -> bool:
    """Return whether the process that bears the name still runs."""
    path = _path(folder, name)
    try:
        with path.open("r+b") as file:
            return not try_lock(file, path)
    except OSError:
        return False


def _path(folder: Path, name: str) -> Path:
    return folder / f"{PREFIX}{Path(name).name}{SUFFIX}"


def _end(file: IO[bytes], path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)
        file.close()
