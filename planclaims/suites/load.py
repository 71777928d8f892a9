"""From a suite's name to the suite: a module of the package, or a folder anywhere, imported only when asked for."""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from planclaims.errors import ConfigError, did_you_mean
from planclaims.suites.contract import Suite

HOME = "planclaims.suites"
EXPORTS = re.compile(r"^SUITE\b", re.MULTILINE)


@cache
def known_suites() -> tuple[str, ...]:
    """Return the names of the package's suites, found without importing any."""
    starts = sorted(Path(__file__).parent.glob("*/__init__.py"))
    return tuple(start.parent.name for start in starts if EXPORTS.search(start.read_text(encoding="utf-8")))


def suite_of(name: str, entry: Mapping[str, Any], root: Path) -> Suite:
    """Return the suite of an entry of the configuration; `root` is where the folder of a guest starts from."""
    folder = entry.get("folder")
    return load_suite(name, None if folder is None else (root / str(folder)).resolve())


@cache
def load_suite(name: str, folder: Path | None = None) -> Suite:
    """Return the suite of that name, from the package or from the folder that holds it as `__init__.py`.

    ConfigError, naming what was tried, if there is none, if it exports no SUITE or if its name is another.
    """
    module = _module_of(name) if folder is None else _module_at(name, folder)
    suite = getattr(module, "SUITE", None)
    place = folder or f"{HOME}.{name}"
    if suite is None:
        raise ConfigError(f"suite {name}: {place} exports no SUITE", allowed="a module with a value SUITE")
    if suite.name != name:
        raise ConfigError(f"suite {name}: {place} holds another suite", found=repr(suite.name), allowed=repr(name))
    found: Suite = suite
    return found


def _module_of(name: str) -> ModuleType:
    place = f"{HOME}.{name}"
    if name not in known_suites():
        raise ConfigError(
            f"there is no suite {name!r}: {place} was looked for{did_you_mean(name, known_suites())}; a suite of your "
            "own needs `folder:` in its entry of the configuration, or --folder of `planclaims grade`",
            allowed=", ".join(known_suites()),
        )
    return importlib.import_module(place)


def _module_at(name: str, folder: Path) -> ModuleType:
    """Return the package in the folder, under a name of its own so that two guests cannot be mixed up."""
    start = folder / "__init__.py"
    if not start.is_file():
        raise ConfigError(
            f"suite {name}: there is no {start}", allowed="a folder with an __init__.py that exports SUITE"
        )
    alias = f"planclaims_guest_{name.replace('-', '_').replace('.', '_')}"
    spec = importlib.util.spec_from_file_location(alias, start, submodule_search_locations=[str(folder)])
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[alias] = module
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        del sys.modules[alias]
        raise ConfigError(f"suite {name}: {start} cannot be imported: {type(problem).__name__}: {problem}") from problem
    return module
