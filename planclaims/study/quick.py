"""From the names of models to an overlay of the configuration that plays some tasks with them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from planclaims.errors import ConfigError, did_you_mean
from planclaims.study.experiment import PAID

WITHOUT_PROVIDER = "openai/"
"""What is put before the name of a model at an address of its own: such servers speak OpenAI's protocol."""


def spread(tasks: Sequence[tuple[str, str]], number: int) -> list[str]:
    """Return so many tasks as domain/number: the first of every domain, then the second of every domain, and so on."""
    domains: dict[str, list[str]] = {}
    for domain, task in tasks:
        domains.setdefault(domain, []).append(f"{domain}/{task}")
    rounds = zip_longest(*domains.values())
    return [task for one in rounds for task in one if task is not None][:number]


def entry_name(model: str) -> str:
    """Return the name of the entry for a model: the last part of its name, in letters that may stand in a path."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", model.rpartition("/")[2]).strip("-._")
    if not name:
        raise ConfigError("is no name of a model", found=repr(model), allowed="a LiteLLM name such as openai/gpt-4o")
    return name


def overlay(
    config: Mapping[str, Any],
    models: Sequence[str],
    methods: Sequence[str],
    tasks: str | Sequence[str],
    *,
    base_url: str | None = None,
    keys: Mapping[str, str] | None = None,
    price: tuple[float, float] | None = None,
) -> dict[str, Any]:
    """Return what to merge over the configuration so that these models play these methods on these tasks.

    A model that has an entry is taken from there, tasks apart; any other is a LiteLLM name, for which `keys` names
    environment variables. ConfigError for a method without an entry.
    """
    for method in methods:
        if method not in config["methods"]:
            near = did_you_mean(method, config["methods"])
            raise ConfigError(f"there is no method {method!r}{near}", allowed=", ".join(config["methods"]))
    chosen = tasks if isinstance(tasks, str) else list(tasks)
    entries: dict[str, dict[str, Any]] = {}
    for model in models:
        if model in config["models"] and base_url is None:
            entries[model] = {"tasks": chosen}
            continue
        prefix = WITHOUT_PROVIDER if base_url is not None and "/" not in model else ""
        entry: dict[str, Any] = {"kind": PAID, "model": f"{prefix}{model}", "tasks": chosen}
        entry |= {"api_base": base_url} if base_url is not None else {}
        entry |= {"key": keys[model]} if keys and model in keys else {}
        entry |= {"price": {"input": price[0], "output": price[1]}} if price is not None else {}
        entries[entry_name(model)] = entry
    return {"experiment": {"models": list(entries), "methods": list(methods)}, "models": entries}
