"""What went wrong with a model call, told apart: infrastructure, or the model's own outcome."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from planclaims.errors import InfrastructureError
from planclaims.models.provider.answers import Complaint
from planclaims.models.provider.waits import asked_wait
from planclaims.models.provider.wire import Exchange

CONTEXT_OVERFLOW = "context_overflow"
CONTENT_FILTER = "content_filter"


class Cause(StrEnum):
    """Why a model could not be asked, or gave nothing that can be read."""

    RATE_LIMIT = "rate_limit"
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    SERVER = "server"
    BAD_REPLY = "bad_reply"
    AUTH = "auth"
    QUOTA = "quota"
    REQUEST = "request"
    UNREADABLE = "unreadable_reply"

    @property
    def passing(self) -> bool:
        """Return whether asking again may help."""
        return self not in (Cause.AUTH, Cause.QUOTA, Cause.REQUEST, Cause.UNREADABLE)


class CallFailed(InfrastructureError):
    """One call to a model failed; `retry_after` is the wait in seconds that the provider asked for."""

    def __init__(self, message: str, cause: Cause, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.cause = cause
        self.retry_after = retry_after


EVIDENCE: tuple[tuple[Cause, re.Pattern[str]], ...] = (
    (Cause.AUTH, re.compile(r"api.key not valid|api_key_invalid|(invalid|incorrect) api.key|invalid_api_key")),
    (Cause.BAD_REPLY, re.compile(r"received response|empty or invalid response|expecting value|unterminated string")),
    (Cause.CONNECTION, re.compile(r"connection (error|refused|reset|aborted)|server disconnected")),
)
CODED: tuple[tuple[Cause, re.Pattern[str]], ...] = (
    (Cause.RATE_LIMIT, re.compile(r"rate.?limit|too.?many.?requests|resource_exhausted|throttl")),
    (Cause.TIMEOUT, re.compile(r"time.?out|timed out|deadline_exceeded")),
    (Cause.AUTH, re.compile(r"authentication_error|permission_(error|denied)|unauthori[sz]ed|unauthenticated")),
    (
        Cause.SERVER,
        re.compile(r"overload|over.?capacity|unavailable|server.?error|internal.?error|try again|\binternal\b"),
    ),
)
"""What errors without a status, such as those inside an answer that calls itself a success, mean by their words."""
STATUSES: Mapping[int, Cause] = {
    401: Cause.AUTH,
    402: Cause.QUOTA,
    403: Cause.AUTH,
    408: Cause.TIMEOUT,
    429: Cause.RATE_LIMIT,
    504: Cause.TIMEOUT,
}
OVERFLOW = re.compile(r"context_length_exceeded|exceed_context_size|maximum context length|context window")
FILTERED = re.compile(r"content_filter|content_policy_violation|content management policy|our safety system")
SPENT = re.compile(r"insufficient_quota|credit balance|exceeded your current quota|billing_hard_limit")
SOON = re.compile(r"retrydelay|retry in|try again in|per.?minute")
"""Some providers speak of a quota where only this minute's share is spent; then they say when to come back."""
EVIDENCE_BYTES = 20_000
TRACE = "Traceback (most recent call last)"
FOLDERS = "home|root|usr|opt|var|tmp|app|srv|mnt|work|workspace|Users|etc|lib|private|data|nix|build"
PATH = re.compile(
    rf"(?<![\w/:.-])/(?:{FOLDERS})(?:/[\w.@+-]{{1,200}})+|\b[A-Z]:\\[\w.\\-]{{1,500}}|/[\w./@+-]{{0,500}}\.py\b"
)
"""Places on somebody's machine, which tell a person nothing about a model."""
KEYLIKE = re.compile(
    r"\b(?:sk|pk|rk|gsk|xai|hf|key|api|pat|ghp|gho|nvapi|r8|pplx|tgp|csk|fw|AIza|ya29|eyJ)[-_.]?(?:[A-Za-z0-9]+[-_.*])*"
    r"[A-Za-z0-9*]{16,}|(?<=[Bb]earer )[\w.~+/*-]{6,}=*|(?i:(?<=[?&]))(?i:api[-_]?key|key|token|sig|code)=[^&\s\"']+"
)
"""What looks like a key even where it is none of this machine's."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is known of a call that failed, whoever told it: a provider, or a client library that raised."""

    kind: str
    words: str
    status: int | None = None
    evidence: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def told(cls, complaint: Complaint, exchange: Exchange) -> Trouble:
        """Return the trouble of an error that a provider told."""
        body = exchange.body[:EVIDENCE_BYTES].decode("utf-8", "replace")
        evidence = f"{complaint} {body}".lower()
        return cls("", str(complaint), complaint.status, evidence, exchange.headers)

    @classmethod
    def raised(cls, problem: Exception) -> Trouble:
        """Return the trouble of what a client library raised."""
        response = getattr(problem, "response", None)
        status = getattr(problem, "status_code", None)
        body = getattr(response, "text", "")
        return cls(
            "OSError" if isinstance(problem, OSError) and not _late(problem) else type(problem).__name__,
            str(problem),
            status if isinstance(status, int) else None,
            f"{problem} {body}".lower(),
            dict(getattr(response, "headers", None) or {}),
        )


