from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from stages import TaskStage

from planclaims.errors import ConfigError
from planclaims.language.prose.phrases import Phrases
from planclaims.online import ARCHITECTURES, build_architecture
from planclaims.online.critic import objection
from planclaims.pddl_io import read_task
from planclaims.seam import CallKind, LimitEnding, Message, Purpose, Reply, Request
from planclaims.suites.hiddenpddl.environment import Ending

HOSPITAL = Path(__file__).parents[2] / "domains" / "hospital"


@dataclass
class ScriptedModel:
    """Gives its turns, lessons and reviews in order, the last one for ever, and keeps the requests."""

    turns: Sequence[str]
    lessons: Sequence[str] = ("Spell names as listed.",)
    reviews: Sequence[str] = ("APPROVE",)
    requests: list[Request] = field(default_factory=list)

    def reply(self, request: Request) -> Reply:
        scripts = {Purpose.ACT: self.turns, Purpose.REFLECT: self.lessons, Purpose.REVIEW: self.reviews}
        script = scripts[request.purpose]
        place = min(len(self.asked(request.purpose)), len(script) - 1)
        self.requests.append(request)
        return Reply(script[place], "stop", 1, 1)

    def asked(self, purpose: Purpose) -> list[Request]:
        return [request for request in self.requests if request.purpose is purpose]

    @property
    def purposes(self) -> list[Purpose]:
        return [request.purpose for request in self.requests]


def turn(tool: str, **arguments: object) -> str:
    return f"next_thought: So be it.\nnext_tool_name: {tool}\nnext_tool_args: {json.dumps(arguments)}"


def admit(patient: str, bed: str) -> str:
    return turn("act", action="admit", arguments=[patient, bed, "w_med"])


LOOK, CLAIM = turn("get_state"), turn("submit")
PLAN = [admit("p1", "b1"), admit("p2", "b2"), CLAIM]
BROKEN = "I would like to see the state."


def ward(budget: int = 20, *, finish: bool = False) -> TaskStage:
    task = read_task(HOSPITAL / "domain.pddl", HOSPITAL / "problems" / "01.pddl")
    return TaskStage(task, Phrases.load(task.domain, HOSPITAL / "domain.json"), budget, finish=finish)


def play(name: str, model: ScriptedModel, environment: TaskStage | None = None, **settings: object) -> TaskStage:
    environment = environment or ward()
    build_architecture(name, settings).act(environment, model)
    return environment


def kinds(environment: TaskStage) -> list[CallKind]:
    return [traced.kind for traced in environment.trace]


def last_message(request: Request) -> str:
    return request.messages[-1].content


