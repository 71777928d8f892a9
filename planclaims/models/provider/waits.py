"""How long a provider asks its callers to wait, in every form in which providers say so."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

NUMBER = r"\d{1,12}(?:\.\d{1,9})?"
UNITS: Mapping[str, float] = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
UNIT = r"milliseconds?|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d"
PIECE = re.compile(rf"({NUMBER})\s?({UNIT})(?![a-z])|({NUMBER})\s?({UNIT})(?=\d)", re.IGNORECASE)
SPAN = rf"(?:{NUMBER}\s?(?:{UNIT})(?:\s?(?:,|and)?\s?(?={NUMBER}\s?(?:{UNIT}))|(?![a-z]))){{1,4}}"
ASKING = r"(?:try(?:ing)? again|retry(?:ing)?|retried|wait|come back|available again|resets?)"
LEAD = r"(?:\s(?:in|after|for|at least|another|about|approximately|your request)){0,3}"
SAID = re.compile(rf"\b{ASKING}{LEAD}\s({SPAN})")
FIELD = re.compile(
    rf"retry_?-?delay\W{{1,8}}(?:seconds\W{{1,4}})?({NUMBER})(?:s\b|\W|$)"
    rf"|retry_?-?after(?:_?-?(?:seconds|secs|s))?[\"']?\s?[:=]\s?[\"']?({NUMBER})(?![\d.]*\s?m)"
)
FIELD_MILLISECONDS = re.compile(rf"retry_?-?after_?-?(?:ms|millis|milliseconds)[\"']?\s?[:=]\s?[\"']?({NUMBER})")
RESET = re.compile(r"(?:x-|anthropic-)?ratelimit-(?:(.+)-)?reset(?:-(.+))?")
EPOCH, EPOCH_MILLISECONDS = 1e9, 1e12
"""A number that large is a moment since 1970 and no span."""
LONGEST_TEXT = 20_000


def asked_wait(
    headers: Mapping[str, str], text: str, *, limited: bool = True, now: datetime | None = None
) -> float | None:
    """Return the wait in seconds that the headers of an answer ask for, else its text; None if it asks for none.

    When limits are full again is told with every answer and counts only if the call was refused for them: `limited`.
    """
    moment = now or datetime.now(UTC)
    given = {str(name).lower(): str(value).strip() for name, value in headers.items()}
    for name in ("retry-after-ms", "x-ms-retry-after-ms"):
        if (wait := _number(given.get(name, ""))) is not None:
            return wait / 1000
    for name in ("retry-after", "x-retry-after"):
        if name in given and (wait := _wait(given[name], moment)) is not None:
            return wait
    said = _said(text[:LONGEST_TEXT].lower())
    return _reset(given, moment) if said is None and limited else said


def seconds_of(text: str) -> float | None:
    """Return a span such as `1.2s`, `6m0s`, `1h2m`, `20ms` or `2 minutes` in seconds; None if it is no span."""
    if not re.fullmatch(SPAN, text.strip(), re.IGNORECASE):
        return None
    return math.fsum(
        float(piece[1] or piece[3]) * _unit((piece[2] or piece[4]).lower()) for piece in PIECE.finditer(text)
    )


def _unit(name: str) -> float:
    if name.startswith(("ms", "milli")):
        return UNITS["ms"]
    return UNITS[name[0]]


def _said(text: str) -> float | None:
    if (field := FIELD_MILLISECONDS.search(text)) is not None:
        return float(field[1]) / 1000
    if (field := FIELD.search(text)) is not None:
        return float(field[1] or field[2])
    said = SAID.search(text)
    return seconds_of(said[1]) if said else None


def _reset(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return when the limits that are used up are full again; the longest wait if none is said to be used up."""
    waits: dict[str, float] = {}
    for name, value in headers.items():
        found = RESET.fullmatch(name)
        wait = _wait(value, now) if found else None
        if found and wait is not None:
            waits[found[1] or found[2] or ""] = wait
    used_up = [wait for limit, wait in waits.items() if limit in set(_used_up(headers))]
    return max(used_up or waits.values(), default=None)


def _used_up(headers: Mapping[str, str]) -> Iterator[str]:
    for name, value in headers.items():
        found = re.fullmatch(RESET.pattern.replace("reset", "remaining"), name)
        if found and _number(value) == 0:
            yield found[1] or found[2] or ""


def _wait(value: str, now: datetime) -> float | None:
    """Return the seconds from now that a number, a span or a date stands for."""
    number = _number(value)
    if number is not None:
        if number >= EPOCH:
            return max(0.0, number / (1000 if number >= EPOCH_MILLISECONDS else 1) - now.timestamp())
        return number
    span = seconds_of(value)
    return _until(value, now) if span is None else span


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return max(0.0, number) if math.isfinite(number) else None


def _until(date: str, now: datetime) -> float | None:
    try:
        moment = parsedate_to_datetime(date)
    except ValueError:
        try:
            moment = datetime.fromisoformat(date)
        except ValueError:
            return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())
