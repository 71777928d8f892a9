"""From a configuration entry to a model, with a store where replies are worth keeping."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from models_chat_server import serving, success

from planclaims.errors import ConfigError
from planclaims.models.build import build_model
from planclaims.models.embedded.model import EmbeddedModel
from planclaims.models.provider.client import LiteLLMModel
from planclaims.models.replies.store import ReplyStore
from planclaims.models.replies.stored_model import StoredModel
from planclaims.seam import Message, Purpose, Request
from planclaims.semantics.formula import Holds
from planclaims.semantics.model import Domain, Problem
from planclaims.semantics.task import Task
from planclaims.suites.hiddenpddl.controls.oracle import Oracle
from planclaims.suites.hiddenpddl.controls.reference import ReferenceModel, scripted

DOMAIN = Domain("still", {}, {}, {"is-done": ()}, {}, {})
TASK = Task(DOMAIN, Problem("p", "still", {}, frozenset(), {}, Holds(("is-done",))))
ORACLE = Oracle(TASK, None, solvable=False, seed=1, budget=40)
ASK = Request((Message("user", "Hi."),), Purpose.PLAN)


@pytest.mark.parametrize(
    ("settings", "kind"),
    [
        ({"kind": "embedded", "grammar": True, "tasks": ["a/01"]}, EmbeddedModel),
        ({"kind": "litellm", "model": "openai/m", "tasks": "all"}, LiteLLMModel),
    ],
)
def test_each_kind_and_what_its_store_wraps(settings: dict[str, object], kind: type, tmp_path: Path) -> None:
    assert isinstance(build_model("x", settings, store=None), kind)
    stored = build_model("x", settings, store=ReplyStore(tmp_path))
    assert isinstance(stored, StoredModel)
    assert isinstance(stored.model, kind)
    stored.close()


def test_replies_are_shared_between_episodes_of_one_repeat_only(tmp_path: Path) -> None:
    with serving(success("one"), success("two")) as chat:
        entry = {"kind": "litellm", "model": "openai/m", "api_base": chat.url, "price": {"input": 1, "output": 1}}

        def ask(repeat: int) -> str:
            model = build_model("x", entry, store=ReplyStore(tmp_path), repeat=repeat)
            return model.reply(ASK).text

        assert [ask(0), ask(0), ask(1), ask(1)] == ["one", "one", "two", "two"]
    assert len(chat.asked) == 2


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"kind": "oracle"}, "embedded, litellm"),
        ({}, "embedded, litellm"),
        ({"kind": "embedded", "temperature": 1}, "temperature"),
        ({"kind": "litellm", "model": "m", "temprature": 1}, "temprature"),
        ({"kind": "litellm", "model": "m", "temperature": "warm"}, "temperature"),
        ({"kind": "litellm", "model": "m", "price": {"input": 1}}, "price"),
    ],
)
def test_a_wrong_entry_is_refused(settings: Mapping[str, object], named: str) -> None:
    with pytest.raises(ConfigError, match=named):
        build_model("x", settings, store=None)


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"kind": "reference", "script": "genius"}, "optimal, wanderer, heedless, abstainer"),
        ({"kind": "reference", "script": "optimal", "seed": 1}, "nothing else"),
        ({"kind": "reference"}, "nothing else"),
    ],
)
def test_a_script_that_is_not_known_is_refused(settings: Mapping[str, object], named: str) -> None:
    with pytest.raises(ConfigError, match=named):
        scripted("x", settings, ORACLE)


def test_a_known_script_costs_nothing_so_nothing_is_kept() -> None:
    entry = {"kind": "reference", "script": "abstainer", "tasks": "all"}
    assert isinstance(scripted("x", entry, ORACLE), ReferenceModel)


def test_building_models_imports_nothing_slow() -> None:
    slow = ("litellm", "openai", "xllamacpp")
    code = f"import sys, planclaims.models.build; print([name for name in {slow} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
