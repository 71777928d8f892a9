from __future__ import annotations

import ast
from pathlib import Path

import pytest

import planclaims.offline
from planclaims.offline.asking import PROMPTS
from planclaims.prompts import PromptFolder

OFFLINE = Path(planclaims.offline.__file__).parent
ALL_PROMPTS = sorted(PROMPTS.folder.rglob("*.txt"))


def folder_with(tmp_path: Path, text: str) -> PromptFolder:
    (tmp_path / "ask.txt").write_text(text, encoding="utf-8")
    return PromptFolder(tmp_path)


def test_placeholders_are_filled_and_inserted_braces_are_left_alone(tmp_path: Path) -> None:
    prompts = folder_with(tmp_path, '{first} and {second}; {} and {"a": 1} stay\n')
    assert prompts.fill("ask", first="{second}", second=r"\1 {x") == r'{second} and \1 {x; {} and {"a": 1} stay'


@pytest.mark.parametrize(
    ("values", "told"),
    [({}, r"without a value \['first'\]"), ({"first": "1", "other": "2"}, r"values without one \['other'\]")],
)
def test_values_and_placeholders_must_agree(tmp_path: Path, values: dict[str, str], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        folder_with(tmp_path, "{first}").fill("ask", **values)


def test_every_strategy_has_its_folder_of_prompts() -> None:
    assert {path.parent.name for path in ALL_PROMPTS} == {*planclaims.offline.STRATEGIES}


@pytest.mark.parametrize("path", ALL_PROMPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_prompts_never_speak_of_the_formal_language(path: Path) -> None:
    text = path.read_text(encoding="utf-8").lower()
    for word in ("pddl", "predicate", "precondition", ":action", "(:", "?", "(and", "(not", "fluent"):
        assert word not in text.replace("?\n", "\n").replace("? ", " "), word


@pytest.mark.parametrize("path", sorted(OFFLINE.glob("*.py")), ids=lambda path: path.stem)
def test_strategies_know_only_the_interfaces_and_their_prompts(path: Path) -> None:
    imported = {
        node.module
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("planclaims")
    }
    allowed = {"planclaims.seam", "planclaims.prompts"} | (
        {"planclaims.settings"} if path.stem == "__init__" else set()
    )
    assert {name for name in imported if not name.startswith("planclaims.offline")} <= allowed
