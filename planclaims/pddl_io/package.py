"""The pddl package's parsers: one of each per process, guarded, with checked text in and package objects out."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from lark.exceptions import LarkError
from pddl.core import Domain, Problem  # type: ignore[import-untyped]
from pddl.exceptions import PDDLError  # type: ignore[import-untyped]
from pddl.parser.base import BaseParser  # type: ignore[import-untyped]
from pddl.parser.domain import DomainParser  # type: ignore[import-untyped]
from pddl.parser.problem import ProblemParser  # type: ignore[import-untyped]

from planclaims.errors import InputError
from planclaims.pddl_io.source import Source

_lock = threading.Lock()
_parsers: dict[type[BaseParser], BaseParser] = {}
_REFUSALS = (LarkError, PDDLError, ValueError, TypeError, AssertionError, RuntimeError)
"""What the package raises over a text it does not like, bare built-in exceptions among it."""


def package_domain(source: Source, text: str) -> Domain:
    """Return the package's domain for a text."""
    return _parse(DomainParser, source, text)


def package_problem(source: Source, text: str) -> Problem:
    """Return the package's problem for a text."""
    return _parse(ProblemParser, source, text)


def _parse(kind: type[BaseParser], source: Source, text: str) -> Domain | Problem:
    """Parse with the process's parser; one that failed keeps half of the failed file, so it is thrown away."""
    with _lock, _traceback_limit_kept():
        parser = _parsers.pop(kind, None) or kind()
        try:
            result = parser(text)
        except _REFUSALS as error:
            reason = " ".join(str(error).split())[:200]
            raise InputError(f"the pddl package cannot read this ({reason})", file=source.path) from error
        _parsers[kind] = parser
        return result


@contextmanager
def _traceback_limit_kept() -> Iterator[None]:
    """Undo the package's setting of `sys.tracebacklimit`, which would hide every later traceback."""
    missing = object()
    before = getattr(sys, "tracebacklimit", missing)
    try:
        yield
    finally:
        if before is not missing:
            sys.tracebacklimit = before  # type: ignore[assignment]
        elif hasattr(sys, "tracebacklimit"):
            del sys.tracebacklimit
