"""What of a model's entry shapes its replies, apart from what they cost and how patiently they are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PATIENCE = frozenset(
    {"key", "price", "timeout", "retries", "concurrency", "requests_per_minute", "tokens_per_minute", "servers"}
)
"""Keys of a model's entry that shape no reply: what is paid, and how patiently and how often at once it is asked."""


def shaping(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of a model's entry shapes its replies; nothing else may re-run an episode or stand in its record."""
    return {key: value for key, value in entry.items() if key not in PATIENCE and key != "tasks"}
