"""What a model demands of its requests: sent so, named in its identity, and found out before anything is sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from models_chat_server import serving, success
from test_models_client import ASK, model

from planclaims.analysis.tables.table3 import table3
from planclaims.errors import ConfigError
from planclaims.models.build import build_model
from planclaims.models.money.budget import Budget
from planclaims.models.money.spending import Ledger
from planclaims.models.provider.demands import refused
from planclaims.models.provider.entry import ClientSettings
from planclaims.models.provider.shape import Shape
from planclaims.models.replies.store import ReplyStore
from planclaims.models.settings import shaping
from planclaims.seam import Message, Purpose, Request


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANCLAIMS_TEST_KEY", "test-secret-0123456789")


def sent(**settings: object) -> dict[str, Any]:
    with serving(success()) as chat:
        model(chat, **settings).reply(ASK)
    return chat.asked[0]


def test_the_temperature_is_left_out_or_fixed() -> None:
    assert sent()["temperature"] == 0.7
    assert "temperature" not in sent(temperature=None)
    assert sent(temperature=1)["temperature"] == 1


def test_the_limit_has_the_name_and_the_size_of_the_entry() -> None:
    assert sent()["max_tokens"] == 77
    shaped = sent(token_limit="max_completion_tokens", max_tokens=5000)
    assert (shaped["max_completion_tokens"], "max_tokens" in shaped) == (5000, False)


def test_instructions_have_the_role_of_the_entry() -> None:
    assert [m["role"] for m in sent(system_role="developer")["messages"]] == ["developer", "user"]
    assert sent(system_role="user")["messages"] == [{"role": "user", "content": "Be brief.\n\nHi."}]


def test_instructions_open_the_next_message_of_the_user_wherever_they_stand() -> None:
    roles = ("system", "user", "assistant", "system", "assistant", "user", "system")
    messages = tuple(Message(role, str(place)) for place, role in enumerate(roles))  # type: ignore[arg-type]
    shaped = Shape.from_settings({"system_role": "user"}).arguments(Request(messages, Purpose.ACT))["messages"]
    assert shaped == [
        {"role": "user", "content": "0\n\n1"},
        {"role": "assistant", "content": "2"},
        {"role": "user", "content": "3"},
        {"role": "assistant", "content": "4"},
        {"role": "user", "content": "5"},
        {"role": "user", "content": "6"},
    ]


def test_the_identity_holds_demands_only_where_there_are_some() -> None:
    plain = ClientSettings.from_settings({"model": "openai/m"})
    assert plain.identity == {"kind": "litellm", "model": "openai/m", "api_base": None, "parameters": {}}
    demanding = ClientSettings.from_settings({"model": "openai/m", "temperature": None, "max_tokens": 9})
    assert demanding.identity == {**plain.identity, "temperature": None, "max_tokens": 9}


def test_stored_requests_are_told_apart_by_what_is_sent(tmp_path: Path) -> None:
    store = ReplyStore(tmp_path)
    with serving(success("a"), success("b"), success("c")) as chat:
        entry = {"kind": "litellm", "model": "openai/m", "api_base": chat.url}
        texts = [
            build_model("m", {**entry, **shape}, store=store).reply(ASK).text
            for shape in ({}, {"temperature": None}, {"temperature": 1}, {"temperature": None}, {})
        ]
    assert texts == ["a", "b", "c", "b", "a"]
    asked = {json.dumps(asked["decoding"], sort_keys=True) for asked in store.asked()}
    assert asked == {f'{{"max_tokens": 77, "temperature": {t}}}' for t in ("0.7", "null", "1.0")}


def test_the_worst_case_knows_the_limit_that_is_sent(tmp_path: Path) -> None:
    with serving(success()) as chat:
        entry = {"kind": "litellm", "model": "openai/m", "api_base": chat.url, "max_tokens": 10**6}
        entry["price"] = {"input": 0, "output": 1}
        ledger = Ledger(tmp_path, Budget.from_settings({"usd": 0.5}))
        with pytest.raises(Exception, match="does not cover another call"):
            build_model("m", entry, store=None, ledger=ledger).reply(ASK)
    assert chat.asked == []


@pytest.mark.parametrize(
    "entry",
    [
        {"temperature": "warm"},
        {"temperature": 3},
        {"temperature": True},
        {"token_limit": "max_new_tokens"},
        {"max_tokens": 0},
        {"max_tokens": "many"},
        {"system_role": "tool"},
    ],
)
def test_a_demand_that_is_none_is_refused(entry: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match=next(iter(entry))):
        ClientSettings.from_settings({"model": "openai/m", **entry})


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"model": "openai/o3-mini"}, "temperature 0 and 0.7; write `temperature: null`"),
        ({"model": "openai/o1"}, "or `temperature: 1` in its entry"),
        ({"model": "openai/gpt-5-mini"}, "temperature 0 and 0.7"),
        ({"model": "azure/o3-mini"}, "temperature 0 and 0.7"),
        ({"model": "openai/o3-mini", "temperature": 0.5}, "does not take temperature 0.5"),
        ({"model": "openai/o3-mini", "temperature": 1, "parameters": {"top_p": 0.5}}, "does not take top_p"),
        ({"model": "openai/gpt-4o", "parameters": {"reasoning_effort": "low"}}, "does not take reasoning_effort"),
        ({"model": "some-model"}, "names no provider"),
    ],
)
def test_what_a_provider_refuses_is_known_beforehand(entry: dict[str, object], words: str) -> None:
    (fault,) = refused({"kind": "litellm", "tasks": "all", **entry}, [0.0, 0.7])
    assert words in fault
    assert "\n" not in fault


@pytest.mark.parametrize(
    "entry",
    [
        {"model": "openai/o3-mini", "temperature": None},
        {"model": "openai/o3-mini", "temperature": 1, "token_limit": "max_completion_tokens"},
        {"model": "openai/gpt-4o", "parameters": {"seed": 1, "stop": ["x"], "extra_body": {"odd": 1}}},
        {"model": "openai/anything", "api_base": "http://127.0.0.1:9/v1"},
        {"model": "openai/gpt-5", "temperature": None, "parameters": {"reasoning_effort": "minimal"}},
        {"model": "anthropic/claude-opus-4-1"},
    ],
)
def test_what_a_provider_takes_is_not_refused(entry: dict[str, object]) -> None:
    assert list(refused({"kind": "litellm", "tasks": "all", **entry}, [0.0, 0.7])) == []


def test_table_3_says_what_is_demanded() -> None:
    models = {"m": {"kind": "litellm", "model": "openai/m", "temperature": None, "system_role": "user"}, "n": {}}
    (note,) = table3(models, ["m", "n"]).notes
    assert "m is asked in its own way: no temperature is sent; instructions stand in" in note


def test_neither_price_nor_patience_shapes_a_reply() -> None:
    entry = {"kind": "litellm", "model": "openai/m", "temperature": None, "parameters": {"seed": 1}}
    patience = {"price": {}, "timeout": 1, "retries": {}, "concurrency": 2, "requests_per_minute": 3, "key": "K"}
    assert shaping({**entry, **patience, "tokens_per_minute": 4, "tasks": "all"}) == entry
