"""A run needs a key only for what it has to ask."""

import shutil
from typing import Any

import pytest
from conftest import Workflow
from models_chat_server import serving, success

PLAN = "```\n(admit p1 b1 w_med)\n(admit p2 b2 w_med)\n```"
KEY = "SOME_KEY_OF_A_PROVIDER"
TARGETS = (
    "results/episodes.csv",
    "results/episodes/paid/direct/hospital/01.json",
    "results/episodes/paid/act-direct/hospital/01.json",
)


def configured(config: dict[str, Any], url: str) -> None:
    entry = {"kind": "litellm", "model": "openai/m", "api_base": url, "key": KEY, "tasks": "all"}
    config["models"] = {"paid": entry}
    config["experiment"] = {"domains": "all", "models": ["paid"], "methods": ["direct", "act-direct"]}
    config["methods"]["act-direct"] = {"regime": "online", "architecture": "plan-then-act", "planner": "direct"}


@pytest.mark.slow
def test_what_is_stored_needs_no_key_and_what_is_not_does(workflow: Workflow, monkeypatch: pytest.MonkeyPatch) -> None:
    workflow.add_domain("hospital", "01")
    with serving(success(PLAN)) as chat:
        workflow.configure(lambda config: configured(config, chat.url))
        monkeypatch.setenv(KEY, "secret")
        assert workflow.run(*TARGETS).returncode == 0
        assert len(chat.asked) == 1, "the agent shares the reply of the method that makes its plans"
    table = (workflow.folder / "results/episodes.csv").read_bytes()
    assert b"secret" not in (workflow.folder / "results/config.json").read_bytes()
    monkeypatch.delenv(KEY)
    shutil.rmtree(workflow.folder / "results/episodes")
    ended = workflow.run(*TARGETS)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert (workflow.folder / "results/episodes.csv").read_bytes() == table
    for name in ("episodes", "replies"):
        shutil.rmtree(workflow.folder / "results" / name)
    refused = workflow.run(*TARGETS)
    assert refused.returncode != 0
    assert f"missing: {KEY}" in refused.stdout + refused.stderr
