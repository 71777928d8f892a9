"""The reply store: every reply of a paid or slow model on disk, keyed by everything that shapes it.

A reply is written before it is used, so an interrupted run asks nothing twice; room for it is taken before the
model is asked, so a full disk stops the asking and loses no reply. A key holds the model's
settings, the conversation, the decoding and a count of how often the same was asked before by the same
`StoredModel`, which plays one episode: sampled proposals that repeat a request get replies of their own.
Two episodes that ask the very same thing share the reply; the repeat index is in the identity, so repeats do not.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import NoneType

from planclaims.interfaces import Model, Reply, Request
from planclaims.models.late import keeping
from planclaims.storage import storing

Asked = Mapping[str, object]
"""Everything that shapes a reply, as plain JSON values."""

FORMAT = 1
SHARD = 2
FIELDS: Mapping[str, type | tuple[type, ...]] = {
    "text": str,
    "finish_reason": str,
    "input_tokens": (int, NoneType),
    "output_tokens": (int, NoneType),
    "cost_usd": (int, float, NoneType),
    "seconds": (int, float),
}
ROOM_PER_TOKEN, ROOM = 8, 4096
"""Bytes on disk that are taken for a reply before it is asked for: per token that it may have, and besides."""
LOG = logging.getLogger(__name__)


def request_key(asked: Asked) -> str:
    """Return the key of a request: the SHA-256 of its canonical JSON."""
    return hashlib.sha256(_canonical(asked).encode()).hexdigest()


def plain_decoding(request: Request) -> Asked:
    """Return the decoding of a request as the method asks for it."""
    return {"temperature": request.temperature, "max_tokens": request.max_tokens}


@dataclass(frozen=True)
class Place:
    """A file for one reply, hidden until the reply is in it."""

    key: str
    path: Path
    hidden: Path

    def keep(self, asked: Asked, reply: Reply) -> None:
        """Write the reply, then show it under its key."""
        kept = {name: value for name, value in asdict(reply).items() if name in FIELDS}
        document = {"format": FORMAT, "key": self.key, "asked": asked, "reply": kept}
        with storing(self.path):
            with self.hidden.open("r+b") as file:
                file.write(json.dumps(document, indent=1).encode())
                file.truncate()
                file.flush()
                os.fsync(file.fileno())
            self.hidden.replace(self.path)


@dataclass
class Claims:
    """The replies that this process is waiting for: who wants the same reply waits for it instead of paying again."""

    claimed: set[Path] = field(default_factory=set)
    changed: threading.Condition = field(default_factory=threading.Condition)

    @contextmanager
    def claim(self, path: Path) -> Iterator[None]:
        """Wait until nobody else is after the reply that belongs at the path, then be after it."""
        with self.changed:
            self.changed.wait_for(lambda: path not in self.claimed)
            self.claimed.add(path)
        try:
            yield
        finally:
            with self.changed:
                self.claimed.discard(path)
                self.changed.notify_all()


CLAIMS = Claims()


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
    def place(self, key: str, room: int) -> Iterator[Place]:
        """Take so many bytes for the reply to come; StorageError if the disk has none left."""
        path = self.path(key)
        with storing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, hidden = tempfile.mkstemp(prefix=f".{key[:16]}-", suffix=".part", dir=path.parent)
        try:
            with storing(path), os.fdopen(handle, "wb") as file:
                file.write(bytes(room))
            yield Place(key, path, Path(hidden))
        finally:
            Path(hidden).unlink(missing_ok=True)

    def asked(self) -> Iterator[Asked]:
        """Yield what was asked for each stored reply; broken files are passed over."""
        for path in sorted(self.folder.glob("*/*.json")):
            try:
                document = json.loads(path.read_text(encoding="utf-8"))
            except (ValueError, OSError):
                continue
            if isinstance(document, dict) and isinstance(document.get("asked"), dict):
                yield document["asked"]


@dataclass
class StoredModel:
    """A model whose replies are looked up in a store first, and kept there before they are used.

    `decoding` tells what of a request shapes the sampling; a model that caps or constrains it says so there.
    `claims` keeps two episodes from asking the same at once. A model that keeps a server to itself for a whole
    episode goes without: the one that waits for the reply may hold the server that the other waits for.
    """

    model: Model
    store: ReplyStore
    identity: Asked
    decoding: Callable[[Request], Asked] = plain_decoding
    claims: Claims | None = None

    def __post_init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def reply(self, request: Request) -> Reply:
        """Return the stored reply with its tokens, cost and seconds, or ask the model and keep its reply."""
        bare = request_key(self._asked(request, 0))
        asked = self._asked(request, self._seen[bare])
        key = request_key(asked)
        with self.claims.claim(self.store.path(key)) if self.claims else nullcontext():
            stored = self.store.get(key)
            reply = self._asked_for(request, key, asked) if stored is None else replace(stored, stored=True)
        self._seen[bare] += 1
        return reply

    def _asked_for(self, request: Request, key: str, asked: Asked) -> Reply:
        room = len(_canonical(asked)) * 2 + ROOM_PER_TOKEN * request.max_tokens + ROOM
        with self.store.place(key, room) as place, keeping(lambda late: self._keep_late(key, asked, late)):
            reply = self.model.reply(request)
            place.keep(asked, reply)
        return reply

    def _keep_late(self, key: str, asked: Asked, reply: Reply) -> None:
        """Keep a reply that came when it was given up, for whoever asks the same again."""
        if self.store.get(key) is None:
            self.store.put(key, asked, reply)

    def explain_miss(self, request: Request) -> str:
        """Return which parts of the request differ from the most similar stored one; for people, not quick."""
        asked = self._asked(request, self._seen[request_key(self._asked(request, 0))])
        if self.store.get(request_key(asked)) is not None:
            return "the reply is stored"
        differences = min((_differences(asked, other) for other in self.store.asked()), key=len, default=None)
        if differences is None:
            return "the store is empty"
        if not differences:
            return "the stored reply is broken"
        return "differs from the nearest stored request in " + ", ".join(differences)

    def close(self) -> None:
        """Release what the model holds, if it holds anything."""
        close = getattr(self.model, "close", None)
        if close is not None:
            close()

    def _asked(self, request: Request, occurrence: int) -> Asked:
        messages = [{"role": message.role, "content": message.content} for message in request.messages]
        decoding = dict(self.decoding(request))
        return {"model": dict(self.identity), "decoding": decoding, "messages": messages, "occurrence": occurrence}


def _canonical(asked: Asked) -> str:
    return json.dumps(asked, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def _reply(document: Mapping[str, object], key: str) -> Reply:
    kept = document["reply"]
    if document["format"] != FORMAT or document["key"] != key or not isinstance(kept, dict):
        raise ValueError("not a reply of this key and format")
    for name, kind in FIELDS.items():
        if not isinstance(kept[name], kind) or isinstance(kept[name], bool):
            raise TypeError(f"{name} is {kept[name]!r}")
    return Reply(**{name: kept[name] for name in FIELDS})


def _differences(one: object, other: object, place: str = "") -> list[str]:
    """Return the places where two plain JSON values differ, the deepest names known."""
    if isinstance(one, dict) and isinstance(other, dict):
        names = sorted({*one, *other})
        pairs = [(f"{place}.{name}".lstrip("."), one.get(name), other.get(name)) for name in names]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(f"{place}[{index}]", a, b) for index, (a, b) in enumerate(zip(one, other, strict=True))]
    else:
        return [] if one == other else [place]
    return [found for where, a, b in pairs for found in _differences(a, b, where)]
