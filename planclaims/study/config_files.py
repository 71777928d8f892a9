"""Configuration files, merged as Snakemake merges them."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from planclaims.errors import ConfigError

OUTSIDE = (
    "give the path of a file that is there, and work in the folder of the workflow: "
    "the one with Snakefile and config.yaml"
)


def read_config(*files: Path) -> dict[str, Any]:
    """Return the configuration in the files, each merged over those before it, as Snakemake merges them.

    Mappings are merged entry by entry, everything else is replaced. ConfigError if a file is no such mapping.
    """
    import yaml

    merged: dict[str, Any] = {}
    for file in files:
        try:
            loaded = yaml.safe_load(file.read_text(encoding="utf-8"))
        except OSError as problem:
            hint = OUTSIDE if isinstance(problem, FileNotFoundError) else "make it a file that you may read"
            raise ConfigError(f"cannot be read: {problem.strerror}; {hint}", file=file) from None
        except (yaml.YAMLError, UnicodeDecodeError) as problem:
            raise ConfigError(f"is not YAML, correct it: {' '.join(str(problem).split())}", file=file) from None
        if loaded is None:
            told = "holds no key, so it would change nothing"
            raise ConfigError(told, file=file, allowed="keys with values, as in config.yaml; or leave the file out")
        if not isinstance(loaded, dict):
            raise ConfigError("is no configuration", file=file, allowed="keys with values, as in config.yaml")
        _merge(merged, loaded)
    return merged


def _merge(under: dict[str, Any], over: Mapping[str, Any]) -> None:
    for key, value in over.items():
        if isinstance(value, dict) and isinstance(under.get(key), dict):
            _merge(under[key], value)
        else:
            under[key] = value


def merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return one configuration merged over another, as files are; neither is changed."""
    found = copy.deepcopy(dict(under))
    _merge(found, over)
    return found
