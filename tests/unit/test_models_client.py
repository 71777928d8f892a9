"""The client against a server that misbehaves: what is asked again, what is not, and what a person is told."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from typing import Any

import pytest
from models_chat_server import (
    Answer,
    Chat,
    cut_off,
    document,
    error,
    hang_up,
    raw,
    serving,
    slow,
    success,
)

from planclaims.errors import ConfigError, InfrastructureError
from planclaims.models.provider.client import LiteLLMModel
from planclaims.models.provider.entry import ClientSettings
from planclaims.models.provider.failures import CallFailed, Cause
from planclaims.models.provider.limits import Shared
from planclaims.seam import Message, Purpose, Reply, Request

ASK = Request((Message("system", "Be brief."), Message("user", "Hi.")), Purpose.PLAN, temperature=0.7, max_tokens=77)
SECRET = "test-secret-0123456789"
QUICK = {"attempts": 4, "base_seconds": 0.01, "max_seconds": 2.0}
NO_CHOICES = json.dumps({**document(), "choices": []}).encode()
BLANK = success("", usage=(12, 0))


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANCLAIMS_TEST_KEY", SECRET)


def model(chat: Chat, **settings: object) -> LiteLLMModel:
    entry: Mapping[str, Any] = {
        "model": "openai/m",
        "key": "PLANCLAIMS_TEST_KEY",
        "api_base": chat.url,
        "timeout": 5,
        "retries": QUICK,
        **settings,
    }
    return LiteLLMModel(ClientSettings.from_settings(entry), limits=Shared())


def test_a_reply_with_tokens_cost_and_time() -> None:
    with serving(slow(0.05, success("(open d1)", "length", (1000, 500)))) as chat:
        reply = model(chat, price={"input": 2.5, "output": 10}).reply(ASK)
    assert reply == Reply("(open d1)", "length", 1000, 500, 0.0075, reply.seconds)
    assert 0.05 <= reply.seconds < 5
    assert chat.headers[0]["authorization"] == f"Bearer {SECRET}"


def test_the_request_and_the_parameters_are_sent_as_asked() -> None:
    parameters = {"seed": 5, "top_p": 0.9, "stop": ["END"], "extra_body": {"grammar": 'root ::= "x"'}}
    with serving(success()) as chat:
        model(chat, parameters=parameters).reply(ASK)
    sent = chat.asked[0]
    assert [(m["role"], m["content"]) for m in sent["messages"]] == [("system", "Be brief."), ("user", "Hi.")]
    assert (sent["model"], sent["temperature"], sent["max_tokens"]) == ("m", 0.7, 77)
    assert (sent["seed"], sent["top_p"], sent["stop"], sent["grammar"]) == (5, 0.9, ["END"], 'root ::= "x"')


@pytest.mark.parametrize(
    "failure",
    [
        error(429, "slow down"),
        error(500),
        error(502),
        error(503),
        error(408),
        hang_up,
        cut_off,
        raw(json.dumps(document()).encode()[:70]),
        raw(b""),
        raw(b"<html>bad gateway</html>"),
        raw(b"[]"),
        raw(NO_CHOICES),
        BLANK,
    ],
)
def test_a_passing_failure_is_asked_again(failure: Answer) -> None:
    with serving(failure, failure, success()) as chat:
        assert model(chat).reply(ASK).text == "hello"
    assert len(chat.asked) == 3


def test_a_timeout_is_asked_again() -> None:
    with serving(slow(1.0, success("late")), success("in time")) as chat:
        assert model(chat, timeout=0.2).reply(ASK).text == "in time"


@pytest.mark.parametrize(
    ("failure", "cause", "calls"),
    [
        (error(429, "slow down"), Cause.RATE_LIMIT, 4),
        (error(429, "You exceeded your current quota", "insufficient_quota"), Cause.QUOTA, 1),
        (error(429, "You exceeded your current quota. Please retry in 0.01s"), Cause.RATE_LIMIT, 4),
        (error(402, "payment required"), Cause.QUOTA, 1),
        (error(500), Cause.SERVER, 4),
        (error(503), Cause.SERVER, 4),
        (error(504), Cause.TIMEOUT, 4),
        (error(401, "Incorrect API key provided"), Cause.AUTH, 1),
        (error(403, "not for you"), Cause.AUTH, 1),
        (error(400, "API key not valid. Please pass a valid API key."), Cause.AUTH, 1),
        (error(404, "no such model"), Cause.REQUEST, 1),
        (error(400, "unknown parameter"), Cause.REQUEST, 1),
        (hang_up, Cause.CONNECTION, 4),
        (cut_off, Cause.CONNECTION, 4),
        (raw(b"{"), Cause.BAD_REPLY, 4),
        (raw(NO_CHOICES), Cause.BAD_REPLY, 4),
        (BLANK, Cause.BAD_REPLY, 4),
    ],
)
def test_causes_are_told_apart_and_only_passing_ones_asked_again(failure: Answer, cause: Cause, calls: int) -> None:
    with serving(failure) as chat, pytest.raises(CallFailed) as raised:
        model(chat).reply(ASK)
    assert (raised.value.cause, len(chat.asked)) == (cause, calls)
    assert isinstance(raised.value, InfrastructureError)
    assert str(raised.value).startswith("openai/m: ")
    assert "\n" not in str(raised.value)


def test_a_server_that_is_not_there_is_a_connection_failure() -> None:
    with serving(success()) as chat:
        gone = model(chat)
    with pytest.raises(CallFailed) as raised:
        gone.reply(ASK)
    assert raised.value.cause is Cause.CONNECTION


def test_the_wait_that_the_provider_asks_for_is_given() -> None:
    with serving(error(429, headers={"Retry-After": "0.6"}), success()) as chat:
        model(chat).reply(ASK)
    assert chat.times[1] - chat.times[0] >= 0.6


def test_a_longer_wait_than_allowed_ends_the_call_at_once() -> None:
    with serving(error(429, headers={"Retry-After": "3600"}), success()) as chat, pytest.raises(CallFailed) as raised:
        model(chat).reply(ASK)
    assert len(chat.asked) == 1
    assert "3600 s" in str(raised.value)


@pytest.mark.parametrize(
    ("failure", "finish"),
    [
        (error(400, "maximum context length is 8192 tokens", "context_length_exceeded"), "context_overflow"),
        (error(400, "request (9000 tokens) exceeds the available context size (8192 tokens)"), "context_overflow"),
        (error(400, "rejected", "content_filter"), "content_filter"),
        (error(400, "rejected", "content_policy_violation"), "content_filter"),
        (success("", "content_filter"), "content_filter"),
    ],
)
def test_overflow_and_filter_are_empty_replies_and_not_asked_again(failure: Answer, finish: str) -> None:
    with serving(failure) as chat:
        reply = model(chat).reply(ASK)
    assert (reply.text, reply.finish_reason, len(chat.asked)) == ("", finish, 1)


def test_an_empty_text_that_cost_tokens_is_the_models_own_reply() -> None:
    with serving(success(None, "length", (12, 77))) as chat:
        assert model(chat).reply(ASK) == Reply("", "length", 12, 77, 0.0, pytest.approx(0, abs=5))  # type: ignore[arg-type]


def test_half_a_surrogate_pair_is_made_writable() -> None:
    body = json.dumps(document("x")).replace('"x"', '"a\\ud800b"').encode()
    with serving(raw(body)) as chat:
        assert model(chat).reply(ASK).text == "a?b"


def test_the_key_never_reaches_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANOTHER_API_KEY", "another-secret-value")
    echo = error(401, f"Incorrect API key provided: {SECRET} another-secret-value\nsee docs")
    with serving(echo) as chat, pytest.raises(CallFailed) as raised:
        model(chat).reply(ASK)
    assert SECRET not in str(raised.value)
    assert "another-secret-value" not in str(raised.value)
    assert "***" in str(raised.value)
    assert raised.value.__cause__ is None
    assert raised.value.__suppress_context__


def test_the_key_is_neither_in_the_settings_nor_in_the_identity() -> None:
    with serving(success()) as chat:
        asker = model(chat)
        with pytest.raises(ConfigError, match="no user and no password") as raised:
            model(chat, api_base=chat.url.replace("://", "://user:hunter2@"))
    assert SECRET not in repr(asker.settings)
    assert "hunter2" not in str(raised.value)


def test_a_missing_key_is_said_before_anything_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLANCLAIMS_TEST_KEY")
    with serving(success()) as chat, pytest.raises(CallFailed, match="PLANCLAIMS_TEST_KEY is not set") as raised:
        model(chat).reply(ASK)
    assert raised.value.cause is Cause.AUTH
    assert chat.asked == []


def test_blanks_around_a_key_are_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANCLAIMS_TEST_KEY", f" {SECRET}\n")
    with serving(success()) as chat:
        model(chat).reply(ASK)
    assert chat.headers[0]["authorization"] == f"Bearer {SECRET}"


def test_an_address_without_a_key_gets_no_other_providers_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    with serving(success()) as chat:
        model(chat, key=None).reply(ASK)
    assert SECRET not in chat.headers[0]["authorization"]


def test_no_more_calls_at_once_than_allowed() -> None:
    with serving(slow(0.05, success())) as chat:
        limits = Shared()
        entry = {"model": "openai/m", "api_base": chat.url, "concurrency": 2, "timeout": 10}
        askers = [LiteLLMModel(ClientSettings.from_settings(entry), limits=limits) for _ in range(8)]
        workers = [threading.Thread(target=asker.reply, args=(ASK,)) for asker in askers]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    assert len(chat.asked) == 8
    assert chat.most_at_once == 2


def test_limits_per_minute_count_requests_and_the_tokens_really_used() -> None:
    limits = Shared()
    with serving(success(usage=(40, 2))) as chat:
        entry = {"model": "openai/m", "api_base": chat.url, "requests_per_minute": 9, "tokens_per_minute": 999}
        LiteLLMModel(ClientSettings.from_settings(entry), limits=limits).reply(ASK)
    spent = {kind: [entry.amount for entry in window.entries] for (kind, _), window in limits.windows.items()}
    assert spent == {"requests": [1], "tokens": [42]}


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"api_key": SECRET}, "api_key"),
        ({"parameters": {"api_key": SECRET}}, "api_key"),
        ({"temprature": 1}, "temprature"),
        ({"retries": {"atempts": 3}}, "atempts"),
        ({"model": ""}, "needs `model`"),
    ],
)
def test_an_unknown_setting_is_refused_by_name_without_its_value(settings: dict[str, object], named: str) -> None:
    with pytest.raises(ConfigError, match=named) as raised:
        ClientSettings.from_settings({"model": "openai/m", **settings})
    assert SECRET not in str(raised.value)


def test_identity_tells_what_shapes_a_reply_and_nothing_else() -> None:
    entry: dict[str, Any] = {"model": "openai/m", "parameters": {"seed": 1}}
    patient = {"timeout": 1, "retries": QUICK, "concurrency": 3, "price": {"input": 1, "output": 1}, "key": "K"}
    assert ClientSettings.from_settings(entry).identity == ClientSettings.from_settings({**entry, **patient}).identity
    assert ClientSettings.from_settings(entry).identity != ClientSettings.from_settings({"model": "openai/m"}).identity
