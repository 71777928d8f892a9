"""An edit plays episodes again: until that has succeeded, the record of before is not lost."""

import json
from pathlib import Path
from typing import Any

from conftest import Workflow
from models_chat_server import error, serving, success

PLAN = "```\n(admit p1 b1 w_med)\n(admit p2 b2 w_med)\n```"
RECORD = "results/episodes/paid/direct/hospital/01.json"


def read(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


def test_the_earlier_record_stays_until_the_episode_is_played_again(workflow: Workflow) -> None:
    workflow.add_domain("hospital", "01")
    record = workflow.folder / RECORD
    prompt = workflow.folder / "planclaims/offline/prompts/direct"

    def edit() -> None:
        for file in prompt.rglob("*.txt"):
            file.write_text(file.read_text(encoding="utf-8").rstrip() + " Think.\n", encoding="utf-8")

    def configured(config: dict[str, Any]) -> None:
        entry = {"kind": "litellm", "model": "openai/m", "price": {"input": 1, "output": 2}, "tasks": "all"}
        config["models"] = {"paid": {**entry, "api_base": chat.url, "retries": {"attempts": 1}}}
        config["experiment"] = {"domains": "all", "models": ["paid"], "methods": ["direct"]}
        config["spending"]["calls"] = 1

    with serving(success(PLAN), error(500), success("UNSOLVABLE")) as chat:
        workflow.configure(configured)
        first = workflow.run(RECORD)
        assert first.returncode == 0, first.stdout + first.stderr
        good = record.read_bytes()
        left = workflow.folder / "results/replies/ab"
        left.mkdir(parents=True, exist_ok=True)
        for name in (f".{'a' * 64}.part", f".{'a' * 16}-abcdefgh.part", ".01.json.7-7.tmp", ".not ours.tmp"):
            (left / name).touch()
        edit()
        refused = workflow.run(RECORD, "results/episodes.csv")
        assert refused.returncode == 0, refused.stdout + refused.stderr
        assert len(chat.asked) == 1, "the bound refuses the call"
        assert record.read_bytes() == good
        assert "stays until" in (workflow.folder / "results/failures/episodes/paid/direct/hospital/01.txt").read_text()
        assert [path.name for path in left.iterdir() if path.name.startswith(".")] == [".not ours.tmp"]
        workflow.configure(lambda config: config["spending"].update(calls=9))
        broken = workflow.run(RECORD)
        assert broken.returncode == 0, broken.stdout + broken.stderr
        assert len(chat.asked) == 2
        assert record.read_bytes() == good, "nor does a failing provider cost the record"
        assert read(record)["outcome"] == "finished"
        ended = workflow.run(RECORD)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        assert len(chat.asked) == 3
    assert read(record)["output"] == "UNSOLVABLE"
    assert not list((workflow.folder / "results/kept").rglob("*.json"))
    assert not list((workflow.folder / "results/failures").rglob("*.txt"))
