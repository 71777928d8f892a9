"""Reasoning that a model marks as such, which is no part of its answer."""

from __future__ import annotations

import re

_TAG = r"(?:think|thinking|reasoning)"
_MARKED = re.compile(rf"<{_TAG}>.*?(?:</{_TAG}>|\Z)", re.DOTALL | re.IGNORECASE)
_HEADLESS = re.compile(rf"\A.*</{_TAG}>", re.DOTALL | re.IGNORECASE)


def without_reasoning(text: str) -> str:
    """Return the answer alone, with its lines where they were; reasoning that never ends leaves no answer."""
    for pattern in (_MARKED, _HEADLESS):  # some models leave out the opening tag
        text = pattern.sub(lambda match: "\n" * match.group().count("\n"), text)
    return text
