"""The strict reading of answers and their grading, case by case, on a world of two rooms and a cat."""

from __future__ import annotations

from typing import Any

import pytest

from planclaims.suites.competence.questions.grading import Verdict, deletion, grade
from planclaims.suites.competence.questions.reading import answer_text, read_answer

LEXICON = {
    "actions": {"go": ["room", "room"], "feed": ["cat"], "wait": []},
    "propositions": {"in": ["cat", "room"], "fed": ["cat"], "quiet": []},
    "static": ["door"],
    "objects": {"room": ["hall", "attic"], "cat": ["tom"]},
}
NODES = [[-1, ""], [0, "(go hall attic)"]]
REACHED = {"(in tom hall)": 0, "(in tom attic)": 1, "(quiet)": 0}
NEVER = {"relaxed": [], "h2": ["(fed tom)"], "exhausted": []}
PLAN = ["(wait)", "(go hall attic)", "(wait)", "(feed tom)"]


def shown(kind: str, form: str = "generative", **asked: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"form": form, "kind": kind, "asked": asked, "lexicon": LEXICON}


QUESTIONS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "app": (shown("app"), {"applicable": ["(feed tom)", "(go hall attic)"]}),
    "prog": (shown("prog", action="(go hall attic)"), {"gained": ["(in tom attic)"], "lost": ["(in tom hall)"]}),
    "gain": (shown("prog", action="(wait)"), {"gained": ["(quiet)"], "lost": []}),
    "reach": (
        shown("reach"),
        {"reached": REACHED, "never": NEVER, "open": [], "nodes": NODES, "candidates": 4, "numeric": False},
    ),
    "all": (
        shown("reach"),
        {"reached": REACHED, "never": NEVER, "open": [], "nodes": NODES, "candidates": 3, "numeric": False},
    ),
    "open": (
        shown("areach"),
        {
            **{"reached": {"(wait)": 0}, "never": {"relaxed": [], "h2": [], "exhausted": []}, "open": ["(feed tom)"]},
            **{"nodes": NODES, "candidates": 6, "numeric": False},
        },
    ),
    "val": (shown("val", sequence=PLAN), {"index": 2}),
    "fine": (shown("val", sequence=PLAN), {"index": None}),
    "just": (shown("just", plan=PLAN), {"right": ["0", "2"], "faults": {"1": "the goal is missed"}}),
    "land": (
        shown("land"),
        {
            **{
                "landmarks": {"(quiet)": "relaxed"},
                "avoiding": {"(fed tom)": 1},
                "plan": 0,
                "nodes": NODES,
                "open": [],
            },
            **{"initial": ["(in tom hall)"], "goal": ["(in tom attic)"]},
        },
    ),
    "nexta": (shown("nexta"), {"length": 3, "after": {"(wait)": 3, "(feed tom)": 2, "(go hall hall)": None}}),
    "boolean": (shown("app", "boolean"), {"answer": True}),
    "choice": (shown("app", "choice", options=["Go to the hall.", "wait", "feed tom", "stay"]), {"answer": "B"}),
}


def verdict(name: str, reply: str) -> Verdict:
    question, truth = QUESTIONS[name]
    return grade(read_answer(reply, question), question, truth)


@pytest.mark.parametrize(
    ("name", "reply"),
    [
        ("app", "(go hall attic)\n(feed tom)"),
        ("app", "[(GO HALL ATTIC), (feed tom),]"),
        ("app", "(go hall attic); (feed tom) (feed tom)"),
        ("app", "I looked (twice).\n```text\n- (go hall attic)\n- (feed tom)\n```\nDone."),
        ("app", "<think>(wait)</think>Answer: (go\n\thall\u00a0attic) (feed tom)."),
        ("app", "```\n(wait)\n```\nNo, rather:\n~~~\n1. (go hall attic)\n2) (feed tom)"),
        ("prog", "[(in tom attic)] [(in tom hall)]"),
        ("prog", "**Answer:** [(in tom attic)], [(in tom hall)]"),
        ("prog", "Positive effects: [(in tom attic)]\nNegative effects: [(in tom hall)]"),
        ("prog", "negative effects: [(in tom hall)], positive effects: [(in tom attic)]"),
        ("gain", "[(quiet) (quiet)] []"),
        ("reach", "(fed tom)"),
        ("all", "none."),
        ("val", "02"),
        ("val", "Answer : 2."),
        ("fine", "None"),
        ("just", "(go hall attic) (wait) (feed tom)"),
        ("just", "[(wait), (go hall attic), (feed tom)]"),
        ("land", "`(quiet)`"),
        ("nexta", "First feed. answer: (FEED tom)"),
        ("boolean", "YES."),
        ("boolean", "no at first.\nAnswer: yes"),
        ("choice", "(b)"),
        ("choice", "B) Wait"),
        ("choice", "Surely A fails. Answer: B."),
    ],
)
def test_right_answers_in_every_permitted_spelling(name: str, reply: str) -> None:
    found = verdict(name, reply)
    assert found.right is True, found
    assert not found.malformed


