"""From a configuration entry to a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planclaims.errors import ConfigError
from planclaims.models.embedded.model import EmbeddedModel, EmbeddedSettings
from planclaims.models.money.spending import Ledger, PaidModel
from planclaims.models.provider.client import LiteLLMModel
from planclaims.models.provider.entry import ClientSettings
from planclaims.models.replies.store import ReplyStore
from planclaims.models.replies.stored_model import CLAIMS, StoredModel
from planclaims.seam import Model

KINDS = ("embedded", "litellm")
SELECTION = ("kind", "tasks")


def build_model(
    name: str,
    settings: Mapping[str, Any],
    *,
    store: ReplyStore | None,
    repeat: int = 0,
    ledger: Ledger | None = None,
) -> Model:
    """Return a fresh model for one episode, its replies stored; close it if it can be closed.

    Calls to a provider are paid for under the ledger, if there is one; stored replies cost nothing.
    """
    kind = settings.get("kind")
    own = {key: value for key, value in settings.items() if key not in SELECTION}
    if kind == "embedded":
        embedded = EmbeddedModel(EmbeddedSettings.from_settings(own), repeat=repeat)
        if store is None:
            return embedded
        return StoredModel(embedded, store, {**embedded.identity, "repeat": repeat}, embedded.decoding)
    if kind == "litellm":
        client = LiteLLMModel(ClientSettings.from_settings(own), repeat=repeat)
        reached = client.settings
        paid = client if ledger is None else PaidModel(name, client, reached.price, ledger, reached.shape)
        if store is None:
            return paid
        return StoredModel(paid, store, {**reached.identity, "repeat": repeat}, reached.shape.decoding, CLAIMS)
    raise ConfigError(f"model {name}: unknown kind", found=repr(kind), allowed=", ".join(KINDS))
