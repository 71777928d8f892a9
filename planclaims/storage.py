"""Files on disk: whole or absent, refusals told in one line, and locks that hold between processes and nodes."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import glob
import hashlib
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Any

from planclaims.errors import StorageError

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
FORBIDDEN = {errno.EROFS, errno.EACCES, errno.EPERM, errno.EEXIST, errno.EISDIR, errno.ENOTDIR}
REFUSALS = FULL | FORBIDDEN
"""Errors that say something about the disk and its rights, and nothing about the program."""


@contextmanager
def storing(path: Path | None = None) -> Iterator[None]:
    """Turn a refusal to write the path, or without one whatever file the system names, into a StorageError."""
    try:
        yield
    except OSError as problem:
        if problem.errno not in REFUSALS:
            raise
        raise StorageError(f"{path or problem.filename or 'results'}: cannot be written: {problem.strerror}") from None


def write_whole(path: Path, content: bytes) -> None:
    """Write the file so that a crash at any moment leaves the old content or the new, never a part.

    What a killed process left of an earlier attempt is removed. Two writers of one file are a fault of the
    caller; the slower one then fails instead of mixing both contents. StorageError if it cannot be written.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        with storing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            for left_over in path.parent.glob(f".{glob.escape(path.name)}.*.tmp"):
                left_over.unlink(missing_ok=True)
            with temporary.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def try_lock(file: IO[Any], path: Path, *, shared: bool = False) -> bool:
    """Lock the open file for as long as it is open, and return whether that worked or somebody else holds it.

    The kernel, or the server of a shared file system, drops the lock of a process that dies. StorageError where the
    file system has no locks, which is something else than a lock that is held.
    """
    return _lock(file, path, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def wait_for_lock(file: IO[Any], path: Path, *, shared: bool = False) -> None:
    """Lock the open file as soon as nobody else holds it; for moments, not for the length of a call."""
    _lock(file, path, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)


def unlock(file: IO[Any]) -> None:
    """Give the lock back, also if a child process has inherited the file."""
    fcntl.flock(file, fcntl.LOCK_UN)


def _lock(file: IO[Any], path: Path, operation: int) -> bool:
    try:
        fcntl.flock(file, operation)
    except BlockingIOError:
        return False
    except OSError as problem:
        raise StorageError(
            f"{path}: the file system cannot lock files ({problem.strerror}), so that two runs could pay for the same; "
            "keep the results on one that can: a local disk, NFS 4, or a cluster's file system mounted with flock"
        ) from None
    return True


@cache
def fingerprint(root: Path, *patterns: str) -> str:
    """Return a hash over the contents of the files that match, so that a mere touch changes nothing."""
    digest = hashlib.sha256()
    found = {path for pattern in patterns for path in root.glob(pattern) if path.is_file() and path.suffix != ".pyc"}
    for path in sorted(found):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