@pytest.mark.parametrize("name", [name for name in ARCHITECTURES if name != "plan-then-act"])
class TestEveryArchitecture:
    def test_it_can_look_act_and_claim_the_goal(self, name: str) -> None:
        environment = play(name, ScriptedModel([LOOK, *PLAN]))
        assert environment.ending is Ending.GOAL_CLAIM
        assert environment.task.goal_reached(environment.state)
        assert environment.calls_used == 4

    def test_it_can_claim_that_no_plan_exists(self, name: str) -> None:
        environment = play(name, ScriptedModel([turn("submit", unsolvable=True)]))
        assert environment.ending is Ending.UNSOLVABLE_CLAIM

    def test_it_stops_at_a_violation(self, name: str) -> None:
        model = ScriptedModel([admit("p1", "b1"), admit("p1", "b1"), CLAIM])
        environment = play(name, model)
        assert environment.ending is Ending.PRECONDITION_VIOLATION
        assert len(model.asked(Purpose.ACT)) == 2

    def test_it_stops_when_the_budget_is_spent(self, name: str) -> None:
        model = ScriptedModel([LOOK])
        environment = play(name, model, ward(budget=5))
        assert environment.ending is LimitEnding.TIMEOUT
        assert len(model.asked(Purpose.ACT)) == 5

    def test_a_turn_that_cannot_be_read_is_ill_formed(self, name: str) -> None:
        environment = play(name, ScriptedModel([BROKEN, "", *PLAN]))
        assert kinds(environment)[:2] == [CallKind.ILL_FORMED] * 2
        assert environment.ending is Ending.GOAL_CLAIM

    def test_the_conversation_only_grows_and_alternates(self, name: str) -> None:
        model = ScriptedModel([LOOK, BROKEN, *PLAN])
        play(name, model)
        turns = model.asked(Purpose.ACT)
        for earlier, later in pairwise(turns):
            assert later.messages[: len(earlier.messages) - 1] == earlier.messages[:-1]
            assert earlier.messages[-1].content.startswith(later.messages[len(earlier.messages) - 1].content)
            assert len(later.messages) == len(earlier.messages) + 2
        assert [message.role for message in turns[-1].messages] == ["system", "user", *["assistant", "user"] * 4]

    def test_side_questions_share_the_conversation_so_far(self, name: str) -> None:
        model = ScriptedModel([LOOK, BROKEN, *PLAN])
        play(name, model)
        for before, after in pairwise(model.requests):
            shared = min(len(before.messages), len(after.messages)) - 1
            assert after.messages[:shared] == before.messages[:shared]

    def test_observations_come_back_word_for_word(self, name: str) -> None:
        model = ScriptedModel([LOOK, *PLAN])
        environment = play(name, model)
        said, told = model.asked(Purpose.ACT)[1].messages[-2:]
        assert said == Message("assistant", LOOK)
        assert told.content.startswith(environment.trace[0].observation)
        assert model.asked(Purpose.ACT)[2].messages[3] == Message("user", environment.trace[0].observation)

    def test_the_instruction_is_the_same_but_for_finish(self, name: str) -> None:
        model, other = ScriptedModel(PLAN), ScriptedModel(PLAN)
        play(name, model)
        play("react", other)
        assert model.requests[0].messages[0] == other.requests[0].messages[0]
        assert last_message(model.requests[0]).startswith(last_message(other.requests[0]))
        system = model.requests[0].messages[0].content
        assert all(tool.name in system and tool.description in system for tool in ward().tools)
        assert all(part in system for part in ("next_thought:", "next_tool_name:", "next_tool_args:", "unsolvable"))
        assert "ends the episode" in system
        assert "budget" not in system

    def test_sampling_settings_reach_the_calls(self, name: str) -> None:
        model = ScriptedModel([BROKEN, *PLAN])
        extra: dict[str, Any] = {"reflexion": {"reflect_max_tokens": 33}, "critic": {"review_max_tokens": 33}}.get(
            name, {}
        )
        play(name, model, temperature=0.5, max_tokens=77, regime="online", **extra)
        assert {request.temperature for request in model.requests} == {0.5}
        assert {request.max_tokens for request in model.asked(Purpose.ACT)} == {77}
        assert {request.max_tokens for request in model.requests if request.purpose is not Purpose.ACT} <= {33}

    def test_unknown_settings_are_refused(self, name: str) -> None:
        with pytest.raises(ConfigError, match="'rounds'; allowed: regime, temperature, max_tokens, finish_tool"):
            build_architecture(name, {"rounds": 3})

    def test_defaults_are_greedy_and_bounded(self, name: str) -> None:
        model = ScriptedModel([BROKEN, *PLAN])
        play(name, model)
        assert {request.temperature for request in model.requests} == {0.0}
        assert all(0 < request.max_tokens <= 4096 for request in model.requests)


class TestReact:
    def test_it_makes_one_call_of_the_model_per_unit(self) -> None:
        model = ScriptedModel([LOOK, BROKEN, *PLAN])
        environment = play("react", model)
        assert model.purposes == [Purpose.ACT] * environment.calls_used

    def test_it_may_finish(self) -> None:
        model = ScriptedModel([turn("finish")])
        environment = play("react", model, ward(finish=build_architecture("react", {}).config.finish_tool))
        assert environment.ending is Ending.GOAL_CLAIM
        assert "- finish()" in model.requests[0].messages[0].content