@pytest.mark.parametrize(
    ("name", "reply", "why"),
    [
        ("app", "(feed tom)", "1 applicable missing, such as (go hall attic)"),
        ("app", "[]", "2 applicable missing"),
        ("app", "(feed tom) (go hall attic) (wait)", "1 not applicable, such as (wait)"),
        ("prog", "[(in tom hall)] [(in tom attic)]", "not among those made true"),
        ("gain", "[(quiet)] [(quiet)]", "not among those made false"),
        ("reach", "None", "there are 1 unreachable ones, such as (fed tom)"),
        ("reach", "(in tom attic)", "it holds after 1 actions"),
        ("val", "3", "the first inapplicable one is 2"),
        ("val", "None", "the first inapplicable one is 2"),
        ("fine", "0", "every action applies"),
        ("just", " ".join(PLAN), "not what remains"),
        ("just", "(go hall attic) (feed tom)", "not what remains"),
        ("just", "(wait) (wait) (feed tom)", "the goal is missed"),
        ("land", "(in tom hall)", "it holds at the start"),
        ("land", "(in tom attic)", "the goal demands it"),
        ("land", "(fed tom)", "a plan never makes it true"),
        ("land", "None", "there are 1 landmarks"),
        ("nexta", "(wait)", "3 actions to the goal before it, 3 actions after it"),
        ("nexta", "(go hall hall)", "a dead end"),
        ("nexta", "(go attic hall)", "not applicable"),
        ("boolean", "no", ""),
        ("choice", "A. go to the hall", ""),
    ],
)
def test_wrong_answers_are_told_why(name: str, reply: str, why: str) -> None:
    found = verdict(name, reply)
    assert found.right is False
    assert not found.malformed, found.reason
    assert why in found.reason


@pytest.mark.parametrize(
    ("name", "reply", "why"),
    [
        ("app", "", "empty"),
        ("app", "<think>(feed tom)", "empty"),
        ("app", "None", "a term in parentheses is due"),
        ("app", "These: (feed tom)", "a term in parentheses is due"),
        ("app", "(feed tom", "not closed"),
        ("app", "((feed tom))", "found '('"),
        ("app", "{feed tom}", "a term in parentheses is due"),
        ("app", "(fly tom)", "there is no action 'fly'"),
        ("app", "(feed tom hall)", "takes 1 argument; 2 given"),
        ("app", "(feed hall)", "of the wrong type"),
        ("app", "(feed jerry)", "is no object"),
        ("app", "()", "an empty term"),
        ("app", "(feed tom),, (wait)", "a term in parentheses is due"),
        ("prog", "[(in tom attic) (in tom hall)]", "two lists are due, 1 given"),
        ("prog", "[(in tom attic)] [(in tom hall)] []", "3 given"),
        ("prog", "((in tom attic)) ((in tom hall))", "square brackets"),
        ("prog", "[(quiet)] [None]", "a term in parentheses is due"),
        ("prog", "[(quiet)] [(quiet)", "not closed"),
        ("prog", "positive effects: [(quiet)] positive effects: []", "its own label"),
        ("reach", "No proposition.", "a term in parentheses is due, or None"),
        ("reach", "(door hall)", "never changes"),
        ("reach", "(not (fed tom))", "names between blanks"),
        ("reach", "(fed tom) (fed tom)", "one term is due, 2 given"),
        ("reach", "None (fed tom)", "a term in parentheses is due"),
        ("reach", "fed tom", "a term in parentheses is due"),
        ("reach", "[(fed tom)]", "a term in parentheses is due"),
        ("val", "-2", "an index is due"),
        ("val", "2.0", "an index is due"),
        ("val", "2, 3", "an index is due"),
        ("val", "(wait)", "an index is due"),
        ("nexta", "None", "a term in parentheses is due"),
        ("nexta", "do (feed tom)", "a term in parentheses is due"),
        ("boolean", "true", "one word is due"),
        ("boolean", "yes and no", "one word is due"),
        ("choice", "A or B", "one letter"),
        ("choice", "All of them", "one letter"),
        ("choice", "E", "one letter"),
        ("choice", "A. wait", "is not the text of A"),
    ],
)
def test_what_breaks_the_form_is_malformed_with_its_reason(name: str, reply: str, why: str) -> None:
    found = verdict(name, reply)
    assert found.malformed
    assert found.right is False
    assert why in found.reason


def test_what_is_undecided_is_unscored_and_never_wrong() -> None:
    assert verdict("open", "(feed tom)").right is None
    assert verdict("open", "None").right is None
    assert verdict("open", "(wait)").right is False


def test_a_verdict_carries_its_certificate_and_a_plan_that_refutes() -> None:
    assert verdict("reach", "(in tom attic)").witness == ("(go hall attic)",)
    assert verdict("reach", "(fed tom)").certificate == "h2"
    assert verdict("land", "(fed tom)").witness == ("(go hall attic)",)
    assert verdict("land", "(quiet)").certificate == "relaxed"
    assert verdict("app", "(feed tom)").overlap == 0.5
    assert verdict("val", "0").distance == 2


def test_only_one_action_or_two_neighbours_may_be_taken_out() -> None:
    assert deletion(PLAN, PLAN[1:]) == "0"
    assert deletion(PLAN, PLAN[2:]) == "0-1"
    assert deletion(PLAN, [PLAN[1], PLAN[3]]) is None
    assert deletion(PLAN, PLAN) is None
    assert deletion(PLAN, [PLAN[0]]) is None


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("a\n```\nb\n```\nc", "b"),
        ("answer: a\nANSWER: b.", "b"),
        ("my answerable question", "my answerable question"),
        ("**Answer**: (x)", "(x)"),
        ("<think>Answer: a</think> b", "b"),
        ("```\n* a\n2) b\n```", "a\nb"),
    ],
)
def test_the_answer_text_of_a_reply(reply: str, found: str) -> None:
    assert answer_text(reply) == found
