from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest
from stages import EchoingRunner

from planclaims.errors import ConfigError
from planclaims.offline import STRATEGIES, build_strategy
from planclaims.seam import MALFORMED, Answer, Purpose, Reply, Request
from planclaims.suites.hiddenpddl.question import WORDING, briefed_wording

PLAN = "```\n(admit p1 b1 w_med)\n```"
RULES, SITUATION = "Beds {are} beds.", 'Patient p1 waits. {"goal": {output_contract}}'


@dataclass
class PaperTask:
    """Two briefs, and a reading of outputs that needs no domain: the lines of the fenced block."""

    domain_brief: str = RULES
    instance_brief: str = SITUATION

    @property
    def wording(self) -> Mapping[str, str]:
        return briefed_wording(self.domain_brief, self.instance_brief)

    def read(self, text: str) -> Answer:
        if "UNSOLVABLE" in text:
            return Answer("unsolvable")
        parts = text.split("```")
        if len(parts) < 3:
            return Answer(MALFORMED, reason="there is no block")
        return Answer("plan", tuple(parts[-2].lower().split("\n")[1:-1]))


@dataclass
class ScriptedModel:
    """Answers every purpose from its own list, the last answer for ever, and keeps the requests."""

    answers: Mapping[Purpose, Sequence[str]]
    requests: list[Request] = field(default_factory=list)

    def reply(self, request: Request) -> Reply:
        told = [earlier for earlier in self.requests if earlier.purpose is request.purpose]
        self.requests.append(request)
        texts = self.answers.get(request.purpose, [""])
        return Reply(texts[min(len(told), len(texts) - 1)], "stop", 1, 1)

    @property
    def purposes(self) -> list[Purpose]:
        return [request.purpose for request in self.requests]

    def question(self, call: int) -> str:
        return self.requests[call].messages[-1].content

    def questions(self, purpose: Purpose) -> list[str]:
        return [request.messages[-1].content for request in self.requests if request.purpose is purpose]


UNCHECKED = [name for name, one in STRATEGIES.items() if not getattr(one, "needs_critic", False)]
"""The strategies for questions that cannot tell what is wrong with an answer."""


def play(name: str, answers: Mapping[Purpose, Sequence[str]], **settings: object) -> tuple[str, ScriptedModel]:
    model = ScriptedModel(answers)
    return build_strategy(name, settings, EchoingRunner()).answer(PaperTask(), model), model


ISSUES = "Line 1 names an unknown object."
ANSWERS: Mapping[Purpose, Sequence[str]] = {
    Purpose.PLAN: [PLAN],
    Purpose.REASON: ["p1 should {go} to b1"],
    Purpose.SKETCH: ["1. p1 lies in a bed"],
    Purpose.ABSTRACT: ["1. A bed holds {one} patient"],
    Purpose.CRITIQUE: ["NO_ISSUES"],
    Purpose.PROPOSE: ["1. (admit p1 b1 w_med)\n2. (admit p1 b2 w_med)\n3. (admit p2 b1 w_med)"],
    Purpose.RATE: ["1: 5\n2: 6\n3: 4"],
}


def test_the_strategies_have_their_names() -> None:
    assert list(STRATEGIES) == [
        "direct",
        "zero-shot-cot",
        "plan-and-solve",
        "step-back",
        "self-refine",
        "tree-of-thoughts",
        "memory",
        "program",
        "backprompt",
    ]


@pytest.mark.parametrize(
    ("name", "purposes"),
    [
        ("direct", [Purpose.PLAN]),
        ("zero-shot-cot", [Purpose.REASON, Purpose.PLAN]),
        ("plan-and-solve", [Purpose.SKETCH, Purpose.PLAN]),
        ("step-back", [Purpose.ABSTRACT, Purpose.PLAN]),
        ("self-refine", [Purpose.PLAN, Purpose.CRITIQUE]),
        ("tree-of-thoughts", [*[Purpose.PROPOSE, Purpose.RATE] * 11, Purpose.PLAN]),
    ],
)
def test_calls_come_in_order_and_the_plan_is_the_output(name: str, purposes: list[Purpose]) -> None:
    output, model = play(name, ANSWERS)
    assert model.purposes == purposes
    assert output == PLAN


