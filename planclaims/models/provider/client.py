"""A model of any provider, asked through LiteLLM."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from types import ModuleType

from planclaims.models.money.prices import known_cost
from planclaims.models.provider import shape as shapes
from planclaims.models.provider.answers import Answer, Complaint, Unreadable, read_answer
from planclaims.models.provider.counts import usage_counts
from planclaims.models.provider.entry import CREDENTIALS, ClientSettings
from planclaims.models.provider.failures import (
    CallFailed,
    Cause,
    Trouble,
    classify,
    own_outcome,
    retry_after,
    scrub,
    secrets_in_environment,
    was_sent,
)
from planclaims.models.provider.late import Asking, Attempt, within
from planclaims.models.provider.limits import PROCESS, Shared
from planclaims.models.provider.litellm_runtime import Response, listening_handler, litellm
from planclaims.models.provider.retries import call_with_retries
from planclaims.models.provider.wire import Exchange, listening
from planclaims.models.replies.occurrences import sampling_seed
from planclaims.seam import Reply, Request

NO_KEY = "none"
"""Sent where no key is configured but an address is, so that no provider's key from the environment goes there."""
WRAPPING = re.compile(r"^(litellm\.\w+: )?(\w+(Error|Exception)(: | - ))*")
"""The classes that an error went through, which tell a person nothing."""
LONGEST = 300
CHARACTERS_PER_TOKEN = 4
GRACE_SECONDS = 1.0
"""The HTTP client notices most timeouts by itself, and then hangs up; what it does not notice ends this much later."""
DEVELOPER = "developer"
OPENAI_FORM = frozenset({"openai", "azure", "custom_openai", "hosted_vllm"})
"""Providers by whom messages are sent as they are here; else LiteLLM turns the role `developer` back into `system`."""
HANDLED = frozenset(
    {"hosted_vllm", "openrouter", "mistral", "deepseek", "groq", "together_ai", "anthropic", "gemini", "xai"}
)
"""Providers whom LiteLLM asks by a handler of its own that takes another HTTP client; most others by OpenAI's."""
LATE_FACTOR = 2.0
"""A call that is given up may still end within this many timeouts; then nobody listens any more."""


@dataclass(frozen=True, slots=True)
class Heard:
    """How one call ended: what came over the wire, and what LiteLLM made of it or raised."""

    exchange: Exchange | None
    response: Response | None
    problem: Exception | None
    seconds: float


