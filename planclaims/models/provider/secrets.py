"""Finding secrets in a model's entry, which would end up in the store, in records and in logs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

NAMES = re.compile(
    r"(?:^|_)(?:api_?keys|apikey|secrets?|passwords?|passwd|passphrase|pwd|credentials?|authori[sz]ation|cookies?|auth|"
    r"bearer|jwt|sas|signature|sig|access_key_id|headers)$|(?:^|_)(?P<kind>[a-z0-9]*?)_?(?:key|token)$"
)
"""Names of what holds a secret, in small letters with _ between words."""
HARMLESS = frozenset(
    [
        *("cache", "primary", "foreign", "sort", "partition", "idempotency", "public", "per", "max", "min", "next"),
        *("stop", "eos", "bos", "pad", "unk", "sep", "mask", "cls", "special", "end", "start", "first", "last"),
        *("image", "think", "thinking", "prefix", "suffix", "middle", "id", "boi", "eoi", "mon", "tur", "hot"),
    ]
)
"""What makes a key or a token of another kind, as in prompt_cache_key and stop_token."""
VALUES = re.compile(
    r"(?<![A-Za-z0-9])(?:(?:sk|pk|rk|gsk|xai|hf|nvapi|r8|pplx|tgp|csk|key|api)[-_](?=[\w-]*\d)[\w-]{16,}"
    r"|AIza[\w-]{20,}|AKIA[A-Z0-9]{12,}|gh[pousr]_\w{20,}|eyJ[\w-]{10,}\.[\w-]{10,}|ya29\.[\w-]{10,}"
    r"|[Bb]earer\s+(?!\$)[\w.~+/=-]{8,}|[Bb]asic\s+[A-Za-z0-9+/]{12,}=*|-----BEGIN [A-Z ]*PRIVATE KEY)"
)
"""What looks like a key, whatever its name."""
ADVICE = "secrets come from the environment; name the variable in `key`"
DEEPEST = 40
UNNAMED = "key"
"""The one key of an entry whose value is the name of an environment variable."""


def secret_faults(entry: Mapping[str, Any]) -> Iterator[str]:
    """Yield, for each secret in a model's entry, its place and what is wrong; never the secret itself."""
    for name, value in entry.items():
        if name == "api_base":
            yield from _address_faults(str(value))
        elif name != UNNAMED or not isinstance(value, str):
            yield from _faults(str(name), value, 0, own=name not in ("parameters",))
        elif VALUES.search(value) or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", value):
            yield f"{UNNAMED}: it is the name of an environment variable, never the key itself"


def _faults(place: str, value: object, depth: int, *, own: bool = False) -> Iterator[str]:
    last = place.rpartition(".")[2]
    if not own and _names_secret(last) and value not in (None, "", [], {}) and not isinstance(value, bool):
        yield f"{place}: {ADVICE}"
    elif depth > DEEPEST:
        yield f"{place}: it is nested too deeply to be checked for secrets"
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            shown = str(name)
            if VALUES.search(shown):
                yield f"{place}: a key in it looks like a secret; {ADVICE}"
            else:
                yield from _faults(f"{place}.{shown}", inner, depth + 1)
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from _pair_faults(f"{place}[{index}]", inner)
            yield from _faults(f"{place}[{index}]", inner, depth + 1, own=True)
    elif isinstance(value, str) and (VALUES.search(value) or any(_in_text(value))):
        yield f"{place}: its value looks like a secret; {ADVICE}"


def _pair_faults(place: str, pair: object) -> Iterator[str]:
    """Yield a secret that stands in a list as a name and a value."""
    if isinstance(pair, list | tuple) and len(pair) == 2 and isinstance(pair[0], str) and _names_secret(pair[0]):
        yield f"{place}: {ADVICE}"
    if isinstance(pair, Mapping) and isinstance(pair.get("name"), str) and _names_secret(pair["name"]):
        yield f"{place}: {ADVICE}"


def _in_text(text: str) -> Iterator[bool]:
    """Yield whether a text holds a secret as the part of an address or of a JSON object."""
    if "://" in text and len(text) < 5000:
        yield any(True for _ in _address_faults(text))
    if text.lstrip().startswith("{") and "}" in text:
        try:
            yield any(True for _ in _faults("", json.loads(text), 0))
        except (ValueError, RecursionError):
            yield False


def _address_faults(address: str) -> Iterator[str]:
    """Yield what is secret in an address: user and password, and parameters that hold a key."""
    try:
        parts = urlsplit(address.strip())
        path, query, fragment = unquote(parts.path), parts.query, parts.fragment
        named = "@" in parts.netloc or ("@" in address and not parts.netloc)
    except ValueError:
        path, query, fragment, named = unquote(address), "", "", "@" in address
    if named:
        yield "api_base: an address must hold no user and no password"
    for text in (query, fragment):
        for name, value in parse_qsl(text, keep_blank_values=True):
            if (_names_secret(name) and value) or VALUES.search(value):
                yield f"api_base: its query must hold no secret; {ADVICE}"
    if VALUES.search(path):
        yield f"api_base: a part of it looks like a secret; {ADVICE}"


def _names_secret(name: str) -> bool:
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name[:200])
    found = NAMES.search(re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_"))
    return found is not None and found["kind"] not in HARMLESS
