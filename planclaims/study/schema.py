"""What in a configuration breaks its schema, in words that name the place, the value and what is allowed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planclaims.errors import did_you_mean

if TYPE_CHECKING:
    from jsonschema import ValidationError

Config = Mapping[str, Any]


def schema_errors(config: Config, schema: Path) -> Iterator[ValidationError]:
    """Yield what breaks the schema in the file, as the validator tells it."""
    import yaml
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(yaml.safe_load(schema.read_text(encoding="utf-8")))
    yield from validator.iter_errors(config)


def schema_faults(config: Config, schema: Path) -> Iterator[str]:
    """Yield the same in words, in the order of the places."""
    errors = schema_errors(config, schema)
    for error in sorted(errors, key=lambda error: list(map(str, error.absolute_path))):
        place = ".".join(map(str, error.absolute_path)) or "the top level"
        yield f"config: at {place}: {_schema_message(error)}"


def _schema_message(error: ValidationError) -> str:
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
        return f"found {found!r}; allowed: all, or a list of names, each as the comments of config.yaml show"
    return error.message
