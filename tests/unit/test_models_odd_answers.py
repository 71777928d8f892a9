"""Answers in forms that no client library expects: read where they are whole, else told in the provider's words."""

from __future__ import annotations

import json
import math
import random
import time
from typing import Any

import pytest
from models_chat_server import Answer, document, error, raw, serving
from test_models_client import ASK, model

from planclaims.models.provider.answers import read_answer
from planclaims.models.provider.failures import CallFailed, Cause
from planclaims.models.provider.wire import Exchange
from planclaims.seam import Reply


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANCLAIMS_TEST_KEY", "test-secret-0123456789")


def body(**changes: object) -> Answer:
    return raw(json.dumps({**document("hello"), **changes}).encode())


def said(message: object, finish: str = "stop") -> Answer:
    return body(choices=[{"index": 0, "message": message, "finish_reason": finish}])


def told(answer: Answer) -> tuple[CallFailed, int]:
    with serving(answer) as chat, pytest.raises(CallFailed) as raised:
        model(chat).reply(ASK)
    text = str(raised.value)
    assert "\n" not in text
    assert "Traceback" not in text
    assert "site-packages" not in text
    assert ".py" not in text
    return raised.value, len(chat.asked)


def replied(answer: Answer) -> Reply:
    with serving(answer) as chat:
        reply = model(chat, price={"input": 1, "output": 1}).reply(ASK)
    assert len(chat.asked) == 1
    return reply


THOUGHT = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"content": [THOUGHT, {"type": "text", "text": "UNSOLVABLE"}]}, "UNSOLVABLE"),
        ({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}, "ab"),
        ({"content": ["a", {"text": "b"}]}, "ab"),
        ({"content": {"type": "text", "text": "a"}}, "a"),
        ({"content": [{"type": "output_text", "text": {"value": "a"}}]}, "a"),
        ({"content": [THOUGHT]}, ""),
        ({"content": [{"type": "image_url", "image_url": {"url": "data:x"}}, {"type": "text", "text": "a"}]}, "a"),
        ({"content": None, "tool_calls": [{"id": "1", "type": "function", "function": {"name": "f"}}]}, ""),
        ({"content": None, "reasoning_content": "hm"}, ""),
        ({"content": None, "refusal": "I will not."}, "I will not."),
        ({"role": None, "content": "a", "tool_calls": "odd"}, "a"),
    ],
)
def test_content_in_parts_is_the_text_among_them(message: dict[str, object], text: str) -> None:
    assert replied(said({"role": "assistant", **message})).text == text


def test_a_choice_in_the_older_form_has_its_text_beside_the_finish_reason() -> None:
    assert replied(body(choices=[{"text": "a", "finish_reason": "length"}])).text == "a"


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        ({"prompt_tokens": 12.7, "completion_tokens": 3.2, "total_tokens": 15.9}, (13, 3)),
        ({"prompt_tokens": 12.0, "completion_tokens": 3}, (12, 3)),
        (None, (None, None)),
        ({}, (None, None)),
        ({"total_tokens": 15}, (None, None)),
        ({"prompt_tokens": None, "completion_tokens": None, "total_tokens": None}, (None, None)),
        ({"prompt_tokens": 12, "completion_tokens": None}, (12, None)),
        ({"prompt_tokens": -1, "completion_tokens": 3}, (None, 3)),
        ({"prompt_tokens": "12", "completion_tokens": 3}, (None, 3)),
        ({"prompt_tokens": math.nan, "completion_tokens": math.inf}, (None, None)),
        ({"prompt_tokens": 10**30, "completion_tokens": True}, (None, None)),
        ({"prompt_tokens": [12], "completion_tokens": {"n": 3}}, (None, None)),
        ({"prompt_tokens": 0, "completion_tokens": 0}, (None, None)),
        ({"input_tokens": 12, "output_tokens": 3}, (12, 3)),
        ("many", (None, None)),
        ([1, 2], (None, None)),
    ],
)
def test_counts_are_whole_or_absent(usage: object, tokens: tuple[int | None, int | None]) -> None:
    reply = replied(body(usage=usage))
    assert (reply.input_tokens, reply.output_tokens) == tokens
    assert reply.cost_usd == (None if None in tokens else sum(tokens) / 1e6)  # type: ignore[arg-type]


def test_a_count_of_five_thousand_digits_is_absent() -> None:
    whole = json.dumps(document("hello")).replace('"prompt_tokens": 12', '"prompt_tokens": ' + "9" * 5000)
    assert replied(raw(whole.encode())).input_tokens is None


def inside(found: object, **more: object) -> Answer:
    return raw(json.dumps({"error": found, **more}).encode())


