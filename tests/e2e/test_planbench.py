"""The PlanBench suite through the whole workflow, with its scripted respondents."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from conftest import Workflow

SETS = {
    "blocksworld_three": {"plan_generation": 2, "plan_verification": 3, "replanning": 1, "unsolvable": 1},
    "logistics": {"cost_optimal": 1},
}


def smaller(config: dict[str, Any]) -> None:
    config["suites"]["planbench"] = {
        "models": ["reference-optimal", "reference-silent"],
        "methods": ["direct"],
        "conditions": ["zero-shot", "random"],
        "settings": {"seed": 9, "sets": SETS},
    }


def times(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in sorted(folder.rglob("[0-9]*.json"))}


def test_the_respondents_get_their_scores_and_a_condition_re_runs_only_its_own(workflow: Workflow) -> None:
    workflow.add_domain("hospital", "01")
    workflow.configure(smaller)
    first = workflow.run("planbench")
    assert first.returncode == 0, first.stdout + first.stderr
    results = workflow.folder / "results/planbench"
    with (results / "episodes.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 8 * 2 * 2
    assert {(row["model"], row["correct"]) for row in rows} == {
        ("reference-optimal", "True"),
        ("reference-silent", "False"),
    }
    assert "reference-optimal" in (results / "tables/by_kind.md").read_text(encoding="utf-8")
    assert "PlanBench: questions about plans" in (results / "report.html").read_text(encoding="utf-8")
    assert (results / "figures/kinds.svg").exists()
    assert "theirs" in (results / "tables/published.md").read_text(encoding="utf-8")
    assert not (workflow.folder / "results/episodes").exists()

    seen = times(results / "episodes")
    workflow.configure(lambda config: config["suites"]["planbench"]["conditions"].append("pddl"))
    assert workflow.run("planbench").returncode == 0
    after = times(results / "episodes")
    assert {name for name in after if seen.get(name) != after[name]} == {name for name in after if "/pddl/" in name}


def test_what_does_not_exist_is_told_in_one_line_before_any_work(workflow: Workflow) -> None:
    workflow.add_domain("hospital", "01")
    for change, told in [
        ({"settings": {"sets": {"nowhere": {"plan_generation": 1}}}}, "there is no set of instances 'nowhere'"),
        ({"settings": {"sets": {"blocksworld": {"guessing": 1}}}}, "there is no kind 'guessing'"),
        ({"conditions": ["upside-down"]}, "there is no 'upside-down'; allowed: zero-shot"),
    ]:
        workflow.configure(smaller)
        workflow.configure(lambda config, change=change: config["suites"]["planbench"].update(change))  # type: ignore[misc]
        ended = workflow.run("planbench")
        assert ended.returncode != 0
        assert told in ended.stdout + ended.stderr
        assert "Traceback" not in ended.stdout + ended.stderr
        assert not (workflow.folder / "results").exists()
