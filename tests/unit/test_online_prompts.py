from __future__ import annotations

import ast
from pathlib import Path

import pytest

from planclaims.language.audit import leaks
from planclaims.offline.asking import PROMPTS as OFFLINE
from planclaims.online.loop import PROMPTS as ONLINE
from planclaims.online.loop import tool_list
from planclaims.pddl_io import read_domain
from planclaims.suites.hiddenpddl.environment import DONE, GOAL_CLAIMED, UNSOLVABLE_CLAIMED, VIOLATED
from planclaims.suites.hiddenpddl.tools import TOOLS

DOMAINS = Path(__file__).parents[2] / "domains"
SUITE = DOMAINS.parent / "planclaims/suites/hiddenpddl/texts"
PROMPT_FILES = sorted([*OFFLINE.folder.rglob("*.txt"), *ONLINE.folder.rglob("*.txt"), *SUITE.glob("*.toml")])
ARCHITECTURE_MODULES = ("react", "reflexion", "critic", "loop")


@pytest.mark.parametrize("domain", ["blocksworld", "gripper", "logistics", "load-balancing", "hospital"])
def test_no_prompt_and_no_fixed_text_leaks_the_formal_model(domain: str) -> None:
    model = read_domain(DOMAINS / domain / "domain.pddl")
    texts = [path.read_text(encoding="utf-8") for path in PROMPT_FILES]
    texts += [tool_list(TOOLS), DONE, VIOLATED, GOAL_CLAIMED, UNSOLVABLE_CLAIMED]
    for text in texts:
        assert leaks(model, text) == ()


@pytest.mark.parametrize("module", ARCHITECTURE_MODULES)
def test_architectures_know_only_the_interfaces_and_their_prompts(module: str) -> None:
    source = (ONLINE.folder.parent / f"{module}.py").read_text(encoding="utf-8")
    imported = {
        node.module
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("planclaims")
    }
    own = {"planclaims.online.loop", "planclaims.online.react"}
    assert imported <= {"planclaims.errors", "planclaims.seam", "planclaims.prompts"} | own
