"""What came over the wire: the provider's own answer to a call, before any client library has read it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ssl

    import httpx


@dataclass(frozen=True, slots=True)
class Exchange:
    """One answer of a server, its body whole."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(slots=True)
class Ear:
    """What a call has heard so far; it hangs up on an answer that has not ended by the moment `until`."""

    until: float
    exchange: Exchange | None = None


_calls = threading.local()


@contextmanager
def listening(seconds: float) -> Iterator[Ear]:
    """Hear what this thread's calls are answered, for so many seconds."""
    _calls.ear = Ear(time.monotonic() + seconds)
    try:
        yield _calls.ear
    finally:
        _calls.ear = None


def listening_client() -> httpx.Client:
    """Return an HTTP client that tells the listening thread what came; proxies and certificates as usual.

    HTTP clients limit the pause between two pieces of an answer and not the whole of it: of a server that drips, this
    one takes no more once the listener's time is over, so that no thread waits for ever.
    """
    import httpx

    limits = httpx.Limits(max_connections=None, max_keepalive_connections=100)
    return httpx.Client(event_hooks={"response": [_hear]}, follow_redirects=True, limits=limits, verify=_certificates())


def _certificates() -> bool | str | ssl.SSLContext:
    """Return whom LiteLLM is told to trust, by its settings and by the environment."""
    from litellm.llms.custom_httpx.http_handler import get_ssl_configuration

    found: bool | str | ssl.SSLContext = get_ssl_configuration()
    return found


def _hear(response: httpx.Response) -> None:
    ear: Ear | None = getattr(_calls, "ear", None)
    if ear is not None:
        ear.exchange = None
        response.stream = _bounded(response, ear.until)
        ear.exchange = Exchange(response.status_code, dict(response.headers), response.read())


def _bounded(response: httpx.Response, until: float) -> httpx.SyncByteStream:
    """Return the body as it comes, until the moment."""
    import httpx

    stream = response.stream

    class Bounded(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            for piece in stream if isinstance(stream, httpx.SyncByteStream) else ():
                yield piece
                if time.monotonic() > until:
                    raise httpx.ReadTimeout("the answer did not end", request=response.request)

        def close(self) -> None:
            if isinstance(stream, httpx.SyncByteStream):
                stream.close()

    return Bounded()
