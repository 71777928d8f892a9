"""Waiting: backoff, the minute window, and the classification of failures, all without a clock on the wall."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planclaims.models.provider.failures import CallFailed, Cause, classify, own_outcome, retry_after, scrub
from planclaims.models.provider.limits import MinuteWindow
from planclaims.models.provider.retries import Retries, call_with_retries


class Clock:
    """A clock that only moves when someone sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


class Provider(Exception):
    """A failure as a provider's client raises it."""

    def __init__(self, message: str, status: int | None = None, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status_code = status
        self.response = type("Response", (), {"headers": headers or {}, "text": ""})()


def failing(*causes: Cause, wait: float | None = None) -> tuple[list[int], object]:
    calls: list[int] = []

    def call() -> str:
        calls.append(1)
        if len(calls) <= len(causes):
            raise CallFailed("no", causes[len(calls) - 1], wait)
        return "yes"

    return calls, call


def test_waits_double_up_to_the_most_allowed() -> None:
    retries = Retries(attempts=9, base_seconds=1, max_seconds=10)
    assert [retries.wait(failed, None, 1.0) for failed in range(1, 6)] == [1, 2, 4, 8, 10]
    assert [retries.wait(failed, None, 0.0) for failed in range(1, 6)] == [0.5, 1, 2, 4, 5]
    assert retries.wait(1, 7.5, 0.3) == 7.5
    assert retries.wait(4, 0.1, 0.0) == 4


def test_a_call_is_repeated_until_it_succeeds_or_attempts_run_out() -> None:
    clock = Clock()
    calls, call = failing(Cause.SERVER, Cause.RATE_LIMIT)
    assert call_with_retries(call, Retries(attempts=3), clock.sleep) == "yes"  # type: ignore[arg-type]
    assert (len(calls), len(clock.slept)) == (3, 2)
    calls, call = failing(*[Cause.SERVER] * 5)
    with pytest.raises(CallFailed):
        call_with_retries(call, Retries(attempts=3), clock.sleep)  # type: ignore[arg-type]
    assert len(calls) == 3


@pytest.mark.parametrize("cause", [Cause.AUTH, Cause.QUOTA, Cause.REQUEST])
def test_lasting_failures_are_not_asked_again(cause: Cause) -> None:
    calls, call = failing(cause)
    with pytest.raises(CallFailed):
        call_with_retries(call, Retries(), Clock().sleep)  # type: ignore[arg-type]
    assert len(calls) == 1


@given(st.lists(st.integers(1, 30), min_size=1, max_size=60), st.integers(1, 20))
def test_no_minute_ever_holds_more_than_the_limit(amounts: list[int], limit: int) -> None:
    clock = Clock()
    window = MinuteWindow(clock, clock.sleep)
    spent = [(entry.moment, entry.amount) for entry in (window.spend(amount, limit) for amount in amounts)]
    for moment, amount in spent:
        within = [a for m, a in spent if moment - 60 < m <= moment]
        assert sum(within) <= limit or within == [amount]


def test_the_window_does_not_wait_while_there_is_room_and_counts_corrections() -> None:
    clock = Clock()
    window = MinuteWindow(clock, clock.sleep)
    first = window.spend(5, 10)
    window.spend(5, 10)
    assert clock.now == 0
    window.correct(first, 1)
    window.spend(4, 10)
    assert clock.now == 0
    window.spend(1, 10)
    assert clock.now == 60


def test_asked_waits_are_read_from_header_date_and_message() -> None:
    now = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)
    assert retry_after(Provider("", 429, {"retry-after": "7"})) == 7
    assert retry_after(Provider("", 429, {"retry-after": "Thu, 01 Jan 2026 12:00:30 GMT"}), now) == 30
    assert retry_after(Provider("", 429, {"retry-after": "Thu, 01 Jan 2026 11:00:00 GMT"}), now) == 0
    assert retry_after(Provider("", 429, {"retry-after": "soon"})) is None
    assert retry_after(Provider('{"retryDelay": "34s"}', 429)) == 34
    assert retry_after(Provider("Please try again in 1.5s.", 429)) == 1.5
    assert retry_after(Provider("no", 500)) is None


@pytest.mark.parametrize(
    ("problem", "cause"),
    [
        (Provider("You exceeded your current quota, check your billing", 429), Cause.QUOTA),
        (Provider('exceeded your current quota ... "retryDelay": "34s"', 429), Cause.RATE_LIMIT),
        (Provider("Your credit balance is too low", 429), Cause.QUOTA),
        (Provider("overloaded", 529), Cause.SERVER),
        (ConnectionResetError("reset by peer"), Cause.CONNECTION),
        (ImportError("this provider needs another package"), Cause.REQUEST),
        (ValueError("odd"), Cause.REQUEST),
    ],
)
def test_failures_by_status_and_text(problem: Exception, cause: Cause) -> None:
    assert classify(problem) is cause
    assert own_outcome(problem) is None


@given(st.text("abc", min_size=2), st.text("xyz \n"), st.text("xyz \n"))
def test_scrubbed_text_is_one_line_without_the_secret(secret: str, before: str, after: str) -> None:
    scrubbed = scrub(f"{before}{secret}{after}", [secret])
    assert "\n" not in scrubbed
    assert secret not in scrubbed


def test_scrubbing_takes_the_longer_of_two_nested_secrets_whole() -> None:
    assert scrub("key abcdef!", ["abc", "abcdef", ""]) == "key ***!"
