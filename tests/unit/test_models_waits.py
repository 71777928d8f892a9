"""Waits in every form in which providers ask for them."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from planclaims.models.provider.waits import asked_wait, seconds_of

NOW = datetime(2026, 1, 1, tzinfo=UTC)
STAMP = int(NOW.timestamp())


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "3"}, 3),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": " 7 "}, 7),
        ({"retry-after": "Thu, 01 Jan 2026 00:00:07 GMT"}, 7),
        ({"retry-after": "2026-01-01T00:00:08Z"}, 8),
        ({"retry-after": "1m30s"}, 90),
        ({"retry-after": "-3"}, 0),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"x-ratelimit-reset-requests": "1s"}, 1),
        ({"x-ratelimit-reset-tokens": "6m0s"}, 360),
        ({"x-ratelimit-reset-tokens": "1h2m"}, 3720),
        ({"x-ratelimit-reset-tokens": "20ms"}, 0.02),
        ({"x-ratelimit-reset-tokens": "1d2h3m4.5s"}, 93784.5),
        ({"x-ratelimit-reset": str(STAMP + 9)}, 9),
        ({"x-ratelimit-reset": f"{STAMP + 9}.5"}, 9.5),
        ({"x-ratelimit-reset": str((STAMP + 9) * 1000)}, 9),
        ({"ratelimit-reset": "12"}, 12),
        ({"anthropic-ratelimit-requests-reset": "2026-01-01T00:00:11Z"}, 11),
        ({"x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "6m0s"}, 360),
        (
            {
                "x-ratelimit-reset-requests": "1s",
                "x-ratelimit-remaining-requests": "0",
                "x-ratelimit-reset-tokens": "6m0s",
                "x-ratelimit-remaining-tokens": "5",
            },
            1,
        ),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_waits_in_headers(headers: dict[str, str], seconds: float | None) -> None:
    assert asked_wait(headers, "", now=NOW) == (None if seconds is None else pytest.approx(seconds))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("Rate limit reached. Please try again in 1.2s. Visit the site.", 1.2),
        ("Please try again in 20ms.", 0.02),
        ("Please try again in 6m0s.", 360),
        ("try again in 1h2m3.5s", 3723.5),
        ("Please retry after 26 seconds.", 26),
        ("Please retry in 36.2 seconds", 36.2),
        ("please wait 2 minutes", 120),
        ("try again in 1 minute and 5 seconds", 65),
        ('{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "13s"}', 13),
        ('"retryDelay": "13.5s"', 13.5),
        ("retry_delay { seconds: 13 }", 13),
        ('"retry_after": 5', 5),
        ('"retry_after_ms": 500', 0.5),
        ("'retry-after': '7'", 7),
        ("Please try again later", None),
        ("wait for tokens: 40000 used", None),
    ],
)
def test_waits_in_words(text: str, seconds: float | None) -> None:
    assert asked_wait({}, text, now=NOW) == (None if seconds is None else pytest.approx(seconds))


def test_when_limits_are_full_again_counts_only_for_who_ran_into_them() -> None:
    headers = {"x-ratelimit-reset-tokens": "6m0s"}
    assert asked_wait(headers, "", limited=False, now=NOW) is None


def test_no_text_takes_long_to_read() -> None:
    for piece in ("try again in ", "1s", "wait ", "1", "retrydelay ", 'retry_after": ', "1m0s", " "):
        started = time.process_time()
        asked_wait({"retry-after": piece * 5000}, piece * 50_000)
        seconds_of(piece * 50_000)
        assert time.process_time() - started < 10
