"""Calls that are given up: they count as under way while they are, and what comes of them is kept and paid for."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from fractions import Fraction
from pathlib import Path

import pytest
from models_chat_server import Answer, Handler, document, raw, serving, slow, success
from test_models_client import ASK, QUICK

from planclaims.errors import BudgetExhausted, InfrastructureError
from planclaims.models.build import build_model
from planclaims.models.money.budget import Amount, Budget
from planclaims.models.money.spending import Ledger
from planclaims.models.provider.client import GRACE_SECONDS, LiteLLMModel
from planclaims.models.provider.entry import ClientSettings
from planclaims.models.provider.failures import CallFailed
from planclaims.models.provider.limits import PROCESS, Shared
from planclaims.models.replies.store import ReplyStore


def dripping(handler: Handler) -> None:
    """Send a body so slowly that it never ends, yet never pause for long."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "10000")
    handler.end_headers()
    with contextlib.suppress(OSError):
        for _ in range(200):
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.1)


def dripped(text: str, seconds: float) -> Answer:
    """Answer whole, after blanks for so many seconds."""

    def answer(handler: Handler) -> None:
        body = json.dumps(document(text, usage=(1000, 1000))).encode()
        pieces = int(seconds / 0.1)
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(body) + pieces))
        handler.end_headers()
        with contextlib.suppress(OSError):
            for _ in range(pieces):
                handler.wfile.write(b" ")
                handler.wfile.flush()
                time.sleep(0.1)
            handler.wfile.write(body)

    return answer


def until(true: object, seconds: float = 10.0) -> bool:
    """Return whether it came true in time."""
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:  # type: ignore[operator]
        time.sleep(0.05)
    return bool(true())  # type: ignore[operator]


