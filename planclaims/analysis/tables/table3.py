"""Table 3: the models of an experiment and their list prices, given in the configuration or implied by the episodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from planclaims.analysis.formats.markup import DASH, number
from planclaims.analysis.formats.sheet import Sheet
from planclaims.models.provider.shape import Shape

if TYPE_CHECKING:
    import pandas as pd

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
        prices = [number(price.get(side), 3) for side in ("input", "output")]
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


HEADER = ("model", "kind", "USD per million input tokens", "USD per million output tokens")
TOLERANCE = 0.005
"""How far the cost of an episode may lie from tokens times price, as a share of the highest cost."""


def implied_prices(frame: pd.DataFrame) -> Sheet:
    """Return the models of an episodes table with their prices, a dash where costs imply no price."""
    rows = []
    for model, episodes in frame.groupby("model", sort=False):
        prices = _prices(episodes)
        kind = "control" if episodes["reference"].iloc[0] else "model"
        rows.append((str(model), kind, *(number(price, 3) for price in prices or (None, None))))
    notes = (
        "Prices are what the costs and tokens of the episodes imply; an episodes table does not hold them. A dash: the "
        "costs are no fixed prices times tokens, or too few episodes tell input from output.",
    )
    return Sheet("Models and prices", HEADER, tuple(rows), notes)


def _prices(episodes: pd.DataFrame) -> tuple[float, float] | None:
    """Return the prices per million input and output tokens whose sums are the costs, if there are such."""
    import numpy as np

    known = episodes[["input_tokens", "output_tokens", "cost_usd"]].dropna().drop_duplicates().to_numpy(dtype=float)
    if len(known) < 2:
        return None
    tokens, costs = known[:, :2] / 1e6, known[:, 2]
    solution: Any = np.linalg.lstsq(tokens, costs, rcond=None)
    prices, rank = np.round(solution[0], 6), solution[2]
    off = np.abs(tokens @ prices - costs).max()
    if rank < 2 or (prices < 0).any() or off > TOLERANCE * costs.max():
        return None
    per_input, per_output = prices.tolist()
    return per_input, per_output
