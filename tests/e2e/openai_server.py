"""A provider for failure drills: canned replies, faults injected by plan, and a count of every reply that was paid."""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

from models_chat_server import Answer, Handler, ScriptedServer, cut_off, document, error, hang_up, raw, success

from planclaims.episodes.record import load_record
from planclaims.models.replies.store import ReplyStore

TIMEOUT_SECONDS = 3.0
"""The timeout that drills configure for their model."""
Faults = Callable[[str, int], str | None]
"""From a request and how often it was asked before, counted from 0, to the name of a fault, or None for an answer."""


@dataclass(frozen=True)
class Canned:
    """What a request is answered with."""

    text: str
    input_tokens: int
    output_tokens: int


def request_hash(messages: Sequence[Mapping[str, str]], temperature: float, max_tokens: int) -> str:
    """Return the name of a request in this provider's books."""
    said = [[message["role"], message["content"]] for message in messages]
    return hashlib.sha256(json.dumps([said, float(temperature), max_tokens]).encode()).hexdigest()


def canned_replies(episodes: Path) -> dict[str, Canned]:
    """Return the answers that the records in a folder hold, by request."""
    return {
        name: Canned(call["reply"], call["input_tokens"], call["output_tokens"])
        for path in sorted(episodes.rglob("*.json"))
        for name, call in recorded_calls(path)
    }


def recorded_calls(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the calls of a record, each with the name of its request."""
    record = load_record(path)
    for call in record.calls:
        messages = [asdict(record.messages[place]) for place in call.messages]
        yield request_hash(messages, call.temperature, call.max_tokens), asdict(call)


def stored_replies(store: Path) -> Counter[str]:
    """Return how many replies a reply store holds, by request."""
    asked: list[Any] = list(ReplyStore(store).asked())
    return Counter(
        request_hash(one["messages"], one["decoding"]["temperature"], one["decoding"]["max_tokens"]) for one in asked
    )


def too_slow(handler: Handler) -> None:
    """Say nothing until after the caller's timeout."""
    time.sleep(TIMEOUT_SECONDS + 0.5)
    with contextlib.suppress(OSError):
        success("too late")(handler)


def dripping(handler: Handler) -> None:
    """Send a body so slowly that it never ends, yet never pause for long."""
    begin(handler, 10_000)
    with contextlib.suppress(OSError):
        for _ in range(1000):
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.2)


def begin(handler: Handler, length: int, content_type: str = "application/json") -> None:
    """Send the head of an answer."""
    handler.send_response(200)
    handler.send_header("Content-Type", content_type)
    handler.send_header("Content-Length", str(length))
    handler.end_headers()


def web_page(handler: Handler) -> None:
    """Answer with a page for people, as a proxy does."""
    handler.send(200, b"<html><body>Log in first.</body></html>", {"Content-Type": "text/html"})


def telling_tales(status: int, message: str) -> Answer:
    """Answer with an error that repeats the caller's key."""
    return lambda handler: error(status, f"{message} {handler.headers['Authorization']}")(handler)


@dataclass(frozen=True)
class Fault:
    """A way to fail, and words of the message that a person gets when nothing else ever comes."""

    answer: Answer
    told: str


FAULTS: Mapping[str, Fault] = {
    "429 with Retry-After": Fault(error(429, "slow down", headers={"Retry-After": "0.2"}), "asked again in 0.2 s"),
    "500": Fault(telling_tales(500, "internal error for"), "server: internal error"),
    "timeout": Fault(too_slow, "timeout: "),
    "dropped connection": Fault(hang_up, "connection: "),
    "body cut off": Fault(cut_off, "connection: "),
    "truncated JSON": Fault(raw(json.dumps(document()).encode()[:70]), "bad reply: "),
    "empty choices": Fault(raw(json.dumps({**document(), "choices": []}).encode()), "the reply has no choices"),
    "wrong content type": Fault(web_page, "Log in first."),
    "endless body": Fault(dripping, "timeout: no whole answer within"),
}


def no_faults(request: str, attempt: int) -> str | None:
    """Return that every request is answered."""
    return None


def injected(requests: Iterable[str], share: float, seed: int) -> Faults:
    """Return faults of every kind for a share of the first three attempts at each request.

    They are drawn beforehand, so the order in which requests come changes nothing.
    """
    chance, drawn = random.Random(seed), dict[tuple[str, int], str]()
    for attempt in range(3):
        names = sorted(requests)
        chosen = chance.sample(names, round(share * len(names)))
        drawn |= {(name, attempt): fault for name, fault in zip(chosen, cycle(FAULTS), strict=False)}
    return lambda request, attempt: drawn.get((request, attempt))


@dataclass
class Provider:
    """The provider's books: what was asked, what failed, what was answered and is to be paid."""

    answers: Mapping[str, Canned] = field(default_factory=dict)
    faults: Faults = no_faults
    hold_at: int | None = None
    """From this request on, counted from 1, all are held until `release`."""
    asked: Counter[str] = field(default_factory=Counter)
    paid: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    unknown: list[dict[str, Any]] = field(default_factory=list)
    url: str = ""
    holding: threading.Event = field(default_factory=threading.Event)
    release: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _server: ScriptedServer | None = None

    def note(self, body: dict[str, Any], headers: Mapping[str, str]) -> Answer:
        """Return the answer to a request, which is counted."""
        name = request_hash(body["messages"], body["temperature"], body["max_tokens"])
        with self._lock:
            attempt = self.asked[name]
            self.asked[name] += 1
            held = self.hold_at is not None and self.asked.total() >= self.hold_at
            canned = self.answers.get(name)
            fault = self.faults(name, attempt)
            if fault is not None:
                self.failed[fault] += 1
            elif canned is None:
                self.unknown.append(body)
        if held:
            self.holding.set()
            self.release.wait(120)
        if fault is not None:
            return FAULTS[fault].answer
        return self._paying(name, canned) if canned else error(404, "no answer is canned for this request")

    def leave(self) -> None:
        """Take note that a request is over; nothing is kept of it."""

    def start(self) -> None:
        """Serve, at the same address as before if there was one."""
        port = int(self.url.split(":")[2].split("/")[0]) if self.url else 0
        server = ScriptedServer(("127.0.0.1", port), Handler)
        server.chat = self  # type: ignore[assignment]
        self.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        self._server = server

    def stop(self) -> None:
        """Stop serving, so that connections are refused."""
        self.release.set()
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
        self._server = None

    def new_books(self, faults: Faults = no_faults, hold_at: int | None = None) -> None:
        """Forget what was asked, and follow another plan."""
        self.release.set()
        self.asked, self.paid, self.failed, self.unknown = Counter(), Counter(), Counter(), []
        self.faults, self.hold_at = faults, hold_at
        self.holding, self.release = threading.Event(), threading.Event()

    def _paying(self, name: str, canned: Canned) -> Answer:
        def answer(handler: Handler) -> None:
            if gone(handler.connection):
                return
            success(canned.text, usage=(canned.input_tokens, canned.output_tokens))(handler)
            with self._lock:
                self.paid[name] += 1

        return answer


def gone(connection: socket.socket) -> bool:
    """Return whether the caller has hung up."""
    try:
        return connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


@contextlib.contextmanager
def providing() -> Iterator[Provider]:
    """Run a provider on a free port."""
    provider = Provider()
    provider.start()
    try:
        yield provider
    finally:
        provider.stop()
