"""Backprompting: attempts go on until the critic is content, and the critic tells faults and no answers."""

from __future__ import annotations

import pytest
from planbench_cases import block, item

from planclaims.offline import build_strategy
from planclaims.seam import Model, Reply, Request
from planclaims.suites.planbench.question import PlanbenchQuestion

ASKED = item("plan_generation")
RIGHT = block("(pick-up blue)", "(stack blue green)", "(pick-up red)", "(stack red blue)")
FAILS = block("(pick-up blue)", "(pick-up red)")
SHORT = block("(pick-up blue)", "(stack blue green)")


class Replies:
    """A model that gives its replies in order and keeps what it was asked."""

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)
        self.asked: list[str] = []

    def reply(self, request: Request) -> Reply:
        self.asked.append(request.messages[-1].content)
        return Reply(self.texts.pop(0), "stop", 1, 1)


def answered(model: Model, **settings: object) -> str:
    question = PlanbenchQuestion(ASKED.kind, ASKED.shown, {})
    return build_strategy("backprompt", settings).answer(question, model)


def test_a_right_answer_is_asked_for_once() -> None:
    model = Replies(RIGHT)
    assert answered(model) == RIGHT
    assert len(model.asked) == 1


def test_faults_are_told_in_the_words_of_the_question_until_it_is_right() -> None:
    model = Replies(FAILS, SHORT, "no idea", RIGHT)
    assert answered(model) == RIGHT
    assert "Action 2, (pick-up red), cannot be carried out" in model.asked[1]
    assert "the hand is empty" in model.asked[1]
    assert "at the end this does not hold: the red block is directly on the blue block" in model.asked[2]
    assert "The answer cannot be read" in model.asked[3]
    assert model.asked[3].count("ATTEMPT:") == 3
    assert "(stack red blue)" not in "".join(model.asked)


def test_the_critic_can_say_less_and_recall_less() -> None:
    model = Replies(FAILS, SHORT, RIGHT)
    answered(model, feedback="binary", history="last")
    assert "The answer is wrong." in model.asked[2]
    assert "cannot be carried out at" not in model.asked[2]
    assert model.asked[2].count("ATTEMPT:") == 1


def test_without_feedback_the_same_is_asked_again_until_it_is_right() -> None:
    model = Replies(FAILS, SHORT, RIGHT, FAILS)
    assert answered(model, feedback="none") == RIGHT
    assert len(set(model.asked)) == 1
    assert len(model.asked) == 3


def test_the_last_attempt_is_the_answer() -> None:
    model = Replies(FAILS, FAILS, SHORT)
    assert answered(model, rounds=3) == SHORT
    assert model.texts == []


def test_a_claim_that_there_is_no_plan_is_not_contradicted() -> None:
    assert answered(Replies("UNSOLVABLE")) == "UNSOLVABLE"


def test_a_question_without_a_critic_is_refused() -> None:
    class Plain:
        def read(self, text: str) -> object:
            return text

    with pytest.raises(TypeError, match="backprompt needs questions that can tell what is wrong"):
        build_strategy("backprompt", {}).answer(Plain(), Replies(RIGHT))  # type: ignore[arg-type]
