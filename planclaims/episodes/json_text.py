"""Records as JSON text: what `json.dumps(..., indent=1)` writes, which has no quick way to indent."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any

quoted = json.JSONEncoder(ensure_ascii=False).encode
CONSTANTS = {None: "null", True: "true", False: "false"}


def json_text(value: object, line: str = "\n") -> str:
    """Return plain values, sequences, mappings and dataclasses as JSON; `line` starts a line at the value's depth.

    A number that JSON has no word for, written by a model, becomes text.
    """
    if type(value) is int:
        return repr(value)
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, bool):
        return CONSTANTS[value]
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else quoted(repr(value))
    inner = line + " "
    if isinstance(value, tuple | list):
        return _block("[", [json_text(item, inner) for item in value], "]", line)
    if isinstance(value, Mapping):
        return _block("{", [f"{quoted(str(key))}: {json_text(item, inner)}" for key, item in value.items()], "}", line)
    shape: Any = type(value)
    named = [f'"{name}": {json_text(getattr(value, name), inner)}' for name in _names(shape)]
    return _block("{", named, "}", line)


def _block(opening: str, parts: Sequence[str], closing: str, line: str) -> str:
    if not parts:
        return opening + closing
    return f"{opening}{line} {f',{line} '.join(parts)}{line}{closing}"


@cache
def _names(shape: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(shape))