@pytest.mark.parametrize(
    ("answer", "cause", "calls", "words"),
    [
        (inside({"message": "Provider returned error", "code": 502}), Cause.SERVER, 4, "returned error (502)"),
        (inside({"message": "slow down", "code": 429}), Cause.RATE_LIMIT, 4, "slow down (429)"),
        (inside({"message": "slow down", "code": "429"}), Cause.RATE_LIMIT, 4, "slow down"),
        (inside({"message": "busy", "type": "overloaded_error"}), Cause.SERVER, 4, "busy (overloaded_error)"),
        (inside("The model is overloaded"), Cause.SERVER, 4, "The model is overloaded"),
        (inside({"message": "no such model", "code": 404}), Cause.REQUEST, 1, "no such model (404)"),
        (inside({"message": "bad field", "code": "invalid_value"}), Cause.REQUEST, 1, "bad field (invalid_value)"),
        (inside({"message": "no credits", "code": 402}), Cause.QUOTA, 1, "no credits"),
        (inside({"message": "who?", "code": 401}), Cause.AUTH, 1, "who?"),
        (inside({"message": "late", "code": 504}), Cause.TIMEOUT, 4, "late"),
        (inside({"message": "x", "status": "RESOURCE_EXHAUSTED"}), Cause.RATE_LIMIT, 4, "x (RESOURCE_EXHAUSTED)"),
        (inside({"message": "a", "code": 502, "metadata": {"raw": "upstream died"}}), Cause.SERVER, 4, "upstream died"),
        (inside({"message": "odd", "code": 400}, choices=[]), Cause.REQUEST, 1, "odd"),
        (body(choices=[{"error": {"message": "cut", "code": 502}, "finish_reason": "error"}]), Cause.SERVER, 4, "cut"),
        (raw(b'{"detail": "Not authenticated"}', 403), Cause.AUTH, 1, "Not authenticated"),
        (raw(b'{"detail": [{"loc": ["body"], "msg": "field required"}]}', 422), Cause.REQUEST, 1, "field required"),
        (raw(b'{"object": "error", "message": "no", "code": 40001}'), Cause.REQUEST, 1, "no (40001)"),
        (raw(b'[{"error": {"code": 503, "message": "later", "status": "X"}}]', 503), Cause.SERVER, 4, "later"),
        (raw(b"<html><title>502</title><body>Bad Gateway</body></html>", 502), Cause.SERVER, 4, "Bad Gate"),
        (raw(b"<html><body>Log in first.</body></html>"), Cause.BAD_REPLY, 4, "Log in first."),
        (raw(b"upstream connect error", 503), Cause.SERVER, 4, "upstream connect error"),
        (raw(b"not JSON at all"), Cause.BAD_REPLY, 4, "not JSON at all"),
        (raw(b'"a text"'), Cause.BAD_REPLY, 4, "a text"),
        (raw(b"null"), Cause.BAD_REPLY, 4, "null"),
        (raw(b"[" * 100_000), Cause.BAD_REPLY, 4, "no JSON"),
        (body(choices=[]), Cause.BAD_REPLY, 4, "the reply has no choices"),
        (body(choices=None), Cause.BAD_REPLY, 4, "the reply has no choices"),
        (body(choices="many"), Cause.UNREADABLE, 1, "no choices"),
        (body(choices=[{}]), Cause.UNREADABLE, 1, "no message"),
        (body(choices=["a"]), Cause.UNREADABLE, 1, "no object"),
        (said(None), Cause.UNREADABLE, 1, "no message"),
        (said({"content": 7}), Cause.UNREADABLE, 1, "int, not text"),
        (body(choices={}), Cause.BAD_REPLY, 4, "no choices"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line_and_asked_again_only_if_that_helps(
    answer: Answer, cause: Cause, calls: int, words: str
) -> None:
    failure, asked = told(answer)
    assert words in str(failure)
    assert (failure.cause, asked) == (cause, calls)


def test_a_traceback_of_the_providers_own_is_cut_to_what_it_says() -> None:
    trace = 'Traceback (most recent call last):\n  File "/srv/app/serve.py", line 3, in f\nValueError: no such adapter'
    failure, _ = told(error(500, trace))
    assert "ValueError: no such adapter" in str(failure)
    failure, _ = told(error(500, f"cannot load /home/ann/models/x.bin: {trace}"))
    assert "/home" not in str(failure)


def test_a_key_of_somebody_else_is_not_repeated() -> None:
    failure, _ = told(error(401, "Incorrect API key provided: sk-proj-abcdefghijklmnop1234567890."))
    assert "abcdefghij" not in str(failure)


def test_a_refused_temperature_says_what_to_write() -> None:
    words = "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) is supported."
    failure, asked = told(error(400, words, "unsupported_value"))
    assert "`temperature: null`" in str(failure)
    assert asked == 1
    words = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    assert "`token_limit: max_completion_tokens`" in str(told(error(400, words))[0])


def test_a_wait_told_inside_a_success_is_kept() -> None:
    wait = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "0.3s"}
    with serving(inside({"code": 429, "message": "quota", "details": [wait]}), body()) as chat:
        model(chat).reply(ASK)
    assert chat.times[1] - chat.times[0] >= 0.3


def test_no_body_raises_or_takes_long() -> None:
    chance = random.Random(7)
    atoms: list[Any] = [None, True, 0, -1, 2.5, "", "x", [], {}, "<", "error", math.nan]
    names = ["choices", "error", "message", "content", "usage", "code", "text", "type", "finish_reason", "object"]

    def grow(depth: int) -> object:
        if depth == 0 or chance.random() < 0.2:
            return chance.choice(atoms)
        if chance.random() < 0.3:
            return [grow(depth - 1) for _ in range(chance.randint(0, 2))]
        return {chance.choice(names): grow(depth - 1) for _ in range(chance.randint(0, 4))}

    for _ in range(3000):
        status = chance.choice([200, 200, 400, 500])
        read_answer(Exchange(status, {}, json.dumps(grow(5)).encode()))
    for piece in (b"<", b"<script>", b"[", b'{"error":', b"a ", b"\xff", b'"'):
        started = time.process_time()
        read_answer(Exchange(200, {}, piece * 100_000))
        assert time.process_time() - started < 10
