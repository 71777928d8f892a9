"""Table 3: the models of an experiment and their list prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from planclaims.analysis.formats.markup import DASH
from planclaims.analysis.formats.sheet import Sheet
from planclaims.models.provider.shape import Shape

KINDS: Mapping[str, str] = {
    "litellm": "asked through a provider",
    "embedded": "runs inside the workflow",
    "reference": "control: a script that knows the task",
}


def table3(models: Mapping[str, Mapping[str, Any]], played: Sequence[str]) -> Sheet:
    """Return the models that play, from their entries in the configuration."""
    rows = []
    for name in played:
        settings = models[name]
        price = settings.get("price") or {}
        prices = [DASH if price.get(side) is None else f"{price[side]:.3f}" for side in ("input", "output")]
        kind = str(settings.get("kind", ""))
        rows.append((name, str(settings.get("model", DASH)), KINDS.get(kind, kind), *prices))
    header = ("model", "identifier", "kind", "USD per million input tokens", "USD per million output tokens")
    return Sheet("Models and list prices", header, tuple(rows), tuple(_demands(models, played)))


def _demands(models: Mapping[str, Mapping[str, Any]], played: Sequence[str]) -> Iterator[str]:
    """Yield what models demand of their requests, so that they are not asked quite as the methods say."""
    for name in played:
        demands = list(Shape.from_settings(models[name]).demands()) if models[name].get("kind") == "litellm" else []
        if demands:
            yield f"{name} is asked in its own way: {'; '.join(demands)}."
