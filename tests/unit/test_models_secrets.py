"""Secrets in a model's entry: found at any depth and in any form, never repeated, and nothing harmless refused."""

from __future__ import annotations

import random
import string

import pytest

from planclaims.errors import ConfigError
from planclaims.models.provider.entry import ClientSettings
from planclaims.models.provider.failures import scrub
from planclaims.models.provider.secrets import secret_faults

KEY = "hunter2-Zx81"
LOOKS = "sk-proj-abcdEFGH1234567890abcd"


@pytest.mark.parametrize(
    "entry",
    [
        {"parameters": {"extra_body": {"api_key": KEY}}},
        {"parameters": {"extra_body": {"apiKey": KEY}}},
        {"parameters": {"extra_body": {"a": [{"b": {"X-Api-Key": KEY}}]}}},
        {"parameters": {"extra_body": {"a": [["authorization", KEY]]}}},
        {"parameters": {"extra_body": {"a": [{"name": "api-key", "value": KEY}]}}},
        {"parameters": {"extra_body": {"provider": {"access_token": KEY}}}},
        {"parameters": {"extra_body": {"password": KEY}}},
        {"parameters": {"extra_body": {"clientSecret": KEY}}},
        {"parameters": {"extra_body": {"plain": f"Bearer {KEY}x"}}},
        {"parameters": {"extra_body": {"plain": LOOKS}}},
        {"parameters": {"extra_body": {LOOKS: 1}}},
        {"parameters": {"extra_body": {"callback": f"https://h/x?token={KEY}"}}},
        {"parameters": {"extra_body": {"text": '{"api_key": "' + KEY + '"}'}}},
        {"parameters": {"stop": [LOOKS]}},
        {"parameters": {"extra_headers": {"a": KEY}}},
        {"parameters": {"headers": {"a": KEY}}},
        {"parameters": {"api_key": KEY}},
        {"api_base": f"https://h/v1?api-key={KEY}"},
        {"api_base": f"https://h/v1?x=1&api_key={KEY}"},
        {"api_base": f"https://h/v1?code=1&sig={KEY}"},
        {"api_base": f"https://h/v1?subscription-key={KEY}"},
        {"api_base": f"https://h/v1#access_token={KEY}"},
        {"api_base": f"https://user:{KEY}@h/v1"},
        {"api_base": f"https://{KEY}@h/v1"},
        {"api_base": f"user:{KEY}@h/v1"},
        {"api_base": f"https://h/{LOOKS}/v1"},
        {"model": f"openai/{LOOKS}"},
        {"key": LOOKS},
    ],
)
def test_a_secret_is_refused_without_being_repeated(entry: dict[str, object]) -> None:
    faults = list(secret_faults({"model": "openai/m", **entry}))
    assert faults
    assert all(KEY not in fault and LOOKS not in fault and "\n" not in fault for fault in faults)
    with pytest.raises(ConfigError) as raised:
        ClientSettings.from_settings({"model": "openai/m", **entry})
    assert KEY not in str(raised.value)
    assert LOOKS not in str(raised.value)


@pytest.mark.parametrize(
    "entry",
    [
        {"key": "OPENAI_API_KEY"},
        {"api_base": "https://api.cloudflare.com/client/v4/accounts/x/ai/v1/@cf/meta"},
        {"api_base": "https://h.openai.azure.com/openai/deployments/d?api-version=2024-10-21"},
        {"api_base": "http://127.0.0.1:8000/v1"},
        {"parameters": {"extra_body": {"prompt_cache_key": "study-1", "max_tokens": 5, "stop_token_ids": [1]}}},
        {"parameters": {"extra_body": {"grammar": 'root ::= "x"', "tokenizer": "a", "token_limit": 5}}},
        {"parameters": {"extra_body": {"provider": {"order": ["a", "b"]}, "logprobs": True, "author": "me"}}},
        {"parameters": {"stop": ["###", "key:", "</s>"], "seed": 1}},
        {"model": "openai/ft:gpt-4o-mini-2024-07-18:my-org::abc12345"},
        {"max_tokens": 5, "token_limit": "max_completion_tokens", "requests_per_minute": 4},
    ],
)
def test_what_is_no_secret_is_not_refused(entry: dict[str, object]) -> None:
    assert list(secret_faults({"model": "openai/m", **entry})) == []


def test_a_secret_is_found_at_any_depth() -> None:
    chance = random.Random(1)
    for _ in range(300):
        nested: object = {chance.choice(["api_key", "apikey", "Authorization", "secret", "auth_token"]): KEY}
        for _ in range(chance.randint(0, 60)):
            name = "".join(chance.choices(string.ascii_lowercase, k=3))
            nested = {name: nested} if chance.random() < 0.6 else [1, nested]
        assert list(secret_faults({"parameters": {"extra_body": nested}}))


def test_what_looks_like_a_key_is_masked_in_what_is_told() -> None:
    for secret in (LOOKS, "AIzaSyA1234567890abcdefghijklmnop", "gsk_abcdefghijklmnop1234", "Bearer abc.def-123456"):
        assert secret.split()[-1] not in scrub(f"wrong key {secret}, see docs", [])
    assert scrub("https://h/v1?api-key=abc123&x=1 failed", []) == "https://h/v1?***&x=1 failed"
    assert scrub("max_tokens is too large: 4096", []) == "max_tokens is too large: 4096"
