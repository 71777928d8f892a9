"""The file itself: a tar archive compressed by Zstandard, closed by a hash of every byte before.

The hash stands in a skippable frame, which programs that unpack Zstandard pass over; so `tar --zstd -xf` reads it too.
"""

from __future__ import annotations

import hashlib
import io
import os
import tarfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from planclaims.errors import InputError
from planclaims.storage import storing

SKIPPABLE = bytes.fromhex("502a4d18") + (32).to_bytes(4, "little")
"""The head of a frame of 32 bytes that is no data."""
TRAILER = len(SKIPPABLE) + 32
MAGIC = bytes.fromhex("28b52ffd")
CHUNK = 1 << 20
COPY_AGAIN = "take another copy of it"


def write_container(path: Path, members: Iterable[tuple[str, bytes]]) -> None:
    """Write the members in the order given, whole or not at all; the same members give the same bytes."""
    import pyarrow as pa  # type: ignore[import-untyped]

    hidden = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        with storing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with (
                pa.CompressedOutputStream(pa.OSFile(str(hidden), "wb"), "zstd") as packed,
                tarfile.open(fileobj=packed, mode="w|", format=tarfile.PAX_FORMAT) as tar,
            ):
                for name, content in members:
                    entry = tarfile.TarInfo(name)
                    entry.size, entry.mode = len(content), 0o644
                    tar.addfile(entry, io.BytesIO(content))
            digest = _digest(hidden, hidden.stat().st_size)
            with hidden.open("ab") as file:
                file.write(SKIPPABLE + digest)
                file.flush()
                os.fsync(file.fileno())
            hidden.replace(path)
    finally:
        with suppress(OSError):
            hidden.unlink()


def check_container(path: Path) -> None:
    """Raise InputError unless every byte of the file is as it was written."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(len(MAGIC))
            file.seek(max(0, size - TRAILER))
            trailer = file.read(TRAILER)
    except OSError as problem:
        raise InputError(f"cannot be read ({problem.strerror})", file=path) from None
    if head != MAGIC or not trailer.startswith(SKIPPABLE) or size <= TRAILER:
        raise InputError(f"is no archive of a study, or not a whole one; {COPY_AGAIN}", file=path)
    if _digest(path, size - TRAILER) != trailer[len(SKIPPABLE) :]:
        raise InputError(f"is damaged: its bytes are not those that were written; {COPY_AGAIN}", file=path)


@contextmanager
def members_of(path: Path) -> Iterator[Iterator[tuple[str, bytes]]]:
    """Yield the members by name and content, one at a time; InputError for what is no plain file."""
    import pyarrow as pa

    with pa.CompressedInputStream(pa.OSFile(str(path), "rb"), "zstd") as packed:
        try:
            with tarfile.open(fileobj=packed, mode="r|") as tar:
                yield _plain(tar, path)
        except (tarfile.TarError, OSError) as problem:
            raise InputError(f"cannot be unpacked ({problem}); {COPY_AGAIN}", file=path) from None


def _plain(tar: tarfile.TarFile, path: Path) -> Iterator[tuple[str, bytes]]:
    for entry in tar:
        content = tar.extractfile(entry) if entry.isreg() else None
        if content is None:
            raise InputError(f"holds what is no plain file: {entry.name!r}", file=path, allowed="plain files")
        yield entry.name, content.read()


def _digest(path: Path, size: int) -> bytes:
    """Return the SHA-256 of so many bytes from the start of a file."""
    digest, left = hashlib.sha256(), size
    with path.open("rb") as file:
        while left and (part := file.read(min(CHUNK, left))):
            digest.update(part)
            left -= len(part)
    return digest.digest()
