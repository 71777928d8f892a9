"""Costs are exact decimals, rounded once."""

from __future__ import annotations

import pytest

from planclaims.errors import ConfigError
from planclaims.models.money.prices import Price, cost_usd

GPT_4O_MINI = {"input": 0.15, "output": 0.60}


def test_cost_of_a_call_at_list_price() -> None:
    assert cost_usd(Price.from_settings(GPT_4O_MINI), 1_000_000, 0) == 0.15
    assert cost_usd(Price.from_settings(GPT_4O_MINI), 0, 1_000_000) == 0.6
    assert cost_usd(Price.from_settings({"input": "2.50", "output": 10}), 1234, 567) == 0.008755


def test_floats_in_the_settings_do_not_blur_the_cost() -> None:
    assert cost_usd(Price.from_settings({"input": 0.1, "output": 0.2}), 3_000_000, 0) == 0.3
    assert cost_usd(Price.from_settings({"input": 0.1, "output": 0.2}), 1_000_000, 1_000_000) == 0.3


def test_no_price_costs_nothing() -> None:
    assert cost_usd(None, 10**9, 10**9) == 0.0


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"input": 1},
        {"input": 1, "output": 2, "per": "token"},
        {"input": "x", "output": 1},
        {"input": -1, "output": 1},
        {"input": True, "output": 1},
        {"input": "1/0", "output": 1},
        {"input": None, "output": 1},
    ],
)
def test_a_wrong_price_is_refused(settings: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match="price"):
        Price.from_settings(settings)
