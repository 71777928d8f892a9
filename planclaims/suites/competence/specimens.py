"""Items about nothing in particular, one of each kind: enough to tell which words a question brings."""

from __future__ import annotations

from collections.abc import Sequence

from planclaims.suites.contract import Item


def specimens(kinds: Sequence[str]) -> Sequence[Item]:
    """Return an item of each kind without a truth."""
    asked = {"action": "(act)", "sequence": ["(act)"], "plan": ["(act)"]}
    shown = {"form": "generative", "scene": "", "situation": "", "goal": "", "vocabulary": "", "lexicon": {}}
    return [Item("specimen", kind, kind, {**shown, "kind": kind, "asked": asked}) for kind in kinds]