@pytest.mark.parametrize("name", UNCHECKED)
def test_every_call_is_shown_both_briefs_word_for_word_and_only_plans_the_contract(name: str) -> None:
    _, model = play(name, ANSWERS)
    for request in model.requests:
        system, user = request.messages
        assert (system.role, user.role) == ("system", "user")
        assert RULES in system.content
        assert SITUATION in system.content
        assert (WORDING["contract"] in user.content) is (
            request.purpose in (Purpose.PLAN, Purpose.CRITIQUE, Purpose.PROGRAM)
        )


@pytest.mark.parametrize("name", UNCHECKED)
def test_temperature_is_zero_but_for_proposals_and_tokens_are_bounded(name: str) -> None:
    _, model = play(name, ANSWERS)
    for request in model.requests:
        assert request.temperature == (0.7 if request.purpose is Purpose.PROPOSE else 0.0)
        assert request.max_tokens == 4096


@pytest.mark.parametrize("name", UNCHECKED)
def test_settings_reach_every_call(name: str) -> None:
    _, model = play(name, ANSWERS, regime="offline", temperature=0.3, max_tokens=99)
    assert {request.max_tokens for request in model.requests} == {99}
    assert {r.temperature for r in model.requests if r.purpose is not Purpose.PROPOSE} == {0.3}


@pytest.mark.parametrize(
    ("name", "purpose"),
    [
        ("zero-shot-cot", Purpose.REASON),
        ("plan-and-solve", Purpose.SKETCH),
        ("step-back", Purpose.ABSTRACT),
    ],
)
def test_the_plan_is_asked_for_with_what_was_written_before(name: str, purpose: Purpose) -> None:
    _, model = play(name, ANSWERS)
    assert ANSWERS[purpose][0] in model.question(1)


def test_chain_of_thought_asks_for_steps() -> None:
    _, model = play("zero-shot-cot", ANSWERS)
    assert "Let's think step by step" in model.question(0)


@pytest.mark.parametrize("name", UNCHECKED)
def test_an_empty_answer_breaks_no_strategy(name: str) -> None:
    output, model = play(name, {})
    assert output == ""
    assert model.requests[-1].purpose is (Purpose.PROGRAM if name == "program" else Purpose.PLAN)


class TestMemory:
    def test_every_attempt_but_the_first_sees_all_notes_and_no_verdict(self) -> None:
        plans = [f"```\n(admit p{number} b1 w_med)\n```" for number in range(9)]
        notes = ["I forgot the ward.", "I forgot the bed."]
        output, model = play("memory", {Purpose.PLAN: plans, Purpose.REFLECT: notes})
        assert model.purposes == [Purpose.PLAN, *[Purpose.REFLECT, Purpose.PLAN] * 2]
        assert output == plans[2]
        last = model.requests[-1].messages[-1].content
        assert all(note in last for note in notes)
        assert plans[1] in last
        assert plans[0] not in last

    def test_an_attempt_that_repeats_the_one_before_ends_the_rounds(self) -> None:
        _, model = play("memory", {Purpose.PLAN: [PLAN, PLAN], Purpose.REFLECT: ["Hm."]}, rounds=5)
        assert model.purposes == [Purpose.PLAN, Purpose.REFLECT, Purpose.PLAN]


class TestProgram:
    def test_one_call_and_what_comes_of_its_program_is_the_output(self) -> None:
        output, model = play("program", {Purpose.PROGRAM: ["print(1)"]}, seconds=7)
        assert output == "print(1)"
        assert "7 seconds" in model.requests[0].messages[-1].content

    def test_it_is_refused_where_programs_cannot_be_confined(self) -> None:
        class Nowhere(EchoingRunner):
            def check(self) -> None:
                raise ConfigError("programs cannot be run safely here")

        with pytest.raises(ConfigError, match="cannot be run safely"):
            build_strategy("program", {}, Nowhere())


