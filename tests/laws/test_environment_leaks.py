"""Whatever a method shows a model, over all domains, is free of the formal model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from stages import EchoingRunner, TaskStage

from planclaims.language.audit import leaks
from planclaims.language.briefs import template_brief
from planclaims.language.prose.phrases import Phrases
from planclaims.offline import STRATEGIES, build_strategy
from planclaims.online import ARCHITECTURES, build_architecture
from planclaims.pddl_io import read_task
from planclaims.seam import Answer, Purpose, Reply, Request
from planclaims.semantics.task import Task
from planclaims.suites.hiddenpddl.question import briefed_wording

DOMAINS = Path(__file__).parents[2] / "domains"
NAMES = ["blocksworld", "gripper", "logistics", "load-balancing", "hospital"]


def world(domain: str) -> tuple[Task, Phrases]:
    folder = DOMAINS / domain
    task = read_task(folder / "domain.pddl", folder / "problems" / "02.pddl")
    return task, Phrases.load(task.domain, folder / "domain.json")


@dataclass
class Bystander:
    """Tries every tool in turn, some of them wrongly, finds fault where it is asked to, and keeps the requests."""

    task: Task
    requests: list[Request] = field(default_factory=list)

    def reply(self, request: Request) -> Reply:
        turns = self._turns()
        made = sum(earlier.purpose is Purpose.ACT for earlier in self.requests)
        self.requests.append(request)
        texts = {
            Purpose.ACT: turns[min(made, len(turns) - 1)],
            Purpose.REVIEW: "REJECT: I doubt it." if made % 2 else "APPROVE",
            Purpose.CRITIQUE: "Line 1 looks odd.",
            Purpose.PLAN: f"```\n({next(iter(self.task.domain.actions))} x{len(self.requests)})\n```",
        }
        return Reply(texts.get(request.purpose, "1. Let us see."), "stop", 1, 1)

    def _turns(self) -> list[str]:
        thing, action = next(iter(self.task.objects)), next(iter(self.task.domain.actions.values()))
        fitting = [self.task.objects_of(parameter)[0] for parameter in action.parameters]
        calls: list[tuple[str, Mapping[str, object]]] = [
            ("get_task_overview", {}),
            ("list_objects", {}),
            ("list_actions", {}),
            ("get_state", {}),
            ("get_history", {}),
            ("describe_object", {"name": thing}),
            ("describe_object", {"name": "nothing"}),
            ("describe_action", {"name": action.name}),
            ("describe_action", {"name": "nothing"}),
            ("act", {"action": action.name, "arguments": [thing] * 9}),
            ("act", {"action": "nothing", "arguments": []}),
            ("act", {"action": action.name, "arguments": fitting}),
            ("submit", {"unsolvable": "perhaps"}),
            ("submit", {}),
        ]
        form = "next_thought: .\nnext_tool_name: {}\nnext_tool_args: {}"
        lines = [form.format(tool, json.dumps(given)) for tool, given in calls]
        return ["What now?", *lines]


@dataclass(frozen=True)
class Briefed:
    domain_brief: str
    instance_brief: str

    @property
    def wording(self) -> Mapping[str, str]:
        return briefed_wording(self.domain_brief, self.instance_brief)

    def read(self, text: str) -> Answer:
        return Answer("plan", (text,))


def assert_nothing_leaks(task: Task, requests: list[Request]) -> None:
    assert requests
    for text in {message.content for request in requests for message in request.messages}:
        assert leaks(task.domain, text, task.objects) == (), text


@pytest.mark.parametrize("domain", NAMES)
@pytest.mark.parametrize("name", [name for name in ARCHITECTURES if name != "plan-then-act"])
def test_no_message_of_an_online_episode_leaks(domain: str, name: str) -> None:
    task, phrases = world(domain)
    model, architecture = Bystander(task), build_architecture(name, {})
    environment = TaskStage(task, phrases, 40, finish=architecture.config.finish_tool)
    architecture.act(environment, model)
    assert len(environment.trace) >= 13
    assert_nothing_leaks(task, model.requests)


@pytest.mark.parametrize("domain", NAMES)
@pytest.mark.parametrize("name", [name for name, one in STRATEGIES.items() if not getattr(one, "needs_critic", False)])
def test_no_message_of_an_offline_episode_leaks(domain: str, name: str) -> None:
    task, phrases = world(domain)
    brief, model = template_brief(task, phrases), Bystander(task)
    build_strategy(name, {}, EchoingRunner()).answer(Briefed(brief.domain, brief.instance), model)
    assert_nothing_leaks(task, model.requests)