def own_outcome(problem: Exception | Trouble) -> str | None:
    """Return the finish reason if the failure is an outcome of the model, not of the infrastructure.

    The protocol is silent here. A conversation too long for the model and an answer withheld by the provider's
    filter would fail again however often asked, so they are empty replies, which read as malformed.
    """
    trouble = _trouble(problem)
    kind, evidence, status = trouble.kind, trouble.evidence, trouble.status
    told_inside = not kind and status is None
    if kind == "ContextWindowExceededError" or ((status in (400, 413) or told_inside) and OVERFLOW.search(evidence)):
        return CONTEXT_OVERFLOW
    if kind == "ContentPolicyViolationError" or ((status == 400 or told_inside) and FILTERED.search(evidence)):
        return CONTENT_FILTER
    return None


def classify(problem: Exception | Trouble) -> Cause:
    """Return why a call failed, from the kind, the status and the text of what was told or raised."""
    trouble = _trouble(problem)
    kind, status, evidence = trouble.kind, trouble.status, trouble.evidence
    if TRACE.lower() in evidence and status not in STATUSES and kind:
        return Cause.UNREADABLE
    if status in (None, 429) and SPENT.search(evidence) and not SOON.search(evidence):
        return Cause.QUOTA
    if status is not None and status in STATUSES:
        return STATUSES[status]
    if "Timeout" in kind:
        return Cause.TIMEOUT
    named = [cause for cause, pattern in EVIDENCE if pattern.search(evidence)]
    if named:
        return named[0]
    if kind in ("APIConnectionError", "OSError", "ConnectError", "ReadError", "WriteError", "RemoteProtocolError"):
        return Cause.CONNECTION
    if status is None and not kind:
        return next((cause for cause, pattern in CODED if pattern.search(evidence)), Cause.REQUEST)
    return Cause.SERVER if status is not None and status >= 500 else Cause.REQUEST


def was_sent(problem: BaseException | None) -> bool:
    """Return whether a request may have reached its provider before it failed: not where no connection was made."""
    seen: set[int] = set()
    while problem is not None and id(problem) not in seen:
        if type(problem).__name__ in ("ConnectTimeout", "PoolTimeout", "ConnectError"):
            return False
        seen.add(id(problem))
        problem = problem.__cause__ or problem.__context__
    return True


def retry_after(problem: Exception | Trouble, now: datetime | None = None) -> float | None:
    """Return the wait in seconds that the provider asked for, by header or in its message."""
    trouble = _trouble(problem)
    limited = classify(trouble) is Cause.RATE_LIMIT
    return asked_wait(trouble.headers, trouble.evidence, limited=limited, now=now)


def _late(problem: Exception) -> bool:
    return "Timeout" in type(problem).__name__


def _trouble(problem: Exception | Trouble) -> Trouble:
    return problem if isinstance(problem, Trouble) else Trouble.raised(problem)


def scrub(text: str, secrets: Iterable[str]) -> str:
    """Return the text as one line without any secret, stack trace or place on a machine in it."""
    for secret in sorted({secret for secret in secrets if secret}, key=len, reverse=True):
        text = text.replace(secret, "***")
    before, found, after = text.partition(TRACE)
    if found:
        last = next((line.strip() for line in reversed(after.splitlines()) if line.strip()), "")
        text = before.strip(" \n:-") or last
    return " ".join(PATH.sub("...", KEYLIKE.sub("***", text)).split())


def secrets_in_environment(environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """Return the values of environment variables that look like credentials by their name."""
    return tuple(
        value for name, value in environ.items() if len(value) >= 8 and name.endswith(("KEY", "TOKEN", "SECRET"))
    )