class TestSelfRefine:
    def test_three_rounds_at_most_then_the_last_revision(self) -> None:
        plans = [f"```\n(admit p{number} b1 w_med)\n```" for number in range(9)]
        output, model = play("self-refine", {Purpose.PLAN: plans, Purpose.CRITIQUE: [ISSUES]})
        assert model.purposes == [Purpose.PLAN, *[Purpose.CRITIQUE, Purpose.PLAN] * 3]
        assert output == plans[3]

    def test_rounds_are_a_setting(self) -> None:
        plans = [f"```\n(admit p{number} b1 w_med)\n```" for number in range(9)]
        output, model = play("self-refine", {Purpose.PLAN: plans, Purpose.CRITIQUE: [ISSUES]}, rounds=1)
        assert len(model.requests) == 3
        assert output == plans[1]

    def test_a_content_critique_ends_it_in_any_round(self) -> None:
        plans = [PLAN, "```\n(admit p1 b2 w_med)\n```"]
        output, model = play("self-refine", {Purpose.PLAN: plans, Purpose.CRITIQUE: [ISSUES, " NO_ISSUES\n"]})
        assert model.purposes == [Purpose.PLAN, Purpose.CRITIQUE, Purpose.PLAN, Purpose.CRITIQUE]
        assert output == plans[1]

    @pytest.mark.parametrize("critique", ["no_issues", "NO_ISSUES.", "NO ISSUES", "NO_ISSUES here", "", "`NO_ISSUES`"])
    def test_only_the_exact_word_is_content(self, critique: str) -> None:
        _, model = play("self-refine", {Purpose.PLAN: [PLAN], Purpose.CRITIQUE: [critique]})
        assert model.purposes == [Purpose.PLAN, Purpose.CRITIQUE, Purpose.PLAN]

    def test_a_revision_that_reads_the_same_ends_it_and_is_the_output(self) -> None:
        revision = "Repaired:\n```\n(ADMIT p1 b1 w_med)\n```"
        output, model = play("self-refine", {Purpose.PLAN: [PLAN, revision], Purpose.CRITIQUE: [ISSUES]})
        assert len(model.requests) == 3
        assert output == revision

    def test_two_different_malformed_outputs_are_not_the_same_plan(self) -> None:
        texts = ["no block", "still none", "again none", "none at all"]
        output, model = play("self-refine", {Purpose.PLAN: texts, Purpose.CRITIQUE: [ISSUES]})
        assert len(model.requests) == 7
        assert output == texts[3]

    def test_a_malformed_output_repeated_word_for_word_ends_it(self) -> None:
        _, model = play("self-refine", {Purpose.PLAN: ["no block", " no block\n"], Purpose.CRITIQUE: [ISSUES]})
        assert len(model.requests) == 3

    def test_a_claim_of_unsolvability_kept_up_ends_it(self) -> None:
        output, model = play(
            "self-refine", {Purpose.PLAN: ["UNSOLVABLE", "It is UNSOLVABLE"], Purpose.CRITIQUE: [ISSUES]}
        )
        assert len(model.requests) == 3
        assert output == "It is UNSOLVABLE"

    def test_critique_sees_the_plan_and_revision_sees_plan_and_critique(self) -> None:
        second = "```\n(admit p1 b2 w_med)\n```"
        _, model = play("self-refine", {Purpose.PLAN: [PLAN, second], Purpose.CRITIQUE: [ISSUES, "More {faults}."]})
        assert PLAN in model.question(1)
        assert PLAN in model.question(2)
        assert ISSUES in model.question(2)
        assert second in model.question(3)
        assert PLAN not in model.question(3)
        assert "More {faults}." in model.question(4)
        assert ISSUES not in model.question(4)


UNHELPFUL = [
    ("", ""),
    ("I would rather not.", "All fine."),
    ("1. (a b)", "1: 9"),
    ("1. (a b)\n2. (a b)\n3. (a b)", "10"),
    ("\n".join(f"{n}. (a b)" for n in range(1, 30)), "1: 99999\n" * 40),
    ("NONE", "1: 3\n2: 3\n3: 3"),
]