class LiteLLMModel:
    """A model behind LiteLLM; patient with passing failures, and quick to give up where asking again is pointless."""

    def __init__(
        self, settings: ClientSettings, *, repeat: int = 0, limits: Shared = PROCESS, connection: object = None
    ) -> None:
        self.settings = settings
        self._repeat = repeat
        self._limits = limits
        self._connection = connection

    def reply(self, request: Request) -> Reply:
        """Return the answer; CallFailed, an InfrastructureError, if it cannot be had.

        Every attempt is paid for by itself, those that are no use too. A reply that comes after its attempt was given
        up serves the next attempt; where there is none any more it is kept.
        """
        asking = Asking()
        try:
            return call_with_retries(lambda: self._attempt(request, asking), self.settings.retries)
        except CallFailed:
            late = asking.take()
            if late is None:
                raise
            return late
        finally:
            asking.close()

    def _attempt(self, request: Request, asking: Asking) -> Reply:
        settings, window = self.settings, self._limits.window
        key = self._key()
        module = litellm()
        late = asking.take()
        if late is not None:
            return late
        if settings.requests_per_minute:
            window("requests", settings.model).spend(1, settings.requests_per_minute)
        if not settings.tokens_per_minute:
            return self._call(module, request, key, asking)
        tokens = window("tokens", settings.model)
        guess = sum(len(message.content) for message in request.messages) // CHARACTERS_PER_TOKEN
        entry = tokens.spend(guess, settings.tokens_per_minute)
        reply = self._call(module, request, key, asking)
        if reply.input_tokens is not None and reply.output_tokens is not None:
            tokens.correct(entry, reply.input_tokens + reply.output_tokens)
        return reply

    def _call(self, module: ModuleType, request: Request, key: str | None, asking: Asking) -> Reply:
        """Return the answer of one attempt, timed without the wait for a passage; given up, it keeps its passage."""
        with ExitStack() as held:
            attempt = asking.attempt()
            held.callback(attempt.close)
            passage = held.enter_context(ExitStack())
            passage.enter_context(self._limits.gate(self.settings.provider).passage(self.settings.concurrency))
            late = asking.take()
            if late is not None:
                return late
            arguments, seconds = self._arguments(request, key), self.settings.timeout + GRACE_SECONDS
            over = passage.pop_all().close
            try:
                heard = within(
                    seconds,
                    lambda: _heard(lambda: module.completion(**arguments), seconds * LATE_FACTOR),
                    late=lambda heard: self._late(heard, key, attempt),
                    over=over,
                )
            except TimeoutError as problem:
                held.pop_all()
                raise self._failure(Trouble.raised(problem), key) from None
            reply = self._read(heard, key, attempt)
            attempt.pay(reply)
            return reply

    def _late(self, heard: Heard, key: str | None, attempt: Attempt) -> None:
        """Keep the reply of an attempt that was given up; that it failed after all is of no interest any more."""
        try:
            reply = self._read(heard, key, attempt)
            attempt.pay(reply)
            attempt.asking.late(reply)
        except CallFailed:
            return
        finally:
            attempt.close()

    def _arguments(self, request: Request, key: str | None) -> dict[str, object]:
        settings = self.settings
        arguments: dict[str, object] = {
            **settings.parameters,
            "model": settings.model,
            **settings.shape.arguments(request),
            "timeout": settings.timeout,
            "max_retries": 0,
            "num_retries": 0,
        }
        seed = settings.parameters.get("seed")
        if isinstance(seed, int):
            arguments["seed"] = sampling_seed(seed, self._repeat, request.occurrence)
        if settings.shape.system_role == DEVELOPER and settings.model.split("/")[0] in OPENAI_FORM:
            extra = settings.parameters.get("extra_body")
            own = extra if isinstance(extra, Mapping) else {}
            arguments["extra_body"] = {"messages": arguments["messages"], **own}
        connection = self._connection
        if connection is None and settings.model.split("/")[0] in HANDLED:
            connection = listening_handler()
        optional = {"api_base": settings.api_base, "api_key": key, "client": connection}
        return arguments | {name: value for name, value in optional.items() if value is not None}

    def _read(self, heard: Heard, key: str | None, attempt: Attempt) -> Reply:
        """Return the reply that was heard; CallFailed if it was none, after it is paid for if it may have cost."""
        found = read_answer(heard.exchange) if heard.exchange else None
        if found is None and heard.problem is None and heard.response is not None:
            found = _converted(heard.response)
        if isinstance(found, Answer):
            return self._reply(found, heard, key, attempt)
        if isinstance(found, Unreadable):
            self._pay(found, heard, attempt, written=found.lasting)
            cause = Cause.UNREADABLE if found.lasting else Cause.BAD_REPLY
            raise self._failed(cause, found.problem, key, None) from None
        if isinstance(found, Complaint) and heard.exchange is not None:
            self._pay(found, heard, attempt)
            trouble = Trouble.told(found, heard.exchange)
        else:
            trouble = Trouble.raised(heard.problem or ValueError("no answer"))
        outcome = own_outcome(trouble) or (own_outcome(heard.problem) if heard.problem else None)
        if outcome is not None:
            return Reply("", outcome, 0, 0, 0.0, heard.seconds)
        if heard.exchange is None and classify(trouble) is Cause.TIMEOUT and was_sent(heard.problem):
            attempt.pay(Reply("", "failed", None, None, None, heard.seconds))
        raise self._failure(trouble, key) from None

    def _reply(self, answer: Answer, heard: Heard, key: str | None, attempt: Attempt) -> Reply:
        text = answer.text
        if text is None and not answer.output_tokens and answer.finish in ("stop", "unknown"):
            self._pay(answer, heard, attempt, written=True)
            raise self._failed(Cause.BAD_REPLY, "the reply is empty", key, None) from None
        if answer.plain and heard.response is not None and heard.problem is None and heard.response.choices:
            text = heard.response.choices[0].message.content or ""
        whole = (text or "").encode("utf-8", "replace").decode("utf-8")
        read, written = answer.input_tokens, answer.output_tokens
        cost = known_cost(self.settings.price, read, written)
        return Reply(whole, answer.finish, read, written, cost, heard.seconds)

    def _pay(
        self, spent: Answer | Complaint | Unreadable, heard: Heard, attempt: Attempt, *, written: bool = False
    ) -> None:
        """Have an attempt paid for that failed, where the provider counts tokens or the model has `written` something.

        What was written and not counted is of unknown cost.
        """
        counts = spent.input_tokens, spent.output_tokens
        if written or counts != (None, None):
            attempt.pay(Reply("", "failed", *counts, known_cost(self.settings.price, *counts), heard.seconds))

    def _key(self) -> str | None:
        name = self.settings.key
        if name is None:
            return NO_KEY if self.settings.api_base else None
        value = os.environ.get(name, "").strip()
        if not value:
            raise CallFailed(f"{self.settings.model}: the environment variable {name} is not set", Cause.AUTH)
        return value

    def _failure(self, trouble: Trouble, key: str | None) -> CallFailed:
        cause = classify(trouble)
        words = trouble.words
        hint = shapes.hint(words) if cause is Cause.REQUEST else None
        return self._failed(cause, words, key, retry_after(trouble), hint)

    def _failed(
        self, cause: Cause, words: str, key: str | None, wait: float | None, hint: str | None = None
    ) -> CallFailed:
        secrets = [key or "", *secrets_in_environment()] if key != NO_KEY else secrets_in_environment()
        text = WRAPPING.sub("", CREDENTIALS.sub("***@", scrub(words, secrets)))
        if len(text) > LONGEST:
            text = f"{text[:LONGEST]} ..."
        asked = f", to be asked again in {wait:g} s" if wait else ""
        told = f"{self.settings.model}: {cause.replace('_', ' ')}{asked}: {text}"
        return CallFailed(f"{told}; {hint}" if hint else told, cause, wait)


def _heard(call: Callable[[], Response], seconds: float) -> Heard:
    """Return how a call ended; what a client library raises is data, whatever its class, and never a traceback."""
    started = time.monotonic()
    with listening(seconds) as ear:
        try:
            response, problem = call(), None
        except Exception as raised:
            response, problem = None, raised
    return Heard(ear.exchange, response, problem, time.monotonic() - started)


def _converted(response: Response) -> Answer | Unreadable:
    """Return what LiteLLM made of an answer in another form than OpenAI's."""
    if not response.choices:
        return Unreadable("the reply has no choices")
    message = response.choices[0].message
    text = message.content or None
    if text is None and any(getattr(message, name, None) for name in ("tool_calls", "reasoning_content")):
        text = ""
    counted = getattr(response, "usage", None)
    given = {name: getattr(counted, name, None) for name in ("prompt_tokens", "completion_tokens")}
    read, written = usage_counts(given, empty=not text)
    return Answer(text, response.choices[0].finish_reason or "unknown", read, written, plain=False)
