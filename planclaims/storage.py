"""What the file system refuses, told in one line."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