class TestTreeOfThoughts:
    @pytest.mark.parametrize(("proposal", "rating"), UNHELPFUL)
    def test_it_makes_23_calls_whatever_the_model_writes(self, proposal: str, rating: str) -> None:
        _, model = play("tree-of-thoughts", {**ANSWERS, Purpose.PROPOSE: [proposal], Purpose.RATE: [rating]})
        assert model.purposes == [*[Purpose.PROPOSE, Purpose.RATE] * 11, Purpose.PLAN]

    def test_the_first_depth_grows_the_empty_prefix_alone(self) -> None:
        _, model = play("tree-of-thoughts", ANSWERS)
        assert "(no action yet)" in model.question(0)
        assert "(no action yet)" not in model.question(2)
        assert "(no action yet)" not in model.question(4)

    def test_rating_shows_the_prefix_and_the_numbered_continuations(self) -> None:
        _, model = play("tree-of-thoughts", {**ANSWERS, Purpose.PROPOSE: ["1. (a x) (b x)\n2. (c x)"]})
        assert "1. (a x) (b x)\n2. (c x)\n3. NONE" in model.question(1)
        assert "<beginning>\n(a x)\n(b x)\n</beginning>" in model.questions(Purpose.RATE)[2]

    def test_the_two_best_are_grown_next_the_better_first(self) -> None:
        _, model = play("tree-of-thoughts", ANSWERS)
        assert "<beginning>\n(admit p1 b2 w_med)\n</beginning>" in model.question(2)
        assert "<beginning>\n(admit p1 b1 w_med)\n</beginning>" in model.question(4)

    def test_equal_ratings_keep_the_order_of_proposal(self) -> None:
        _, model = play("tree-of-thoughts", {**ANSWERS, Purpose.RATE: ["1: 3\n2: 3\n3: 3"]})
        assert "<beginning>\n(admit p1 b1 w_med)\n</beginning>" in model.question(2)
        assert "<beginning>\n(admit p1 b2 w_med)\n</beginning>" in model.question(4)

    def test_scores_add_up_along_a_prefix(self) -> None:
        answers = {
            Purpose.PROPOSE: ["1. (a)\n2. (b)\n3. (c)", "1. (d)\n2. (e)\n3. (f)", "1. (g)\n2. (h)\n3. (i)"],
            Purpose.RATE: ["1: 9\n2: 5\n3: 1", "1: 1\n2: 2\n3: 0", "1: 8\n2: 4\n3: 5"],
            Purpose.PLAN: [PLAN],
        }
        _, model = play("tree-of-thoughts", answers, depth=2)
        assert "<beginning>\n(b)\n(g)\n</beginning>" in model.question(6), "5 + 8 beats 9 + 2"

    def test_the_best_prefix_of_the_last_depth_is_completed(self) -> None:
        _, model = play("tree-of-thoughts", ANSWERS, depth=1)
        assert model.purposes == [Purpose.PROPOSE, Purpose.RATE, Purpose.PLAN]
        assert "<beginning>\n(admit p1 b2 w_med)\n</beginning>" in model.question(2)

    def test_one_prefix_met_twice_leaves_a_place_for_another(self) -> None:
        answers = {**ANSWERS, Purpose.PROPOSE: ["1. (a)\n2. (a)\n3. (b)"], Purpose.RATE: ["1: 9\n2: 8\n3: 1"]}
        _, model = play("tree-of-thoughts", answers)
        assert "<beginning>\n(a)\n</beginning>" in model.question(2)
        assert "<beginning>\n(b)\n</beginning>" in model.question(4)

    def test_a_prefix_without_continuation_stays_and_keeps_its_score(self) -> None:
        answers = {
            **ANSWERS,
            Purpose.PROPOSE: ["1. (a)\n2. (b)\n3. (c)", "NONE"],
            Purpose.RATE: ["1: 9\n2: 5\n3: 1", ""],
        }
        _, model = play("tree-of-thoughts", answers)
        assert "<beginning>\n(a)\n</beginning>" in model.question(22)

    def test_its_shape_is_a_setting(self) -> None:
        settings = {"beam": 3, "depth": 2, "branching": 4, "steps": 1, "proposal_temperature": 1.0}
        proposals = "1. (a) (z)\n2. (b)\n3. (c)\n4. (d)"
        _, model = play("tree-of-thoughts", {**ANSWERS, Purpose.PROPOSE: [proposals]}, **settings)
        assert model.purposes == [*[Purpose.PROPOSE, Purpose.RATE] * 4, Purpose.PLAN]
        assert model.requests[0].temperature == 1.0
        assert "Propose 4 different" in model.question(0)
        assert "1. (a)\n2. (b)\n3. (c)\n4. (d)" in model.question(1)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"beem": 2}, "'beem'"),
        ({"rounds": 3}, "beam, depth, branching"),
        ({"regime": "online"}, "allowed: offline"),
        ({"depth": 0}, "found 0; allowed: an integer from 1 up"),
        ({"depth": True}, "found True"),
        ({"temperature": "warm"}, "found 'warm'; allowed: a number from 0 to 2"),
        ({"proposal_temperature": -1}, "found -1"),
    ],
)
def test_a_wrong_setting_is_named_with_what_is_allowed(settings: dict[str, object], told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        build_strategy("tree-of-thoughts", settings)
    assert told in str(caught.value)
    assert "tree-of-thoughts" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_strategy_is_told_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"'react'; allowed: direct, zero-shot-cot"):
        build_strategy("react", {})
