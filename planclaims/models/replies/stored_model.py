"""A model whose replies are looked up in the store first, and kept there before they are used."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from planclaims.models.provider.late import keeping
from planclaims.models.replies.chain import Chain
from planclaims.models.replies.store import Asked, ReplyStore, _canonical, request_key
from planclaims.seam import Model, Reply, Request

ROOM_PER_TOKEN = 8
"""Bytes on disk that are taken for a reply before it is asked for, per token that it may have."""


ROOM = 4096
"""And besides."""


def plain_decoding(request: Request) -> Asked:
    """Return the decoding of a request as the method asks for it."""
    return {"temperature": request.temperature, "max_tokens": request.max_tokens}


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
        self._chain = Chain()

    def reply(self, request: Request) -> Reply:
        """Return the stored reply with its tokens, cost and seconds, or ask the model and keep its reply."""
        asked = self._asked(request)
        key = request_key(asked)
        stored = self.store.get(key)
        reply = self._had(request, key, asked) if stored is None else replace(stored, stored=True)
        self._chain.add(key, request.messages)
        return reply

    def _had(self, request: Request, key: str, asked: Asked) -> Reply:
        """Return the reply, asked for unless somebody else has asked for the same in the meantime."""
        parent, messages = self._chain.written(request.messages)
        written = {**asked, "messages": messages}
        room = len(_canonical(written)) * 2 + ROOM_PER_TOKEN * request.max_tokens + ROOM
        alone = self.claims is not None
        claim = self.claims.claim(self.store.path(key)) if self.claims else nullcontext()
        with (
            claim,
            self.store.place(key, room, alone=alone) as place,
            keeping(lambda late: self._keep_late(key, asked, late)),
        ):
            if place.found is not None:
                return replace(place.found, stored=True)
            reply = self.model.reply(request)
            place.keep(written, reply, parent)
        return reply

    def _keep_late(self, key: str, asked: Asked, reply: Reply) -> None:
        """Keep a reply that came when it was given up, for whoever asks the same again."""
        if self.store.get(key) is None:
            self.store.put(key, asked, reply)

    def explain_miss(self, request: Request) -> str:
        """Return which parts of the request differ from the most similar stored one; for people, not quick."""
        asked = self._asked(request)
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

    def _asked(self, request: Request) -> Asked:
        messages = [{"role": message.role, "content": message.content} for message in request.messages]
        return {
            "model": dict(self.identity),
            "decoding": dict(self.decoding(request)),
            "messages": messages,
            "occurrence": request.occurrence,
        }


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
