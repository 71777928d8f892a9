"""Runs that pay a provider: briefs written by a model, repeats of what is stochastic, a budget that stops a run."""

import csv
import json
from typing import Any

from conftest import ROOT, Workflow
from models_chat_server import Handler, serving, success

from planclaims.language.briefs import template_brief
from planclaims.language.hidden_task import read_hidden_task
from planclaims.suites.hiddenpddl.briefing.writing import SYSTEM

PLAN = "```\n(admit p1 b1 w_med)\n(admit p2 b2 w_med)\n```"
TREE = 23
"""Calls of one episode of Tree of Thoughts."""


def provider(handler: Handler) -> None:
    """Answer with the template's briefs, and with a plan for hospital task 1 whatever else is asked."""
    system, question = (handler.body["messages"][place]["content"] for place in (0, -1))
    text = PLAN
    if system == SYSTEM:
        folder = ROOT / "domains" / "hospital"
        hidden = read_hidden_task(folder / "domain.pddl", folder / "problems" / "01.pddl", folder / "domain.json")
        brief = template_brief(hidden.task, hidden.phrases)
        text = brief.instance if brief.domain in question else brief.domain
    success(text)(handler)


def configured(config: dict[str, Any], url: str) -> None:
    entry = {"kind": "litellm", "model": "openai/m", "api_base": url, "price": {"input": 1, "output": 2}}
    config["models"] = {"paid": {**entry, "tasks": "all"}}
    config["experiment"] = {"domains": "all", "models": ["paid"], "methods": ["direct", "tree-of-thoughts"]}
    config["briefs"].update(source="llm", model="paid")
    config["repeats"] = 2
    config["spending"]["calls"] = 8


def test_a_budget_ends_a_run_and_the_next_one_goes_on_without_paying_twice(workflow: Workflow) -> None:
    workflow.add_domain("hospital", "01")
    with serving(provider) as chat:
        workflow.configure(lambda config: configured(config, chat.url))
        first = workflow.run()
        printed = first.stdout + first.stderr
        assert first.returncode == 0, printed
        assert len(chat.asked) == 8
        assert "Paid for this results folder so far" in first.stdout
        assert "of at most 8 model calls" in first.stdout
        assert "Episodes left: " in first.stdout
        assert "Traceback" not in printed
        workflow.configure(lambda config: config.update(spending={"usd": 1.0, "calls": None}))
        ended = workflow.run()
        assert ended.returncode == 0, ended.stdout + ended.stderr
    assert len(chat.asked) == 1 + 1 + 1 + 2 * TREE, "two briefs, one plan, two trees"
    with (workflow.folder / "results" / "episodes.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["method"], row["repeat"], row["success"]) for row in rows] == [
        ("direct", "0", "True"),
        ("tree-of-thoughts", "0", "True"),
        ("tree-of-thoughts", "1", "True"),
    ]
    record = workflow.folder / "results/episodes/paid/tree-of-thoughts/hospital/01.repeat1.json"
    assert json.loads(record.read_text(encoding="utf-8"))["repeat"] == 1
    brief = json.loads((workflow.folder / "results/briefs/hospital/01.json").read_text(encoding="utf-8"))
    assert (brief["source"], brief["writer"], brief["audit"], brief["failure"]) == ("llm", "paid", [], None)
