"""JSON documents as frozen dataclasses: read with no key unknown, none missing and every type right, and written."""

from __future__ import annotations

import json
import math
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from planclaims.errors import InputError, json_fault

Shape = TypeVar("Shape")
Json = Any
"""A value in a document, or a type it is to be read as: neither is known before it is read."""


def read_json(path: Path, shape: type[Shape], expand: Callable[[Json], Json] = lambda document: document) -> Shape:
    """Return the file's document as the dataclass; InputError if it is absent, broken or of another shape.

    `expand` turns a compact or an older form of the document into that of the dataclass; a ValueError of it is told.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise InputError(f"cannot be read ({problem.strerror})", file=path) from None
    except UnicodeDecodeError:
        raise InputError("is not UTF-8 text", file=path) from None
    except json.JSONDecodeError as problem:
        raise InputError(json_fault(problem), file=path, line=problem.lineno) from None
    try:
        document = expand(document)
    except ValueError as problem:
        raise InputError(f"wrong value: {problem}", file=path) from None
    read: Shape = _read(document, shape, "the document", path)
    return read


def _read(value: Json, shape: Json, place: str, path: Path) -> Json:
    """Return the value as the shape; `place` says in words where in the document it stands."""
    if is_dataclass(shape):
        return _read_fields(value, shape, place, path)
    origin: Json = get_origin(shape)
    inner = get_args(shape)
    if origin in (types.UnionType, Union):
        if value is None and types.NoneType in inner:
            return None
        return _read(value, next(kind for kind in inner if kind is not types.NoneType), place, path)
    if origin is tuple:
        items = _checked(value, list, place, path)
        return tuple(_read(item, inner[0], f"{place}[{index}]", path) for index, item in enumerate(items))
    if origin is Mapping:
        return _checked(value, dict, place, path)
    return _read_plain(value, shape, place, path)


def _read_plain(value: Json, shape: Json, place: str, path: Path) -> Json:
    if shape in (Any, object):
        return value
    if isinstance(shape, type) and issubclass(shape, StrEnum):
        if value not in list(shape):
            raise InputError(f"wrong value at {place}", file=path, found=repr(value), allowed=", ".join(shape))
        return shape(value)
    return _checked(value, shape, place, path)


def _read_fields(value: Json, shape: Json, place: str, path: Path) -> Json:
    document = _checked(value, dict, place, path)
    names = {field.name for field in fields(shape)}
    needed = {field.name for field in fields(shape) if field.default is MISSING and field.default_factory is MISSING}
    for name in sorted(document.keys() - names):
        raise InputError(f"unknown key at {place}", file=path, found=repr(name), allowed=", ".join(sorted(names)))
    for name in sorted(needed - document.keys()):
        raise InputError(f"missing key {name!r} at {place}", file=path)
    hints = _hints(shape)
    return shape(**{name: _read(item, hints[name], f"{place}.{name}", path) for name, item in document.items()})


@cache
def _hints(shape: type) -> dict[str, Json]:
    """Return the types of a dataclass's fields, worked out once: a study has a million small objects."""
    return get_type_hints(shape)


def _checked(value: Json, kind: Json, place: str, path: Path) -> Json:
    """Return the value if it is of the plain type; a whole number may stand for a float, a bool for nothing else."""
    fits = isinstance(value, (int, float) if kind is float else kind)
    if not fits or (isinstance(value, bool) and kind is not bool):
        found = type(value).__name__ if isinstance(value, list | dict) else repr(value)
        raise InputError(f"wrong type at {place}", file=path, found=found, allowed=kind.__name__)
    return kind(value) if kind is float else value


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
