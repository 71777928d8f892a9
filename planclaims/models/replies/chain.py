"""Requests of one episode, chained: each names an earlier one, and what it says that the earlier one did not.

An agent sends its whole conversation with every call. Written out each time, an episode's requests would grow with
the square of its length; chained they grow with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from planclaims.models.replies.places import places_text, read_places
from planclaims.seam import Message

Written = Sequence[object]
"""Messages as a file has them: each as role and content, or places in the messages of the parent."""
Spoken = tuple[Mapping[str, str], ...]
"""Messages, each as role and content."""


@dataclass
class _Node:
    """What begins with the same messages; `latest` is the request that came through here last."""

    latest: tuple[str, tuple[Message, ...]] | None = None
    after: dict[Message, _Node] = field(default_factory=dict)


@dataclass
class Chain:
    """The requests of an episode so far, by the keys of their replies."""

    _root: _Node = field(default_factory=_Node)

    def add(self, key: str, messages: tuple[Message, ...]) -> None:
        """Take note of a request that is answered and whose reply is stored."""
        node = self._root
        for message in messages:
            node = node.after.setdefault(message, _Node())
            node.latest = (key, messages)

    def written(self, messages: tuple[Message, ...]) -> tuple[str | None, list[object]]:
        """Return the earlier request that shares the longest beginning, if any, and the messages as its child."""
        node = self._root
        for message in messages:
            if message not in node.after:
                break
            node = node.after[message]
        if node.latest is None:
            return None, [_plain(message) for message in messages]
        parent, known = node.latest
        places = {message: place for place, message in reversed(list(enumerate(known)))}
        return parent, _referring(messages, places)


def _referring(messages: Sequence[Message], places: Mapping[Message, int]) -> list[object]:
    """Return the messages with places where the parent has them."""
    written: list[object] = []
    run: list[int] = []
    for message in messages:
        if message in places:
            run.append(places[message])
            continue
        written += [places_text(run)] if run else []
        run = []
        written.append(_plain(message))
    return [*written, places_text(run)] if run else written


def _plain(message: Message) -> dict[str, str]:
    return {"role": message.role, "content": message.content}


def spoken(key: str, read: Callable[[str], tuple[str | None, Written]]) -> Spoken:
    """Return the messages of a request, written out; `read` gives a file's parent and messages.

    ValueError if the chain is broken: a parent that is not there, that names its child, or lacks a message.
    """
    line: list[Written] = []
    seen: set[str] = set()
    at: str | None = key
    while at is not None:
        if at in seen:
            raise ValueError("a chain of requests comes back to itself")
        seen.add(at)
        at, written = read(at)
        line.append(written)
    known: Spoken = ()
    for written in reversed(line):
        known = tuple(message for item in written for message in _meant(item, known))
    return known


def _meant(item: object, parent: Spoken) -> Spoken:
    if isinstance(item, str):
        places = read_places(item)
        if any(place >= len(parent) for place in places):
            raise ValueError("a request names a message that its parent has not")
        return tuple(parent[place] for place in places)
    if not isinstance(item, dict) or not all(isinstance(item.get(name), str) for name in ("role", "content")):
        raise ValueError("a message has no role and content")
    return ({"role": item["role"], "content": item["content"]},)
