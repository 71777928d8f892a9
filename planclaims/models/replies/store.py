"""The reply store: every reply of a paid or slow model on disk, keyed by everything that shapes it.

A reply is written before it is used, so an interrupted run asks nothing twice; room for it is taken before the
model is asked, so a full disk stops the asking and loses no reply. A key holds the model's settings, the
conversation, the decoding and the request's occurrence: sampled proposals that repeat a request get replies of their
own. Two episodes that ask the very same thing share the reply; the repeat index is in the identity, so repeats do not.
A file names an earlier request of the episode, its parent, and only what is new (see `chain`); its key is that of the
whole conversation all the same.

Who asks for a reply holds a lock on the file that it will be in: threads, processes and nodes that want the same wait
for it. No lease has to be renewed, because the lock ends with the process that holds it.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from types import NoneType
from typing import IO, Any

from planclaims.models.replies.chain import Written, spoken
from planclaims.seam import Reply
from planclaims.storage import storing, try_lock, unlock

Asked = Mapping[str, object]
"""Everything that shapes a reply, as plain JSON values."""

FORMAT = 2
READ = (1, 2)
"""Formats that are read; the first had no parents, every file held its whole conversation."""
SHARD = 2
HIDDEN = ".part"
"""Ending of the hidden file of a reply that is still asked for."""
FIELDS: Mapping[str, type | tuple[type, ...]] = {
    "text": str,
    "finish_reason": str,
    "input_tokens": (int, NoneType),
    "output_tokens": (int, NoneType),
    "cost_usd": (int, float, NoneType),
    "seconds": (int, float),
}
"""Bytes on disk that are taken for a reply before it is asked for: per token that it may have, and besides."""
FIRST_WAIT, LONGEST_WAIT = 0.02, 0.5
"""Seconds between two looks whether another process has its reply."""
LOG = logging.getLogger(__name__)


def request_key(asked: Asked) -> str:
    """Return the key of a request: the SHA-256 of its canonical JSON."""
    return hashlib.sha256(_canonical(asked).encode()).hexdigest()


@dataclass(frozen=True)
class Place:
    """A file for one reply, hidden and locked until the reply is in it; `found` is a reply that is there already."""

    key: str
    path: Path
    hidden: Path
    file: IO[bytes]
    found: Reply | None = None

    def keep(self, asked: Asked, reply: Reply, parent: str | None = None) -> None:
        """Write the reply, then show it under its key; with a parent, the messages are those of its child."""
        kept = {name: value for name, value in asdict(reply).items() if name in FIELDS}
        document = {"format": FORMAT, "key": self.key, "parent": parent, "asked": asked, "reply": kept}
        with storing(self.path):
            self.file.seek(0)
            self.file.write(json.dumps(document, indent=1, ensure_ascii=False).encode("utf-8", "backslashreplace"))
            self.file.truncate()
            self.file.flush()
            os.fsync(self.file.fileno())
            self.hidden.replace(self.path)


class ReplyStore:
    """Replies in a folder, one JSON file each; safe for concurrent threads and processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, key: str) -> Path:
        """Return the file that holds, or would hold, the reply."""
        return self.folder / key[:SHARD] / f"{key}.json"

    def get(self, key: str) -> Reply | None:
        """Return the stored reply; None if there is none, or a broken file that the next reply replaces."""
        path = self.path(key)
        try:
            return _reply(json.loads(path.read_text(encoding="utf-8")), key)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (ValueError, KeyError, TypeError) as problem:
            LOG.warning("%s: broken stored reply, asked again: %s", path, problem)
            return None

    def put(self, key: str, asked: Asked, reply: Reply) -> None:
        """Keep a reply: whole or not at all, whoever else writes the same key."""
        with self.place(key, 0) as place:
            place.keep(asked, reply)

    @contextmanager
    def place(self, key: str, room: int, *, alone: bool = False) -> Iterator[Place]:
        """Take so many bytes for the reply to come; StorageError if the disk has none left.

        `alone` waits for whoever else asks for the same reply, in any process, and finds what it got.
        """
        path = self.path(key)
        with storing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            file, hidden = _locked(path.parent / f".{key}{HIDDEN}") if alone else _of_its_own(path.parent, key)
        try:
            found = self._found(key, file, hidden) if alone else None
            if found is None:
                with storing(path):
                    file.write(bytes(room))
                    file.flush()
            yield Place(key, path, hidden, file, found)
        finally:
            if _is(file, hidden):
                hidden.unlink(missing_ok=True)
            unlock(file)
            with suppress(OSError):
                file.close()

    def asked(self) -> Iterator[Asked]:
        """Yield what was asked for each stored reply, written out; broken files are passed over."""
        for path in sorted(self.folder.glob("*/*.json")):
            try:
                yield {**self._document(path.stem)["asked"], "messages": list(spoken(path.stem, self._link))}
            except (ValueError, KeyError, TypeError, OSError):
                continue

    def _found(self, key: str, file: IO[bytes], hidden: Path) -> Reply | None:
        """Return a reply that came while its lock was waited for, or that a killed process wrote and did not show."""
        path = self.path(key)
        if file.read(1) == b"{":
            file.seek(0)
            with suppress(ValueError, KeyError, TypeError):
                reply = _reply(json.loads(file.read()), key)
                with suppress(FileNotFoundError), storing(path):
                    hidden.replace(path)
                return reply
        file.seek(0)
        return self.get(key) if path.exists() else None

    def _link(self, key: str) -> tuple[str | None, Written]:
        document = self._document(key)
        return document.get("parent"), document["asked"]["messages"]

    def _document(self, key: str) -> dict[str, Any]:
        document = json.loads(self.path(key).read_text(encoding="utf-8"))
        if not isinstance(document, dict) or document["format"] not in READ:
            raise ValueError("not a stored reply")
        return document


def _of_its_own(folder: Path, key: str) -> tuple[IO[bytes], Path]:
    """Return a hidden file that nobody else has."""
    handle, name = tempfile.mkstemp(prefix=f".{key[:16]}-", suffix=HIDDEN, dir=folder)
    file = os.fdopen(handle, "w+b")
    try_lock(file, Path(name))
    return file, Path(name)


def _locked(hidden: Path) -> tuple[IO[bytes], Path]:
    """Return the hidden file of a reply, locked: who held it has shown the reply, given up, or died."""
    wait = FIRST_WAIT
    while True:
        file = os.fdopen(os.open(hidden, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        try:
            while not try_lock(file, hidden):
                time.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
        except BaseException:
            file.close()
            raise
        if _is(file, hidden):
            return file, hidden
        file.close()


def _is(file: IO[bytes], path: Path) -> bool:
    """Return whether the path is still that of the open file."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except (FileNotFoundError, ValueError):
        return False


def _canonical(asked: Asked) -> str:
    return json.dumps(asked, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def _reply(document: Mapping[str, object], key: str) -> Reply:
    kept = document["reply"]
    if document["format"] not in READ or document["key"] != key or not isinstance(kept, dict):
        raise ValueError("not a reply of this key and format")
    for name, kind in FIELDS.items():
        if not isinstance(kept[name], kind) or isinstance(kept[name], bool):
            raise TypeError(f"{name} is {kept[name]!r}")
    return Reply(**{name: kept[name] for name in FIELDS})
