"""The one place that imports LiteLLM: late, once, quiet, and without asking the network."""

from __future__ import annotations

import logging
import os
import threading
import warnings
from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Protocol

from planclaims.models.provider.wire import listening_client

IMPORT = threading.Lock()
SWITCHES = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_MODE": "PRODUCTION"}
"""Else the import fetches a price list and reads keys from any `.env` file it finds."""


class Answer(Protocol):
    """The message of a choice."""

    content: str | None


class Choice(Protocol):
    """One of the answers in a response."""

    message: Answer
    finish_reason: str | None


class Usage(Protocol):
    """The tokens as the provider reports them."""

    prompt_tokens: int | None
    completion_tokens: int | None


class Response(Protocol):
    """What LiteLLM makes of any provider's response, as far as it is read here."""

    choices: Sequence[Choice]
    usage: Usage


def litellm() -> ModuleType:
    """Return the LiteLLM module; the first call takes seconds, and concurrent ones wait for it."""
    with IMPORT:
        for name, value in SWITCHES.items():
            os.environ.setdefault(name, value)
        import litellm as module

        warnings.filterwarnings("ignore", message="Pydantic serializer warnings")  # of odd answers, with places in code
        module.suppress_debug_info = True
        module.telemetry = False
        if module.client_session is None:
            module.client_session = listening_client()
        for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        for name in ("httpx", "openai"):
            logging.getLogger(name).setLevel(logging.WARNING)
        return module


@cache
def listening_handler() -> object:
    """Return the client by which LiteLLM's own handlers ask, with the ear that all calls have."""
    from litellm.llms.custom_httpx.http_handler import HTTPHandler

    return HTTPHandler(client=listening_client())