class TestReflexion:
    def test_a_lesson_is_drawn_after_every_ill_formed_call_and_only_then(self) -> None:
        act, reflect = Purpose.ACT, Purpose.REFLECT
        model = ScriptedModel([LOOK, BROKEN, admit("p9", "b1"), *PLAN])
        play("reflexion", model)
        assert model.purposes == [act, act, reflect, act, reflect, act, act, act]

    def test_the_reflector_sees_the_turn_and_the_error(self) -> None:
        model = ScriptedModel([LOOK, admit("p9", "b1"), *PLAN])
        environment = play("reflexion", model)
        request = model.asked(Purpose.REFLECT)[0]
        assert request.messages[-2] == Message("assistant", admit("p9", "b1"))
        assert environment.trace[1].observation in last_message(request)

    def test_the_actor_sees_its_memory_from_the_first_call_which_thus_is_not_that_of_react(self) -> None:
        model, other = ScriptedModel(PLAN), ScriptedModel(PLAN)
        play("reflexion", model)
        play("react", other)
        assert "none so far" in last_message(model.requests[0])
        assert all(mine != theirs for mine, theirs in zip(model.requests, other.requests, strict=True))

    def test_the_actor_sees_every_lesson_for_the_rest_of_the_episode_behind_the_observation(self) -> None:
        model = ScriptedModel([BROKEN, BROKEN, *PLAN], lessons=["Use the three fields.", "Really {use}\nthem."])
        environment = play("reflexion", model)
        turns = model.asked(Purpose.ACT)
        assert last_message(turns[1]).startswith(environment.trace[0].observation)
        assert last_message(turns[1]).endswith("\n- Use the three fields.")
        for later in turns[2:]:
            assert last_message(later).endswith("\n- Use the three fields.\n- Really {use} them.")
            assert "none so far" not in last_message(later)

    def test_only_the_latest_rendering_of_the_memory_is_in_the_prompt(self) -> None:
        model = ScriptedModel([BROKEN, *PLAN], lessons=["Use the three fields."])
        play("reflexion", model)
        text = "\n".join(message.content for message in model.asked(Purpose.ACT)[-1].messages)
        assert text.count("Use the three fields.") == 1

    def test_the_question_of_the_reflector_is_not_kept(self) -> None:
        model = ScriptedModel([BROKEN, *PLAN])
        play("reflexion", model)
        question = last_message(model.asked(Purpose.REFLECT)[0])
        assert all(question != message.content for message in model.asked(Purpose.ACT)[-1].messages)

    def test_reflection_costs_no_unit(self) -> None:
        assert play("reflexion", ScriptedModel([BROKEN, *PLAN])).calls_used == 4

    def test_an_error_that_ends_the_episode_teaches_nobody(self) -> None:
        model = ScriptedModel([BROKEN])
        environment = play("reflexion", model, ward(budget=2))
        assert environment.ending is LimitEnding.TIMEOUT
        assert model.purposes == [Purpose.ACT, Purpose.REFLECT, Purpose.ACT]

    def test_an_empty_lesson_leaves_the_memory_as_it_is(self) -> None:
        model = ScriptedModel([BROKEN, *PLAN], lessons=[" \n"])
        play("reflexion", model)
        assert all(last_message(request).endswith("none so far") for request in model.asked(Purpose.ACT))

    def test_it_may_finish(self) -> None:
        assert build_architecture("reflexion", {}).config.finish_tool


