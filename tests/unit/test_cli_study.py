"""Commands about whole studies: two runs compared, a run from a model's name, what is found outside the checkout."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from analysis_rows import SUCCESS, row
from scoring_worlds import CLAIM, online_record, solvable_task, task_facts

from planclaims.analysis.table.episodes_table import write_episodes
from planclaims.analysis.table.row import EpisodeRow
from planclaims.cli.main import main
from planclaims.episodes.key import EpisodeKey
from planclaims.episodes.record import write_record
from planclaims.errors import ConfigError
from planclaims.study.budgets import played_under_others
from planclaims.study.config_files import read_config
from planclaims.study.quick import entry_name, overlay, spread
from planclaims.suites.hiddenpddl.scoring.collect import priced
from planclaims.suites.hiddenpddl.task_facts import BudgetRule, TaskFacts, write_facts

ROOT = Path(__file__).parents[2]
TASKS = [f"{number:02}" for number in range(1, 11)]


def table(folder: Path, rows: list[EpisodeRow]) -> Path:
    folder.mkdir()
    write_episodes(rows, folder / "episodes.csv", folder / "episodes.parquet")
    return folder


def test_two_runs_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    failed = [row(task=task) for task in TASKS]
    solved = [row(task=task, **SUCCESS) for task in TASKS[:8]] + failed[8:]
    before = table(tmp_path / "a", [*failed, row(task="01", method="step-back")])
    after = table(tmp_path / "b", [*solved, row(task="01", method="self-refine")])
    assert main(["compare", str(before), str(after)]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "| m | direct | 10 | 0.0 | 80.0 | +80.0 | 8 | 0 | 0.0078 | 0.0078 | survives |" in lines
    changed = [line for line in lines if line.startswith("| m | direct | gripper/")]
    assert len(changed) == 8
    assert "| m | direct | gripper/01 | goal not reached | success | 0.00 | 1.00 |" in changed
    assert any("8 of 10 episodes that both runs have changed" in line for line in lines)
    assert "| m | self-refine | episodes | not played | 1 episodes, 0 unscored |" in lines
    assert "| m | step-back | episodes | 1 episodes, 0 unscored | not played |" in lines


def test_a_comparison_is_written_as_markdown_and_html(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    online = row(task="01", method="react", regime="online", budget=20)
    hostile = replace(online, model="<b>")
    before = table(tmp_path / "a", [online, hostile])
    after = table(tmp_path / "b", [replace(online, budget=30), hostile])
    assert main(["compare", str(before), str(after / "episodes.parquet"), "-o", str(tmp_path / "out/diff")]) == 0
    assert capsys.readouterr().out.split() == [str(tmp_path / "out/diff.md"), str(tmp_path / "out/diff.html")]
    page = (tmp_path / "out/diff.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "mean budget (1 tasks differ)" in page
    assert "&lt;b&gt;" in page
    assert "<b>" not in page.partition("</style>")[2]


def test_a_comparison_is_told_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = (table(tmp_path / name, [row(task="01", **more)]) for name, more in (("a", {}), ("b", SUCCESS)))
    assert main(["compare", str(before), str(after), "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [set(one) for one in told] == [{"table", "header", "rows", "notes"}] * 3
    assert ["m", "direct", "gripper/01"] in [found[:3] for found in told[2]["rows"]]


def test_a_comparison_needs_two_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(tmp_path), str(tmp_path)]) == 2
    assert "there is no episodes table" in capsys.readouterr().err


def test_tasks_are_spread_over_domains() -> None:
    tasks = [("a", "01"), ("a", "02"), ("a", "03"), ("b", "01")]
    assert spread(tasks, 3) == ["a/01", "b/01", "a/02"]
    assert spread(tasks, 9) == ["a/01", "b/01", "a/02", "a/03"]


def test_a_model_becomes_an_entry_by_its_name() -> None:
    config = read_config(ROOT / "config.yaml")
    made = overlay(config, ["openai/gpt-x:free"], ["direct"], "all", keys={"openai/gpt-x:free": "OPENAI_API_KEY"})
    entry = {"kind": "litellm", "model": "openai/gpt-x:free", "tasks": "all", "key": "OPENAI_API_KEY"}
    assert made == {
        "experiment": {"models": ["gpt-x-free"], "methods": ["direct"]},
        "models": {"gpt-x-free": entry},
    }
    served = overlay(config, ["llama3"], ["react"], ["gripper/01"], base_url="http://localhost:1/v1")
    assert served["models"]["llama3"]["model"] == "openai/llama3"
    assert "price" not in served["models"]["llama3"]
    known = overlay(config, ["reference-optimal"], ["direct"], "all")
    assert known["models"] == {"reference-optimal": {"tasks": "all"}}
    with pytest.raises(ConfigError, match="there is no method 'reakt'; did you mean 'react'"):
        overlay(config, ["x"], ["reakt"], "all")
    with pytest.raises(ConfigError, match="is no name of a model"):
        entry_name("openai/")


def test_a_run_from_a_name_is_the_workflow_with_an_overlay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    asked: list[list[str]] = []

    class Done:
        returncode = 0

    monkeypatch.setattr("subprocess.run", lambda command, **_: asked.append(command) or Done())
    line = ["run", "--model", "llama3", "--base-url", "http://localhost:1/v1", "--tasks", "2", "--directory", "here"]
    assert main(line) == 0
    written = yaml.safe_load((tmp_path / "here/results/run.yaml").read_text(encoding="utf-8"))
    assert written["experiment"] == {"models": ["llama3"], "methods": ["direct", "react"]}
    assert len(written["models"]["llama3"]["tasks"]) == 2
    assert asked[0][asked[0].index("--snakefile") + 1] == str(ROOT / "Snakefile")
    assert main(["run", "--model", "llama3", "--base-url", "http://x/v1", "--tasks", "gripper/99"]) == 2
    assert "no task 'gripper/99'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--tasks", "0"], "argument --tasks: '0' is no number above zero, nor 'all', nor names of tasks"),
        (["--tasks", "-1"], "argument --tasks: '-1' is no number"),
        (["--tasks", "abc"], "argument --tasks: 'abc' is no number"),
        (["--key", "sk-secret"], "argument --key: what was given is no name of an environment variable"),
        (["--price", "-1", "2"], "argument --price: '-1' is no price"),
        (["--tasks", "gripper/1"], "--tasks: there is no task 'gripper/1'; did you mean 'gripper/10' or 'gripper/01'"),
        (["--model", "reference-optmal"], "did you mean 'reference-optimal'"),
        (["--model", "foo"], "--model: 'foo' has no entry in config.yaml and names no provider that LiteLLM knows"),
    ],
)
def test_a_wrong_argument_of_run_is_told_as_one(
    options: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["run", "--model", "reference-optimal", "--dry-run", "--directory", str(tmp_path / "here"), *options]
    try:
        code = main(line)
    except SystemExit as end:
        code = int(end.code or 0)
    assert code == 2
    printed = capsys.readouterr().err
    assert told in printed
    assert "config.yaml, in the file" not in printed
    assert not (tmp_path / "here").exists()


def test_the_cost_is_told_outside_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text("experiment: {models: [reference-optimal]}\nsuites: {}\n", encoding="utf-8")
    assert main(["cost", "mine.yaml"]) == 0
    assert "No model of this experiment is paid for." in capsys.readouterr().out
    assert main(["cost", "--workflow", str(tmp_path)]) == 2
    assert "is no folder of the workflow" in capsys.readouterr().err


def test_without_a_price_the_cost_is_empty() -> None:
    assert priced(row(), {"kind": "litellm"}).cost_usd is None
    assert priced(row(), {"kind": "litellm", "price": {"input": 1, "output": 0}}).cost_usd == pytest.approx(0.0009)


def test_another_budget_re_plays_only_agents_on_tasks_whose_budget_changes(tmp_path: Path) -> None:
    short, long = (TaskFacts("d", task, True, n, ("(a)",) * n, 1, False, False) for task, n in (("01", 4), ("02", 9)))
    for facts in (short, long):
        write_facts(tmp_path / "tasks/d" / f"{facts.task}.json", facts)
        budget = BudgetRule().calls(facts.optimal_length)
        played = online_record(solvable_task(), [CLAIM], task_facts=task_facts(facts.optimal_length, budget))
        write_record(tmp_path / f"episodes/m/react/d/{facts.task}.json", played)
    keys = [EpisodeKey("m", "react", "d", task) for task in ("01", "02", "03")]
    again = {
        floor: list(played_under_others(tmp_path, keys, {"floor": floor, "factor": 3, "unsolvable": 40}))
        for floor in (20, 25, 30)
    }
    assert again == {
        20: [],
        25: ["episodes/m/react/d/01.json"],
        30: ["episodes/m/react/d/01.json", "episodes/m/react/d/02.json"],
    }
