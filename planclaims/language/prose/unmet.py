"""Why a step or a goal is not met, in prose."""

from __future__ import annotations

from planclaims.language.prose.phrases import Phrases
from planclaims.language.prose.verbalise import clause
from planclaims.language.prose.word_forms import number
from planclaims.semantics.action import Shortfall, Unmet

CONTRADICTION = "the effects of the action must not contradict one another"


def requirement(phrases: Phrases, unmet: Unmet) -> str:
    """Return the unmet condition as a clause that says what must hold, and nothing of what holds instead."""
    return CONTRADICTION if unmet.shortfall is Shortfall.CONFLICT else _clause(phrases, unmet)


def reason(phrases: Phrases, unmet: Unmet) -> str:
    """Return the unmet condition as a clause, with the values that were compared."""
    if unmet.shortfall is Shortfall.CONFLICT or unmet.left is None or unmet.right is None:
        return requirement(phrases, unmet)
    return f"{clause(phrases, unmet.condition)} (compared: {number(unmet.left)} with {number(unmet.right)})"


def _clause(phrases: Phrases, unmet: Unmet) -> str:
    text = clause(phrases, unmet.condition)
    return f"{text} (a number in it has no value)" if unmet.shortfall is Shortfall.UNDEFINED else text
