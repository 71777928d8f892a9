"""What a model's provider is known to refuse, found out before anything is sent: LiteLLM knows many models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from planclaims.models.provider.entry import ClientSettings
from planclaims.models.provider.litellm_runtime import litellm
from planclaims.models.provider.shape import LIMIT_NAMES, Shape
from planclaims.seam import Message, Purpose, Request

PASSED_UNREAD = frozenset({"extra_body"})
"""Parameters that every provider is sent as they are."""
ASKED = (Message("system", "x"), Message("user", "x"))


@dataclass(frozen=True)
class Demands:
    """What LiteLLM knows of one model."""

    name: str
    provider: str

    def takes(self, arguments: Mapping[str, Any]) -> bool:
        """Return whether the model's provider takes the arguments of a call."""
        module = litellm()
        messages = [{"role": message.role, "content": message.content} for message in ASKED]
        try:
            module.get_optional_params(
                model=self.name, custom_llm_provider=self.provider, messages=messages, **arguments
            )
        except module.UnsupportedParamsError:
            return False
        except Exception:
            # what else it stumbles over says nothing about the provider, who is asked in the end
            return True
        return True


def refused(entry: Mapping[str, Any], temperatures: Sequence[float]) -> Iterator[str]:
    """Yield what the provider of a model's entry refuses, each with what to write in the entry instead.

    `temperatures` are those at which the methods ask.
    """
    settings = ClientSettings.from_settings(
        {key: value for key, value in entry.items() if key not in ("kind", "tasks")}
    )
    demands = _demands(settings)
    if demands is None:
        prefix = "a provider's name and /, such as openai/, before the model's"
        yield f"{settings.model} names no provider that LiteLLM knows; write {prefix}"
        return
    yield from _temperature_faults(demands, settings, temperatures)
    yield from _limit_faults(demands, settings)
    for name, value in settings.parameters.items():
        if name not in PASSED_UNREAD and not demands.takes({name: value}):
            yield f"{settings.model} does not take {name}: {value}; leave it out of `parameters` in its entry"


def _demands(settings: ClientSettings) -> Demands | None:
    return _known(settings.model, settings.api_base)


def has_provider(model: str) -> bool:
    """Return whether a model's name tells LiteLLM which provider to ask."""
    return _known(model, None) is not None


def _known(model: str, api_base: str | None) -> Demands | None:
    module = litellm()
    try:
        name, provider, _, _ = module.get_llm_provider(model=model, api_base=api_base)
    except module.BadRequestError:
        return None
    return Demands(name, provider)


def _temperature_faults(demands: Demands, settings: ClientSettings, asked: Sequence[float]) -> Iterator[str]:
    context = {name: value for name, value in settings.parameters.items() if name == "reasoning_effort"}
    if not demands.takes(context):
        context = {}
    sent = dict.fromkeys(_sent(settings.shape, temperature) for temperature in asked)
    bad = [t for t in sent if t is not None and not demands.takes({"temperature": t, **context})]
    if not bad:
        return
    told = " and ".join(f"{temperature:g}" for temperature in bad)
    also = " or `temperature: 1`" if demands.takes({"temperature": 1, **context}) else ""
    yield (
        f"{settings.model} does not take temperature {told}; write `temperature: null` (never sent){also} in its entry"
    )


def _sent(shape: Shape, temperature: float) -> float | None:
    sent = shape.decoding(Request(ASKED, Purpose.PLAN, temperature))["temperature"]
    return None if sent is None else float(str(sent))


def _limit_faults(demands: Demands, settings: ClientSettings) -> Iterator[str]:
    shape = settings.shape
    request = Request(ASKED, Purpose.PLAN)
    if demands.takes({shape.token_limit: shape.limit(request.max_tokens)}):
        return
    other = next(name for name in LIMIT_NAMES if name != shape.token_limit)
    fits = demands.takes({other: replace(shape, token_limit=other).limit(request.max_tokens)})
    advice = f"write `token_limit: {other}` in its entry" if fits else "no name of the limit is known that it takes"
    yield f"{settings.model} does not take {shape.token_limit}; {advice}"


def missing_key(model: str) -> str | None:
    """Return the environment variable that LiteLLM would read the model's key from if it is not set, else None."""
    found = litellm().validate_environment(model)["missing_keys"]
    names = [name for name in found if name.endswith(("KEY", "TOKEN"))]
    provider = model.partition("/")[0].upper()
    return next((name for name in names if name.startswith(provider)), names[0] if names else None)
