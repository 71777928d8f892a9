"""What went wrong with a model call, told apart: infrastructure, or the model's own outcome."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum

from planclaims.errors import InfrastructureError

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

    @property
    def passing(self) -> bool:
        """Return whether asking again may help."""
        return self not in (Cause.AUTH, Cause.QUOTA, Cause.REQUEST)


class CallFailed(InfrastructureError):
    """One call to a model failed; `retry_after` is the wait in seconds that the provider asked for."""

    def __init__(self, message: str, cause: Cause, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.cause = cause
        self.retry_after = retry_after


EVIDENCE: tuple[tuple[Cause, re.Pattern[str]], ...] = (
    (Cause.AUTH, re.compile(r"api.key not valid|api_key_invalid|(invalid|incorrect) api.key")),
    (Cause.BAD_REPLY, re.compile(r"received response|empty or invalid response|expecting value|unterminated string")),
    (Cause.CONNECTION, re.compile(r"connection (error|refused|reset|aborted)|server disconnected")),
)
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
DELAY = re.compile(r"retrydelay\W+(\d+(?:\.\d+)?)s|(?:retry|try again) in (\d+(?:\.\d+)?) ?s")


def own_outcome(problem: Exception) -> str | None:
    """Return the finish reason if the failure is an outcome of the model, not of the infrastructure.

    The protocol is silent here. A conversation too long for the model and an answer withheld by the provider's
    filter would fail again however often asked, so they are empty replies, which read as malformed.
    """
    kind, evidence = type(problem).__name__, _evidence(problem)
    if kind == "ContextWindowExceededError" or (_status(problem) in (400, 413) and OVERFLOW.search(evidence)):
        return CONTEXT_OVERFLOW
    if kind == "ContentPolicyViolationError" or (_status(problem) == 400 and FILTERED.search(evidence)):
        return CONTENT_FILTER
    return None


def classify(problem: Exception) -> Cause:
    """Return why a call failed, from the kind, the status and the text of what was raised."""
    kind, status, evidence = type(problem).__name__, _status(problem), _evidence(problem)
    if status == 429 and SPENT.search(evidence) and not SOON.search(evidence):
        return Cause.QUOTA
    if status is not None and status in STATUSES:
        return STATUSES[status]
    if "Timeout" in kind:
        return Cause.TIMEOUT
    for cause, pattern in EVIDENCE:
        if pattern.search(evidence):
            return cause
    if kind == "APIConnectionError" or isinstance(problem, OSError):
        return Cause.CONNECTION
    return Cause.SERVER if status is not None and status >= 500 else Cause.REQUEST


def retry_after(problem: Exception, now: datetime | None = None) -> float | None:
    """Return the wait in seconds that the provider asked for, by header or in its message."""
    headers = getattr(getattr(problem, "response", None), "headers", None) or {}
    value = headers.get("retry-after")
    if value is not None:
        try:
            return max(0.0, float(value))
        except ValueError:
            return _until(value, now or datetime.now(UTC))
    named = DELAY.search(_evidence(problem))
    return float(named[1] or named[2]) if named else None


def scrub(text: str, secrets: Iterable[str]) -> str:
    """Return the text as one line without any secret in it."""
    for secret in sorted({secret for secret in secrets if secret}, key=len, reverse=True):
        text = text.replace(secret, "***")
    return " ".join(text.split())


def secrets_in_environment(environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """Return the values of environment variables that look like credentials by their name."""
    return tuple(
        value for name, value in environ.items() if len(value) >= 8 and name.endswith(("KEY", "TOKEN", "SECRET"))
    )


def _status(problem: Exception) -> int | None:
    status = getattr(problem, "status_code", None)
    return status if isinstance(status, int) else None


def _evidence(problem: Exception) -> str:
    body = getattr(getattr(problem, "response", None), "text", "")
    return f"{problem} {body}".lower()


def _until(date: str, now: datetime) -> float | None:
    try:
        moment = parsedate_to_datetime(date)
    except ValueError:
        return None
    return max(0.0, (moment - now).total_seconds()) if moment.tzinfo else None
