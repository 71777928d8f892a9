"""The models of a simulated study through the workflow: draws are made in chunks, kept, and only added to."""

from __future__ import annotations

import json
from typing import Any

import yaml
from conftest import ROOT, Workflow

SAMPLE = "results/competence/irt/simulated-1d"


def test_draws_are_kept_and_more_of_them_only_add_chunks(workflow: Workflow) -> None:
    def small(config: dict[str, Any]) -> None:
        whole = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
        config["suites"]["competence"] = whole["suites"]["competence"]
        config["suites"]["competence"]["sample"] = {}
        config["models"] = whole["models"]
        config["suites"]["competence"]["settings"]["irt"] = {"respondents": 4, "per_kind": 10, "starts": 1, "draws": 10}

    workflow.add_domain("hospital", "01")
    workflow.configure(small)
    target = f"{SAMPLE}/draws/items/0.json"
    first = workflow.run("--", target)
    assert first.returncode == 0, first.stdout + first.stderr
    draws = json.loads((workflow.folder / target).read_text(encoding="utf-8"))
    assert [draw["draw"] for draw in draws] == list(range(10))
    times = {path: path.stat().st_mtime_ns for path in (workflow.folder / SAMPLE).rglob("*.json")}
    assert len(times) == 6  # left-out, truth, three fits, the draws

    workflow.configure(lambda config: config["suites"]["competence"]["settings"]["irt"].update(draws=20))
    second = workflow.run("--", target, f"{SAMPLE}/draws/items/1.json")
    assert second.returncode == 0, second.stdout + second.stderr
    assert all(path.stat().st_mtime_ns == time for path, time in times.items())
    more = json.loads((workflow.folder / SAMPLE / "draws/items/1.json").read_text(encoding="utf-8"))
    assert [draw["draw"] for draw in more] == list(range(10, 20))
