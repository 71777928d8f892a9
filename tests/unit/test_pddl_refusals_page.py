"""docs/pddl.md lists every refusal: every message that the readers of PDDL can give stands on the page."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = " ".join((ROOT / "docs/pddl.md").read_text(encoding="utf-8").split())
MAKERS = {"error", "unsupported", "InputError"}


def messages() -> list[str]:
    """Return the fixed texts of every error made in pddl_io, each at least as long as a word."""
    found = set()
    for path in sorted((ROOT / "planclaims/pddl_io").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = getattr(node, "func", None)
            name = getattr(called, "attr", getattr(called, "id", ""))
            if isinstance(node, ast.Call) and name in MAKERS and node.args:
                found |= {text for text in fixed_texts(node.args[0]) if re.search(r"[a-z]{2}", text)}
    return sorted(found)


def fixed_texts(node: ast.expr) -> set[str]:
    if isinstance(node, ast.IfExp):
        return fixed_texts(node.body) | fixed_texts(node.orelse)
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else "\0" for part in node.values]
        return {piece.strip() for piece in "".join(map(str, parts)).split("\0")}
    return {node.value.strip()} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def test_there_are_messages_to_look_for() -> None:
    assert len(messages()) > 30


@pytest.mark.parametrize("message", messages())
def test_the_page_lists_the_refusal(message: str) -> None:
    assert message.rstrip(" (") in PAGE
