"""What becomes of an inapplicable action, and what the agent is told about it beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from planclaims.errors import ConfigError
from planclaims.seam import Tool
from planclaims.suites.hiddenpddl.tools import ACT

SETTING = "violations"
"""The setting of an online method that says it."""


class Violations(StrEnum):
    """What an inapplicable action is to the world: the end, a refusal, or a refusal with its reasons in prose."""

    FATAL = "fatal"
    REFUSED = "refused"
    EXPLAINED = "explained"


PLACES = ("rules", "standards")
"""The words that differ, but for the tool of acting: the rules of conduct, and what a critic judges by."""


def violations_of(settings: Mapping[str, object]) -> Violations:
    """Return what a method's settings say of inapplicable actions; ConfigError for anything unknown."""
    found = settings.get(SETTING, Violations.FATAL)
    if found not in list(Violations):
        raise ConfigError(f"wrong value for setting {SETTING}", found=repr(found), allowed=", ".join(Violations))
    return Violations(str(found))


def wording_under(violations: Violations, words: Mapping[str, str]) -> Mapping[str, str]:
    """Return the words of the environment as they are where inapplicable actions come to that."""
    if violations is Violations.FATAL:
        return words
    return {**words, **{place: words[f"{place}_{violations}"] for place in PLACES}}


def tools_under(violations: Violations, tools: Sequence[Tool], words: Mapping[str, str]) -> Sequence[Tool]:
    """Return the tools, that of acting described as it is where inapplicable actions come to that."""
    if violations is Violations.FATAL:
        return tools
    told = words[f"act_{violations}"]
    return [replace(tool, description=told) if tool.name == ACT else tool for tool in tools]