class TestCritic:
    def test_only_acts_and_submits_are_reviewed(self) -> None:
        act, review = Purpose.ACT, Purpose.REVIEW
        model = ScriptedModel([LOOK, BROKEN, turn("describe_object", name="p1"), *PLAN])
        play("critic", model)
        assert model.purposes == [act, act, act, act, review, act, review, act, review]

    def test_an_approved_proposal_costs_one_unit(self) -> None:
        environment = play("critic", ScriptedModel(PLAN))
        assert environment.calls_used == 3
        assert kinds(environment) == [CallKind.ONTIC, CallKind.ONTIC, CallKind.TERMINAL]

    def test_a_rejected_proposal_costs_one_unit_and_is_not_carried_out(self) -> None:
        model = ScriptedModel([CLAIM, *PLAN], reviews=["REJECT: p1 still waits.", "APPROVE"])
        environment = play("critic", model)
        assert kinds(environment) == [CallKind.REJECTED, CallKind.ONTIC, CallKind.ONTIC, CallKind.TERMINAL]
        assert environment.task.goal_reached(environment.state)

    def test_a_rejection_can_prevent_a_violation(self) -> None:
        fatal = admit("p1", "b1")
        model = ScriptedModel([fatal, fatal, admit("p2", "b2"), CLAIM], reviews=["APPROVE", "REJECT: taken", "APPROVE"])
        environment = play("critic", model)
        assert environment.ending is Ending.GOAL_CLAIM

    def test_the_reason_goes_to_the_actor_in_place_of_an_observation(self) -> None:
        model = ScriptedModel([CLAIM, *PLAN], reviews=["REJECT: p1 still waits.", "APPROVE"])
        environment = play("critic", model)
        shown = model.asked(Purpose.ACT)[1].messages[-2:]
        assert shown == (Message("assistant", CLAIM), Message("user", environment.trace[0].observation))
        assert "p1 still waits." in shown[1].content

    def test_the_reviewer_sees_the_history_and_the_proposal(self) -> None:
        model = ScriptedModel([LOOK, *PLAN])
        play("critic", model)
        review, turn_before = model.asked(Purpose.REVIEW)[0], model.asked(Purpose.ACT)[1]
        assert review.messages[:-2] == turn_before.messages
        assert review.messages[-2] == Message("assistant", PLAN[0])

    def test_endless_rejection_ends_in_a_timeout(self) -> None:
        environment = play("critic", ScriptedModel([CLAIM], reviews=["REJECT: never"]), ward(budget=6))
        assert environment.ending is LimitEnding.TIMEOUT
        assert kinds(environment) == [CallKind.REJECTED] * 6

    def test_an_ill_formed_act_is_reviewed_like_any_other(self) -> None:
        model = ScriptedModel([admit("p9", "b1"), *PLAN])
        environment = play("critic", model)
        assert model.purposes[:2] == [Purpose.ACT, Purpose.REVIEW]
        assert kinds(environment)[0] is CallKind.ILL_FORMED

    def test_it_has_no_finish(self) -> None:
        assert not build_architecture("critic", {"finish_tool": False}).config.finish_tool
        with pytest.raises(ConfigError, match="critic has no finish tool"):
            build_architecture("critic", {"finish_tool": True})

    @pytest.mark.parametrize(
        "review",
        [
            "APPROVE",
            "approve.",
            "**APPROVE**",
            "Approved: b1 is free",
            "p1 waits and b1 is free.\n\nAPPROVE",
            "APPROVE\nREJECT: no",
            "Approval is not for me to give",
            "",
            "next_thought: go on\nnext_tool_name: act",
            "I would never REJECT this.",
        ],
    )
    def test_a_review_that_does_not_reject_lets_the_proposal_pass(self, review: str) -> None:
        assert objection(review) is None

    @pytest.mark.parametrize(
        ("review", "reason"),
        [
            ("REJECT: b1 is taken.", "b1 is taken."),
            ("reject - b1 is taken.", "b1 is taken."),
            ("**REJECT:** b1 is taken.", "b1 is taken."),
            ("Let me see.\nREJECT: b1\nis taken.", "b1 is taken."),
            ("REJECTED", "none was given."),
            ("REJECT: no.\nAPPROVE", "no. APPROVE"),
        ],
    )
    def test_a_rejection_is_read_with_its_reason(self, review: str, reason: str) -> None:
        assert objection(review) == reason


def test_an_unknown_architecture_is_told_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="'direct'; allowed: react, reflexion, critic"):
        build_architecture("direct", {})


def test_the_reader_of_turns_can_be_replaced() -> None:
    from planclaims.seam import ToolCall, Turn

    environment = ward()
    architecture = build_architecture("react", {}, read_turn=lambda text, tools: Turn(text, ToolCall("submit")))
    architecture.act(environment, ScriptedModel(["whatever"]))
    assert environment.ending is Ending.GOAL_CLAIM
    assert environment.trace[0].thought == "whatever"
