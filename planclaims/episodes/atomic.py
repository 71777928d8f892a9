"""Files that are whole or absent: written beside their place, flushed to disk, then moved."""

from __future__ import annotations

import contextlib
import glob
import os
import threading
from pathlib import Path

from planclaims.storage import storing


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
