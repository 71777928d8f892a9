"""What in a configuration breaks a schema, in words that name the place, the value and what is allowed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planclaims.errors import did_you_mean

if TYPE_CHECKING:
    from jsonschema import ValidationError

Config = Mapping[str, Any]
CORRECT = "Correct this in config.yaml, in the file of --configfile or in --config, whichever sets it, and start again."
"""Stands under the faults of a configuration."""


def read_schema(path: Path) -> Config:
    """Return the schema in a file."""
    import yaml

    schema: Config = yaml.safe_load(path.read_text(encoding="utf-8"))
    return schema


def schema_errors(config: Config, schema: Config) -> Iterator[ValidationError]:
    """Yield what breaks the schema, as the validator tells it."""
    from jsonschema import Draft202012Validator

    yield from Draft202012Validator(schema).iter_errors(config)


def schema_faults(config: Config, schema: Config, place: str = "") -> Iterator[str]:
    """Yield the same in words, in the order of the places; `place` is where in the configuration this part stands."""
    for error in sorted(schema_errors(config, schema), key=lambda error: list(map(str, error.absolute_path))):
        where = ".".join(filter(None, [place, *map(str, error.absolute_path)])) or "the top level"
        yield f"config: at {where}: {_message(error)}"


def read_texts(config: dict[str, Any], schema: Config) -> None:
    """Read numbers, truth values and nulls that are text: Snakemake's `--config` gives them so within braces."""
    for error in list(schema_errors(config, schema)):
        for cause in _causes(error):
            if cause.validator == "type" and isinstance(cause.instance, str):
                _read_text(config, list(cause.absolute_path))


def _causes(error: ValidationError) -> Iterator[ValidationError]:
    """Yield an error and what none of its choices allowed."""
    yield error
    for part in error.context or ():
        yield from _causes(part)


def _read_text(config: object, path: list[Any]) -> None:
    import yaml

    holder: Any = config
    for key in path[:-1]:
        holder = holder[key]
    if isinstance(holder[path[-1]], str):
        with suppress(yaml.YAMLError):
            holder[path[-1]] = yaml.safe_load(holder[path[-1]])


def _message(error: ValidationError) -> str:
    """Return what is wrong in words that name what is allowed; a key that is not known is named with its likes."""
    found: Any = error.instance
    wanted: Any = error.validator_value
    if error.validator == "additionalProperties" and isinstance(found, Mapping):
        known = list(error.schema.get("properties", {}))  # type: ignore[union-attr]
        unknown = [f"{key!r}{did_you_mean(key, known)}" for key in found if key not in known]
        return f"unknown key {', '.join(unknown)}; allowed: {', '.join(known)}"
    if error.validator == "required":
        return f"{error.message}: add it, as in the config.yaml of the checkout"
    if error.validator == "enum":
        allowed = list(map(str, wanted))
        return f"found {found!r}{did_you_mean(found, allowed)}; allowed: {', '.join(allowed)}"
    if error.validator == "type":
        kinds = [wanted] if isinstance(wanted, str) else list(map(str, wanted))
        return f"{error.message}; allowed: {' or '.join(kinds)}"
    if error.validator == "anyOf":
        told = error.schema.get("description", "what the comments of config.yaml show")  # type: ignore[union-attr]
        return f"found {found!r}; allowed: {told}"
    return error.message
