from __future__ import annotations

import json
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from planclaims.cli.main import main
from planclaims.errors import ConfigError
from planclaims.study.config_files import read_config
from planclaims.study.estimate import ASSUMED_LENGTH, BRIEFS, Cost, Estimate, Estimates, estimate
from planclaims.study.experiment import read_experiment
from planclaims.study.rehearsal import TaskTexts, Usage, rehearse
from planclaims.suites.hiddenpddl.task_facts import TaskFacts, write_facts

ROOT = Path(__file__).parents[2]
METHODS: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))["methods"]
STATE = "b1 is on b2. " * 20
TEXTS = TaskTexts("The world is like this.", "This is the task.", {"get_state": STATE}, plan_length=12, budget=36)
PRICE = {"input": 1.0, "output": 2.0}


def estimated(tmp_path: Path, *, tasks: list[str], methods: list[str], **changes: object) -> Estimates:
    config = read_config(ROOT / "config.yaml")
    entry = {"kind": "litellm", "model": "openai/m", "price": PRICE, "tasks": tasks}
    config["models"]["paid"] = entry
    config["experiment"] = {"domains": "all", "models": ["reference-optimal", "paid"], "methods": methods}
    config.update(changes)
    return estimate(read_experiment(config, ROOT / "rules" / "config.schema.yaml", ROOT / "domains"), ROOT, tmp_path)


@pytest.mark.parametrize(
    ("method", "likely", "most"),
    [
        ("direct", 1, 1),
        ("zero-shot-cot", 2, 2),
        ("plan-and-solve", 2, 2),
        ("step-back", 2, 2),
        ("self-refine", 4, 7),
        ("tree-of-thoughts", 23, 23),
        ("react", 3 + 6 + 1 + 1, 36),
        ("reflexion", 3 + 6 + 1 + 1, 36 + 35),
        ("critic", 3 + 2 * 6 + 1 + 2, 2 * 36),
    ],
)
def test_calls_are_those_that_the_methods_own_code_makes(method: str, likely: int, most: int) -> None:
    usual, greatest = rehearse(method, METHODS[method], TEXTS)
    assert (usual.calls, greatest.calls) == (likely, most)
    assert usual.input_tokens < greatest.input_tokens
    assert usual.output_tokens < greatest.output_tokens


def test_settings_of_a_method_shape_its_estimate() -> None:
    small = {**METHODS["tree-of-thoughts"], "beam": 1, "depth": 2, "max_tokens": 100}
    _, most = rehearse("tree-of-thoughts", small, TEXTS)
    assert (most.calls, most.output_tokens) == (5, 500)


def test_more_to_read_costs_more_input() -> None:
    longer = TaskTexts("x" * 7000, TEXTS.instance_brief, TEXTS.told, TEXTS.plan_length, TEXTS.budget)
    assert rehearse("direct", METHODS["direct"], longer)[0].input_tokens > 2000
    told = TaskTexts("", "", {"get_state": STATE * 10}, TEXTS.plan_length, TEXTS.budget)
    assert (
        rehearse("react", METHODS["react"], told)[0].input_tokens
        > rehearse("react", METHODS["react"], TEXTS)[0].input_tokens
    )


def test_only_what_is_paid_for_is_counted(tmp_path: Path) -> None:
    found = estimated(tmp_path, tasks=["hospital/01", "hospital/02"], methods=["direct", "tree-of-thoughts"])
    assert [(line.model, line.method, line.estimate.episodes) for line in found.lines] == [
        ("paid", "direct", 2),
        ("paid", "tree-of-thoughts", 2),
    ]
    used = found.lines[0].estimate.likely.usage
    assert used.calls == 2
    assert found.lines[0].estimate.likely.usd == Fraction(used.input_tokens + 2 * used.output_tokens, 10**6)
    assert found.total == found.of_model("paid")
    assert found.total.most.usd > found.total.likely.usd


def test_repeats_are_counted_where_there_are_any(tmp_path: Path) -> None:
    found = estimated(tmp_path, tasks=["hospital/01"], methods=["direct", "tree-of-thoughts"], repeats=3)
    assert [(line.estimate.episodes, line.estimate.likely.usage.calls) for line in found.lines] == [(1, 1), (3, 69)]


def test_the_budget_of_an_agent_follows_from_what_is_known_of_the_task(tmp_path: Path) -> None:
    def most_calls() -> tuple[int, int]:
        found = estimated(tmp_path, tasks=["hospital/01"], methods=["react"])
        return found.total.most.usage.calls, found.unsolved

    assert most_calls() == (3 * ASSUMED_LENGTH, 1)
    plan = tuple(["(admit p1 b1 w_med)"] * 9)
    facts = tmp_path / "tasks" / "hospital" / "01.json"
    write_facts(facts, TaskFacts("hospital", "01", True, 9, plan, 5, False, False))
    assert most_calls() == (27, 0)
    write_facts(facts, TaskFacts("hospital", "01", False, None, None, 5, True, False))
    assert most_calls() == (40, 0)


def test_briefs_by_a_model_are_a_call_per_domain_and_one_per_task_that_is_played(tmp_path: Path) -> None:
    llm = {"source": "llm", "model": "paid", "on_failed_audit": "refuse", "draw": 0}
    found = estimated(tmp_path, tasks=["hospital/01"], methods=["direct"], briefs=llm)
    line = found.lines[-1]
    assert (line.model, line.method, line.estimate.episodes) == ("paid", BRIEFS, 0)
    assert line.estimate.likely.usage.calls == 5 + 50, "the scripted control plays every task"
    assert line.estimate.likely.usage.output_tokens > 500 * 55, "a brief is longer than a plan"


