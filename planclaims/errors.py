"""The exceptions a user can meet, and what their messages are made of; each is one clear line, never a traceback."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from json import JSONDecodeError
from pathlib import Path


class PlanclaimsError(Exception):
    """The root of every error that planclaims raises on purpose."""


class InputError(PlanclaimsError):
    """A file or a value given by the user is broken; the message says where, what and what was allowed."""

    def __init__(
        self,
        problem: str,
        *,
        file: str | Path | None = None,
        line: int | None = None,
        found: str | None = None,
        allowed: str | None = None,
    ) -> None:
        place = str(file) if file is not None else ""
        if line is not None:
            place += f":{line}"
        message = f"{place}: {problem}" if place else problem
        if found is not None:
            message += f"; found {found}"
        if allowed is not None:
            message += f"; allowed: {allowed}"
        super().__init__(message)
        told = "; " in problem or "start again" in problem
        self.advised = allowed is not None or told or "did you mean" in (found or "")
        self.problem = problem
        self.file = file
        self.line = line


class UnsupportedFeature(InputError):
    """A PDDL feature outside the supported fragment; the message names it."""


class ConfigError(InputError):
    """The experiment configuration is wrong or incomplete."""


class LimitExceeded(PlanclaimsError):
    """A search passed its limit on states or memory, so it has no answer to give."""


class StorageError(PlanclaimsError):
    """A result cannot be written (a full disk, a folder without write access), so a run had better stop."""


class InfrastructureError(PlanclaimsError):
    """A model could not be asked (rate limit, timeout, crash): never a result about the model."""


class BudgetExhausted(InfrastructureError):
    """The run's budget in USD or calls would be passed by the next model call, so it is not made."""


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """Return a question after the likeliest known names, to stand after an error message; nothing if none is close."""
    by_lower = {one.lower(): one for one in known}
    near = [by_lower[one] for one in get_close_matches(str(name).lower(), by_lower, n=3, cutoff=0.75)]
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""


def json_fault(problem: JSONDecodeError) -> str:
    """Return what is wrong with a text that is no JSON, and in which column of its line."""
    return f"is not JSON: {problem.msg.removesuffix(' starting at').removesuffix(' at')} in column {problem.colno}"
