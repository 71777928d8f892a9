"""A small OpenAI-compatible server for tests: it plays a list of scripted answers, the last one for ever."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """One request to the scripted server."""

    server: ScriptedServer
    body: dict[str, Any]

    def do_POST(self) -> None:
        self.body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = self.server.chat.note(self.body, {name.lower(): value for name, value in self.headers.items()})
        try:
            answer(self)
        finally:
            self.server.chat.leave()

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""

    def send(self, status: int, body: bytes, headers: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class ScriptedServer(ThreadingHTTPServer):
    """The HTTP server behind a scripted chat."""

    daemon_threads = True
    chat: Chat

    def handle_error(self, request: object, client_address: object) -> None:
        """Stay silent when a client hangs up."""


@dataclass
class Chat:
    """What the server was asked, and how many requests it answered at once."""

    answers: list[Answer]
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[Mapping[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    most_at_once: int = 0
    url: str = ""
    _inside: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, body: dict[str, Any], headers: Mapping[str, str]) -> Answer:
        with self._lock:
            self.asked.append(body)
            self.headers.append(headers)
            self.times.append(time.monotonic())
            self._inside += 1
            self.most_at_once = max(self.most_at_once, self._inside)
            return self.answers[min(len(self.asked), len(self.answers)) - 1]

    def leave(self) -> None:
        with self._lock:
            self._inside -= 1


@contextlib.contextmanager
def serving(*answers: Answer) -> Iterator[Chat]:
    """Run a scripted server on a free port."""
    server = ScriptedServer(("127.0.0.1", 0), Handler)
    server.chat = Chat(list(answers), url=f"http://127.0.0.1:{server.server_address[1]}/v1")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server.chat
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def document(
    text: str | None = "hello", finish: str = "stop", usage: tuple[int, int] | None = (12, 3)
) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    made: dict[str, Any] = {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    }
    if usage:
        made["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
    return made


def success(text: str | None = "hello", finish: str = "stop", usage: tuple[int, int] | None = (12, 3)) -> Answer:
    return lambda handler: handler.send(200, json.dumps(document(text, finish, usage)).encode())


def raw(body: bytes, status: int = 200) -> Answer:
    return lambda handler: handler.send(status, body)


def error(
    status: int, message: str = "no", code: str | None = None, headers: Mapping[str, str] | None = None
) -> Answer:
    body = json.dumps({"error": {"message": message, "type": "t", "param": None, "code": code}}).encode()
    return lambda handler: handler.send(status, body, headers)


def slow(seconds: float, then: Answer) -> Answer:
    def answer(handler: Handler) -> None:
        time.sleep(seconds)
        then(handler)

    return answer


def hang_up(handler: Handler) -> None:
    """Close the connection without a word."""
    handler.close_connection = True
    handler.connection.close()


def cut_off(handler: Handler) -> None:
    """Promise a whole body and close the connection in the middle of it."""
    body = json.dumps(document()).encode()
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body[: len(body) // 2])
    handler.wfile.flush()
    handler.close_connection = True