def test_an_estimate_in_one_sentence() -> None:
    assert str(Estimate()).startswith("about 0 model calls in 0 episodes, 0.0 million input")
    assert str(Estimate(1, Cost(Usage(1, 5, 5)), Cost(Usage(1, 5, 5)))).startswith("about 1 model call in 1 episode, ")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workflow's folder with two tasks and a model that has no price."""
    for name in ("Snakefile", "config.yaml", "rules"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tmp_path / name)
    for task in ("01", "02"):
        problem = Path("domains/hospital/problems") / f"{task}.pddl"
        (tmp_path / problem).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / problem, tmp_path / problem)
    for file in (ROOT / "domains/hospital").glob("domain.*"):
        shutil.copy(file, tmp_path / "domains/hospital")
    (tmp_path / "smaller.yaml").write_text(
        "experiment: {models: [paid, free], methods: [direct, self-refine]}\n"
        "models:\n"
        "  paid: {kind: litellm, model: openai/m, price: {input: 1, output: 2}, tasks: all}\n"
        "  free: {kind: litellm, model: openai/n, tasks: all}\n"
        "  smollm2-135m: {tasks: [hospital/01]}\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_command_estimates_a_merged_configuration(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "more.yaml").write_text("spending: {calls: 3}\n", encoding="utf-8")
    assert main(["cost", "smaller.yaml", "more.yaml"]) == 0
    printed = capsys.readouterr().out
    assert printed.splitlines()[0].split()[:4] == ["model", "method", "episodes", "calls"]
    assert "2 tasks are not solved" in printed
    assert "Without a price, so counted as free of charge: free." in printed
    assert "The budget of 3 model calls" in printed


def test_the_command_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cost", "--json", "smaller.yaml"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["model"], line["method"]) for line in lines] == [
        *((model, method) for model in ("paid", "free") for method in ("direct", "self-refine")),
        ("paid", None),
        ("free", None),
        (None, None),
    ]
    assert (lines[1]["calls"], lines[1]["calls_at_most"], lines[-1]["calls"]) == (8, 14, 20)
    assert lines[-1]["usd"] == pytest.approx(lines[0]["usd"] + lines[1]["usd"])


def test_the_default_experiment_pays_nobody(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "one.yaml").write_text("models: {smollm2-135m: {tasks: [hospital/01]}}", encoding="utf-8")
    assert main(["cost", "one.yaml"]) == 0
    assert capsys.readouterr().out == "No model of this experiment is paid for.\n"


SUITES = """
suites:
  lamps: {{folder: {folder}, models: [reference-optimal, paid], methods: [{methods}], conditions: [plain]{more}}}
"""


def suite_file(folder: Path, methods: str, more: str = "") -> str:
    guest = ROOT / "tests" / "guest" / "lamps"
    (folder / "suite.yaml").write_text(SUITES.format(folder=guest, methods=methods, more=more), encoding="utf-8")
    return "suite.yaml"


def test_every_suite_of_the_configuration_is_counted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    suite = suite_file(folder, "direct, self-refine, react, critic", ", sample: {paid: 3}")
    assert main(["cost", "--json", "smaller.yaml", suite]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    own = [line for line in lines if "suite" in line]
    assert [(line["suite"], line["model"], line["method"]) for line in own] == [
        *(("lamps", "paid", method) for method in ("direct", "self-refine", "react", "critic")),
        ("lamps", "paid", None),
        ("lamps", None, None),
    ]
    assert [line["episodes"] for line in own] == [6, 6, 6, 6, 24, 24]
    budget, presses = 6, 2
    assert [(line["calls"], line["calls_at_most"]) for line in own[:4]] == [
        (6, 6),
        (6 * 4, 6 * 7),
        (6 * (presses + 1), 6 * budget),
        (6 * 2 * (presses + 1), 6 * 2 * budget),
    ]
    assert all(line["input_tokens"] < line["input_tokens_at_most"] for line in own)
    assert own[0]["output_tokens_at_most"] == 6 * METHODS["direct"]["max_tokens"]
    assert "suite" not in lines[0]


def test_a_suite_is_a_table_of_its_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cost", "smaller.yaml", suite_file(folder, "direct")]) == 0
    experiment, suite = capsys.readouterr().out.split("Suite lamps:")
    assert "free" in experiment
    assert "20 episodes" not in experiment
    assert "in 10 episodes" in suite


def test_a_suite_that_pays_nobody_is_not_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "one.yaml").write_text("models: {smollm2-135m: {tasks: [hospital/01]}}", encoding="utf-8")
    path = folder / suite_file(folder, "direct")
    path.write_text(path.read_text(encoding="utf-8").replace(", paid", ""), encoding="utf-8")
    assert main(["cost", "one.yaml", "suite.yaml"]) == 0
    assert capsys.readouterr().out == "No model of this experiment is paid for.\n"


@pytest.mark.parametrize(
    ("text", "told"), [("a: [", "is not YAML"), ("- a", "is no configuration"), ("sede: 1", "unknown key 'sede'")]
)
def test_a_broken_configuration_is_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, told: str
) -> None:
    (folder / "wrong.yaml").write_text(text, encoding="utf-8")
    assert main(["cost", "wrong.yaml"]) == 2
    assert told in capsys.readouterr().err


def test_outside_of_a_workflow_the_missing_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=r"config\.yaml: cannot be read"):
        read_config(Path("config.yaml"))


def test_merging_replaces_lists_and_merges_mappings(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("a: {b: 1, c: [1, 2]}\nd: 1\n", encoding="utf-8")
    (tmp_path / "b.yaml").write_text("a: {c: [3]}\nd: {e: 2}\n", encoding="utf-8")
    assert read_config(tmp_path / "a.yaml", tmp_path / "b.yaml") == {"a": {"b": 1, "c": [3]}, "d": {"e": 2}}
