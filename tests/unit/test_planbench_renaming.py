"""Obfuscated worlds: bijections, nothing of the plain names in what is shown, and judging that does not mind."""

from __future__ import annotations

import random
import re

import pytest
from planbench_cases import NAMES, item, scores

from planclaims.errors import InputError
from planclaims.semantics.validation import validate
from planclaims.suites.planbench import SUITE
from planclaims.suites.planbench.controls import controls
from planclaims.suites.planbench.instance import Instance, step_of
from planclaims.suites.planbench.judge import judge_answer
from planclaims.suites.planbench.question import PlanbenchQuestion
from planclaims.suites.planbench.renaming import Renaming, draw_renaming
from planclaims.suites.planbench.solving import solves
from planclaims.suites.planbench.world import WORLDS, world

NAMED = [name for name, settings in SUITE.conditions.items() if settings.get("names")]
WORLD_NAMES = sorted(path.parent.name for path in WORLDS.glob("*/domain.pddl"))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"actions": {"stack": "x", "unstack": "x"}}, "a renaming of actions is no bijection: two names become 'x'"),
        ({"predicates": {"on": "9lives"}}, "a renaming of predicates gives a name that is none; found '9lives'"),
        ({"verbs": {}}, "a renaming has an unknown part; found verbs"),
    ],
)
def test_what_is_no_renaming_is_told_in_one_line(data: dict[str, dict[str, str]], told: str) -> None:
    with pytest.raises(InputError, match=re.escape(told)) as caught:
        Renaming.read(data)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("how", ["deceptive", "random"])
@pytest.mark.parametrize("name", WORLD_NAMES)
def test_drawn_names_are_new_and_lead_back(name: str, how: str) -> None:
    place = world(name)
    drawn = draw_renaming(place, how, random.Random(5))
    renaming = Renaming.read(drawn)
    assert set(drawn["actions"]) == set(place.domain.actions)
    assert set(drawn["predicates"]) == set(place.domain.predicates)
    old = {*place.domain.actions, *place.domain.predicates, *place.domain.types}
    assert not old & {new for part in drawn.values() for new in part.values()}
    for text in place.domain.actions:
        assert renaming.inverse.step_text(renaming.step_text(f"{text} a b")) == f"{text} a b"
    if how == "random":
        assert all(re.fullmatch(r"[a-z][a-z0-9]{15}", new) for part in drawn.values() for new in part.values())


@pytest.mark.parametrize("condition", NAMED)
def test_nothing_shown_has_a_plain_name(condition: str) -> None:
    settings = SUITE.conditions[condition]
    for asked in SUITE.items({"seed": 4, "sets": {"blocksworld": {"plan_generation": 1, "plan_verification": 1}}}):
        words = SUITE.ask(asked, condition).wording["context"].lower()
        plain = {"pick-up", "put-down", "stack", "unstack", "ontable", "handempty", "holding", "block", "blocks"}
        plain |= {"red", "blue"} if settings.get("rename_objects", True) else set()
        assert not plain & set(re.findall(r"[\w-]+", words))


@pytest.mark.parametrize("condition", NAMED)
def test_renaming_then_judging_equals_judging_then_renaming(condition: str) -> None:
    asked = item("plan_generation")
    settings = SUITE.conditions[condition]
    question = PlanbenchQuestion(asked.kind, asked.shown, settings)
    for plan in (["pick-up blue", "stack blue green"], ["pick-up blue", "pick-up red"], asked.truth["answer"]["plan"]):
        shown = question.answer_text({"plan": plan})
        renamed = scores(asked, shown, settings)
        plain = scores(asked, PlanbenchQuestion(asked.kind, asked.shown, {}).answer_text({"plan": plan}))
        assert renamed == plain
        view = question.view
        instance = view.names.instance(Instance.read(asked.shown["instance"]))
        steps = [view.names.step_text(step) for step in plan]
        task = instance.task(view.world.domain)
        assert plain["correct"] is (validate(task, [step_of(text) for text in steps]).goal_reached is True)


def test_every_control_is_worth_the_same_under_every_name() -> None:
    scripted = controls(lambda condition: SUITE.conditions[condition])
    for asked in SUITE.items({"seed": 6, "sets": {"blocksworld": {"plan_execution": 2, "plan_verification": 3}}}):
        for control in scripted.values():
            worths = []
            for condition in ("zero-shot", "deceptive", "random", "random-own-objects", "random-pddl"):
                settings = SUITE.conditions[condition]
                text = control.model(asked, condition, 1).text  # type: ignore[attr-defined]
                answer = PlanbenchQuestion(asked.kind, asked.shown, settings).read(text)
                worths.append(judge_answer(asked, answer).values)
            assert all(worth.get("correct") == worths[0].get("correct") for worth in worths)
            assert all(worth.get("verdict") == worths[0].get("verdict") for worth in worths)


def test_names_with_digits_are_read() -> None:
    asked = item("plan_execution", facts={"actions": ["pick-up red"]}, answer={"state": ["holding red"]}, notes={})
    reply = "```\nd4 o2\n(c3 o3)\nnot (b22 o1)\n```"
    answer = PlanbenchQuestion(asked.kind, asked.shown, {"names": "random"}).read(reply)
    assert answer.value == {"true": ["clear blue", "holding red"], "false": ["ontable green"]}


def test_a_renamed_plan_solves_the_plain_instance() -> None:
    asked = item("plan_generation")
    back = Renaming.read({**NAMES["random"], "objects": NAMES["objects"]["objects"]}).inverse
    plan = [back.step_text(text) for text in ("q7 o3", "m0 o3 o1", "q7 o2", "m0 o2 o3")]
    assert solves(world("blocksworld"), Instance.read(asked.shown["instance"]), plan)
