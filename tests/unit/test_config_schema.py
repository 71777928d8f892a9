"""The closed schema and the commented default configuration describe the same keys."""

import difflib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from planclaims.study.experiment import read_experiment

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "rules" / "config.schema.yaml"
OPTIONAL = re.compile(r"^(\s*)# (\s*[A-Za-z0-9_.-]+:(?: .*)?)$")
"""A comment that shows an optional key: its first word ends in a colon, which prose in this file avoids."""
ANY = "*"


def with_optional_keys() -> dict[str, Any]:
    """Return the default configuration as if every key that is shown in a comment were set."""
    lines = (ROOT / "config.yaml").read_text(encoding="utf-8").replace("suites: {}", "suites:").splitlines()
    loaded: dict[str, Any] = yaml.safe_load("\n".join(OPTIONAL.sub(r"\1\2", line) for line in lines))
    return loaded


def keys_of_schema(schema: dict[str, Any], node: dict[str, Any], place: str = "") -> Iterator[str]:
    """Yield every key that the schema allows; models stand under their kind, methods and suites under `*`."""
    for name, inner in node.get("properties", {}).items():
        yield f"{place}{name}"
        if isinstance(inner, dict):
            yield from keys_of_schema(schema, inner, f"{place}{name}.")
    entries = node.get("additionalProperties")
    if not isinstance(entries, dict):
        return
    if "allOf" not in entries:
        yield from keys_of_schema(schema, entries, f"{place}{ANY}.")
    for case in entries.get("allOf", []):
        kind = case["if"]["properties"]["kind"]["const"]
        yield from keys_of_schema(schema, schema["$defs"][kind], f"{place}{kind}.")


def keys_of_config(node: object, known: set[str], place: str = "") -> Iterator[str]:
    for name, inner in node.items() if isinstance(node, dict) else ():
        own = f"{place}{name}"
        if place == "models.":
            own = f"{place}{inner['kind']}"
        elif place in ("methods.", "suites."):
            own = f"{place}{ANY}"
        else:
            yield own
        if own in known and not any(key.startswith(f"{own}.") for key in known):
            continue
        yield from keys_of_config(inner, known, f"{own}.")


def test_every_key_of_the_schema_is_shown_in_the_default_configuration_and_no_other() -> None:
    schema = yaml.safe_load(SCHEMA.read_text(encoding="utf-8"))
    allowed = set(keys_of_schema(schema, schema))
    shown = set(keys_of_config(with_optional_keys(), allowed))
    difference = list(difflib.unified_diff(sorted(allowed), sorted(shown), "schema", "config.yaml", lineterm="", n=0))
    assert not difference, "\n".join(difference)


def test_the_optional_keys_are_shown_with_values_that_are_allowed() -> None:
    read_experiment(with_optional_keys(), SCHEMA, ROOT / "domains")