def test_a_call_given_up_counts_until_it_is_over_and_leaves_no_thread() -> None:
    with serving(success()) as chat:  # the first call of a process loads much of the client
        LiteLLMModel(ClientSettings.from_settings({"model": "openai/m", "api_base": chat.url})).reply(ASK)
    before = threading.active_count()
    with serving(dripping) as chat:
        entry = {"model": "openai/m", "api_base": chat.url, "concurrency": 1, "timeout": 0.3}
        asker = LiteLLMModel(ClientSettings.from_settings({**entry, "retries": {"attempts": 1}}), limits=Shared())
        other = LiteLLMModel(asker.settings, limits=asker._limits)
        workers = [threading.Thread(target=refused, args=(one,)) for one in (asker, other)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert len(chat.asked) == 2
        assert chat.times[1] - chat.times[0] > 0.3 + GRACE_SECONDS + 0.3, "longer than until it was given up"
        assert until(lambda: threading.active_count() <= before + 3)


def refused(asker: LiteLLMModel) -> None:
    with pytest.raises(CallFailed, match="no whole answer"):
        asker.reply(ASK)


def test_a_late_reply_serves_the_next_attempt() -> None:
    with serving(dripped("late", GRACE_SECONDS + 0.8), success("second")) as chat:
        entry = {"model": "openai/m", "api_base": chat.url, "concurrency": 1, "timeout": 0.3, "retries": QUICK}
        reply = LiteLLMModel(ClientSettings.from_settings(entry), limits=Shared()).reply(ASK)
    assert (reply.text, len(chat.asked)) == ("late", 1)


def test_a_reply_later_than_the_last_attempt_is_kept_and_paid_for(tmp_path: Path) -> None:
    ledger, store = Ledger(tmp_path), ReplyStore(tmp_path / "replies")
    with serving(dripped("late", GRACE_SECONDS + 0.8), success("never")) as chat:
        entry = {"kind": "litellm", "model": "openai/m", "api_base": chat.url, "timeout": 0.3}
        entry |= {"retries": {"attempts": 1}, "price": {"input": 1, "output": 1}}
        with pytest.raises(CallFailed):
            build_model("m", entry, store=store, ledger=ledger).reply(ASK)
        assert until(lambda: list(store.asked()))
        assert build_model("m", entry, store=store, ledger=ledger).reply(ASK).text == "late"
        assert len(chat.asked) == 1
    assert (ledger.paid().calls, float(ledger.paid().usd)) == (1, 0.002)
    assert PROCESS.gates


def test_a_failed_attempt_whose_tokens_are_counted_is_paid_for(tmp_path: Path) -> None:
    empty = raw(json.dumps({**document("", usage=(1000, 0)), "choices": []}).encode())
    ledger = Ledger(tmp_path)
    with serving(empty, success("b", usage=(1000, 1000))) as chat:
        entry = {"kind": "litellm", "model": "openai/m", "api_base": chat.url, "timeout": 5}
        entry |= {"retries": QUICK, "price": {"input": 1, "output": 1}}
        build_model("m", entry, store=None, ledger=ledger).reply(ASK)
    assert (ledger.paid().calls, float(ledger.paid().usd)) == (2, 0.003)


def test_a_call_of_unknown_cost_is_held_at_its_worst_case(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    with serving(success("a", usage=None)) as chat:
        entry = {"kind": "litellm", "model": "openai/m", "api_base": chat.url, "price": {"input": 0, "output": 1000}}
        store = ReplyStore(tmp_path / "replies")
        reply = build_model("m", entry, store=store, ledger=ledger).reply(ASK)
        again = build_model("m", entry, store=store, ledger=ledger).reply(ASK)
    assert (reply.input_tokens, reply.output_tokens, reply.cost_usd) == (None, None, None)
    assert (again.stored, again.input_tokens, again.cost_usd) == (True, None, None)
    assert float(ledger.paid().usd) == pytest.approx(0.077)


def test_slow_but_in_time_is_no_late_reply() -> None:
    with serving(slow(0.1, success())) as chat:
        entry = {"model": "openai/m", "api_base": chat.url, "timeout": 5}
        assert LiteLLMModel(ClientSettings.from_settings(entry), limits=Shared()).reply(ASK).text == "hello"


PRICED = {"kind": "litellm", "model": "openai/m", "timeout": 5, "retries": QUICK, "price": {"input": 0, "output": 1000}}
WORST = 0.077
"""USD of the longest reply to `ASK` at that price."""


def counted_and_useless(output_tokens: int) -> Answer:
    """Answer with tokens that are charged, and no choice to read."""
    return raw(json.dumps({**document("", usage=(1000, output_tokens)), "choices": []}).encode())


@pytest.mark.parametrize(("bound", "calls"), [(0.22, 3), (0.16, 2), (0.077, 1)])
def test_failed_attempts_that_are_paid_for_never_pass_the_bound(tmp_path: Path, bound: float, calls: int) -> None:
    ledger = Ledger(tmp_path, Budget(usd=Fraction(str(bound))))
    with serving(counted_and_useless(70)) as chat:
        entry = {**PRICED, "api_base": chat.url, "retries": {**QUICK, "attempts": 3}}
        with pytest.raises(InfrastructureError) as stopped:
            build_model("m", entry, store=None, ledger=ledger).reply(ASK)
        assert len(chat.asked) == calls
    assert isinstance(stopped.value, BudgetExhausted) == (calls < 3)
    assert (ledger.paid().calls, float(ledger.paid().usd)) == (calls, pytest.approx(0.07 * calls))
    assert ledger.paid().usd <= Fraction(str(bound))


@pytest.mark.parametrize(
    ("answer", "usd"),
    [
        (slow(4, success("too late")), WORST),
        (success(None, usage=None), WORST),
        (raw(json.dumps({"choices": [{"message": {"content": 7}}]}).encode()), WORST),
        (raw(json.dumps({"choices": [{"message": {"content": 7}}], "usage": {"prompt_tokens": 5}}).encode()), WORST),
        (raw(b'{"error": {"message": "not now", "code": 400}}'), 0.0),
        (raw(b"<html>log in</html>"), 0.0),
    ],
)
def test_an_attempt_that_may_have_cost_something_counts_at_its_worst_case(
    tmp_path: Path, answer: Answer, usd: float
) -> None:
    ledger = Ledger(tmp_path)
    with serving(answer) as chat:
        entry = {**PRICED, "api_base": chat.url, "timeout": 2, "retries": {"attempts": 1}}
        with pytest.raises(CallFailed):
            build_model("m", entry, store=None, ledger=ledger).reply(ASK)
        assert until(lambda: b'"held"' not in ledger.path.read_bytes())
    assert float(ledger.paid().usd) == pytest.approx(usd)


def test_a_server_that_is_not_there_is_owed_nothing(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    entry = {**PRICED, "api_base": "http://127.0.0.1:9/v1", "retries": {"attempts": 2, "base_seconds": 0.01}}
    with pytest.raises(CallFailed, match="connection"):
        build_model("m", entry, store=None, ledger=ledger).reply(ASK)
    assert ledger.paid() == Amount(0, Fraction(0))


def test_an_attempt_that_is_given_up_stays_held_until_it_is_over(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path, Budget(calls=1))
    with serving(dripped("late", GRACE_SECONDS + 0.8), success("never")) as chat:
        entry = {**PRICED, "api_base": chat.url, "timeout": 0.3, "retries": {"attempts": 1}}
        with pytest.raises(CallFailed):
            build_model("m", entry, store=None, ledger=ledger).reply(ASK)
        assert b'"held"' in ledger.path.read_bytes()
        assert ledger.paid().calls == 0
        assert until(lambda: ledger.paid().calls == 1)
        with pytest.raises(BudgetExhausted):
            build_model("m", entry, store=None, ledger=ledger).reply(ASK)
        assert len(chat.asked) == 1
