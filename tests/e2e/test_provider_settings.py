"""Settings of prices and patience around a provider: what they re-run, and what all tables say then."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from models_chat_server import document, raw, serving

if TYPE_CHECKING:
    from conftest import Workflow

PLAYED = ("play_episode", "solve_task", "make_briefs", "write_briefs")


def entry(url: str, **more: object) -> dict[str, Any]:
    return {"kind": "litellm", "model": "openai/m", "api_base": url, "tasks": "all", **more}


def set_up(workflow: Workflow, model: dict[str, Any], usd: float | None = None) -> None:
    workflow.add_domain("gripper", "01", "02")

    def change(config: dict[str, Any]) -> None:
        config["experiment"].update(models=["m"], methods=["direct"])
        config["models"] = {"m": model}
        config["spending"]["usd"] = usd

    workflow.configure(change)


def rows(workflow: Workflow) -> list[dict[str, str]]:
    with (workflow.folder / "results" / "episodes.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def table(workflow: Workflow, name: str) -> str:
    return (workflow.folder / "results" / "tables" / f"{name}.txt").read_text(encoding="utf-8")


def test_a_corrected_price_re_runs_no_episode_and_reaches_every_table(workflow: Workflow) -> None:
    with serving(raw(json.dumps(document("UNSOLVABLE", usage=(1000, 500))).encode())) as chat:
        set_up(workflow, entry(chat.url, price={"input": 0.0001, "output": 0.0001}))
        first = workflow.run()
        assert first.returncode == 0, first.stderr
        asked, before = len(chat.asked), workflow.episodes()
        ledger = (workflow.folder / "results" / "spending.jsonl").read_bytes()

        def correct(config: dict[str, Any]) -> None:
            config["models"]["m"].update(price={"input": 1, "output": 2}, timeout=7, concurrency=3)
            config["models"]["m"].update(requests_per_minute=5000, retries={"attempts": 2}, tokens_per_minute=10**9)
            config["search"].update(states=1000000, memory_gib=1)

        workflow.configure(correct)
        looked = workflow.run("--dry-run")
        assert looked.returncode == 0, looked.stderr
        named = looked.stdout + looked.stderr
        assert "judge_episodes" in named
        assert not any(f"rule {name}" in named for name in PLAYED)
        second = workflow.run()
        assert second.returncode == 0, second.stderr
        assert (len(chat.asked), workflow.replayed(before)) == (asked, set())
    assert [float(row["cost_usd"]) for row in rows(workflow)] == [0.002, 0.002]
    assert "0.00200" in table(workflow, "tableE1")
    assert "2.000" in table(workflow, "table3")
    assert (workflow.folder / "results" / "spending.jsonl").read_bytes() == ledger


@pytest.mark.parametrize("usage", [None, {"total_tokens": 15}, {"prompt_tokens": None, "completion_tokens": -3}])
def test_tokens_that_are_not_counted_are_empty_and_the_bound_holds(workflow: Workflow, usage: object) -> None:
    body = {**document("UNSOLVABLE"), "usage": usage}
    with serving(raw(json.dumps(body).encode())) as chat:
        set_up(workflow, entry(chat.url, price={"input": 1000, "output": 1000}), usd=8)
        ran = workflow.run()
        assert len(chat.asked) == 1
    assert ran.returncode == 0, ran.stderr
    played, unplayed = sorted(rows(workflow), key=lambda row: row["scored"], reverse=True)
    assert (played["scored"], unplayed["scored"]) == ("True", "False")
    assert (played["input_tokens"], played["output_tokens"], played["cost_usd"]) == ("", "", "")
    (paid,) = (workflow.folder / "results" / "spending.jsonl").read_text(encoding="utf-8").splitlines()
    assert 4 < json.loads(paid)["usd"] < 8
    assert "tokens the provider did not count" in ran.stdout
    assert any("–" in line for line in table(workflow, "tableE1").splitlines())
    assert "not counted" in table(workflow, "tableE1") or "did not count" in table(workflow, "tableE1")


def test_a_temperature_that_a_provider_refuses_is_told_before_anything_runs(workflow: Workflow) -> None:
    with serving(raw(json.dumps(document("UNSOLVABLE")).encode())) as chat:
        set_up(workflow, entry(chat.url, model="openai/o3-mini"))
        ran = workflow.run()
        told = ran.stdout + ran.stderr
        assert ran.returncode != 0
        assert "write `temperature: null` (never sent) or `temperature: 1` in its entry" in told
        assert not (workflow.folder / "results" / "episodes").exists()
        workflow.configure(lambda config: config["models"]["m"].update(temperature=None))
        assert workflow.run().returncode == 0
        assert all("temperature" not in body and body["max_completion_tokens"] for body in chat.asked)
        assert len(chat.asked) == 2
    (record, _) = sorted(Path(workflow.folder / "results" / "episodes").rglob("*.json"))
    assert json.loads(record.read_text(encoding="utf-8"))["model_settings"]["temperature"] is None
    assert "no temperature is sent" in table(workflow, "table3")
