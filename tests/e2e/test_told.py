"""What a user reads: no trace and no place in the rules after a foreseen error, and progress in a log."""

import json
import re
import time
from typing import Any

import pytest
from conftest import ROOT, Workflow
from models_chat_server import Handler, serving, success

SLOW_SECONDS = 33
"""Longer than the 30 seconds within which a line is promised."""


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("sede=3", "unknown key 'sede'; did you mean 'seed'?"),
        ("experiment={models: [reference-optimum]}", "did you mean 'reference-optimal'"),
        ("experiment={methods: [dircet]}", "did you mean 'direct'"),
        ("experiment={domains: [hospitl]}", "did you mean 'hospital'"),
        ("repeats=0", "config: at repeats: 0 is less than the minimum of 1"),
    ],
)
def test_an_error_in_the_configuration_is_told_with_what_to_do_and_nothing_else(
    workflow: Workflow, option: str, told: str
) -> None:
    workflow.add_domain("hospital", "01")
    ended = workflow.run("--config", option)
    printed = ended.stdout + ended.stderr
    assert ended.returncode != 0
    assert told in " ".join(printed.split())
    assert "Correct this in config.yaml" in printed
    assert "Traceback" not in printed
    assert ".smk" not in printed
    assert 'File "' not in printed


def test_a_broken_record_is_told_with_what_to_do(workflow: Workflow) -> None:
    workflow.add_domain("hospital", "01")
    assert workflow.run().returncode == 0
    record = workflow.folder / "results/episodes/reference-optimal/direct/hospital/01.json"
    record.write_text("{", encoding="utf-8")
    ended = workflow.run("results/tables/table4.csv")
    assert ended.returncode != 0
    assert "delete this file and start again" in " ".join((ended.stdout + ended.stderr).split())
    record.unlink()
    assert workflow.run("results/tables/table4.csv").returncode == 0


def test_nothing_is_scored_where_the_judge_errs_on_a_plan_of_known_verdict(workflow: Workflow) -> None:
    workflow.add_domain("hospital", "01")
    plan = {"task": "01", "verdict": "valid", "failed_step": None, "steps": []}
    (workflow.folder / "domains/hospital/known_plans.json").write_text(json.dumps({"plans": [plan]}))
    ended = workflow.run()
    printed = " ".join((ended.stdout + ended.stderr).split())
    assert ended.returncode != 0
    assert "a plan known to be valid was judged goal not reached" in printed
    assert "Traceback" not in printed
    assert not list((workflow.folder / "results").glob("episodes.*"))
    assert not list((workflow.folder / "results/tables").glob("*"))


def test_a_log_shows_progress_while_a_slow_model_plays(workflow: Workflow) -> None:
    def slow(handler: Handler) -> None:
        time.sleep(SLOW_SECONDS)
        success("```\n(admit p1 b1 w_med)\n(admit p2 b2 w_med)\n```")(handler)

    workflow.add_domain("hospital", "01")
    with serving(slow) as chat:
        price = {"input": 1, "output": 2}
        entry = {"kind": "litellm", "model": "openai/m", "api_base": chat.url, "price": price, "tasks": "all"}

        def configured(config: dict[str, object]) -> None:
            config["models"] = {"slow": entry}
            config["experiment"] = {"domains": "all", "models": ["slow"], "methods": ["direct"]}

        workflow.configure(configured)
        ended = workflow.run("results/episodes/slow/direct/hospital/01.json")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    line = r"2 of 3 jobs done \(66%\), paid in this run: 0\.00 USD for 0 model calls; expected end: "
    assert re.search(line, ended.stderr), ended.stderr


def test_a_target_that_is_misspelt_is_told_with_its_likes(workflow: Workflow) -> None:
    workflow.add_domain("hospital", "01")
    ended = workflow.run("--dry-run", "al")
    assert ended.returncode != 0
    assert "there is no target 'al'; did you mean 'all'?; allowed: all, or a file below results/" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_certificates_of_a_suite_are_a_target(workflow: Workflow) -> None:
    def few(config: dict[str, Any]) -> None:
        settings = {"folder": str(ROOT / "domains/longhorizon"), "size": "tiny", "tasks": {"travel": 1, "shopping": 1}}
        entry = {"models": ["reference-optimal"], "methods": ["react"], "settings": settings}
        config["suites"] = {"longhorizon": entry}

    workflow.add_domain("hospital", "01")
    workflow.configure(few)
    ended = workflow.run("--dry-run", "certify_longhorizon")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "certify" in ended.stdout + ended.stderr
