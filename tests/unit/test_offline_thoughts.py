from __future__ import annotations

import pytest

from planclaims.offline.thoughts import read_continuations, read_ratings

A, B, C = "(pick-up b1)", "(stack b1 b2)", "(move truck_1a l1 l2)"


@pytest.mark.parametrize(
    "text",
    [
        f"1. {A} {B}\n2. {C}\n3. NONE",
        f"1) {A}, {B}\n2) {C}\n3) nothing more to do",
        f"Here are 3 ways:\n\n**1.** {A} {B}\n**2.** {C}",
        f"Continuation 1: {A} {B}\nContinuation 2: {C}",
        f"1.\n- {A}\n- {B}\n2.\n- {C}",
        f"1:\n{A}\n{B}\n\n2:\n{C}\n",
        f"```\n1. {A} {B}\n2. {C}\n```",
        f"```\n{A}\n{B}\n```\n\n```\n{C}\n```",
        f"- {A} {B}\n- {C}",
        f"{A} {B}\n{C}",
        f"```\n{A} {B}\n{C}\n```",
        "1. ( pick-up  b1 ) then (stack b1, b2)\n2. (move truck_1a l1 l2)",
    ],
)
def test_two_continuations_and_an_empty_one_are_read_however_they_are_listed(text: str) -> None:
    assert read_continuations(text, branching=3, steps=3) == ((A, B), (C,), ())


@pytest.mark.parametrize(
    "text", ["", "I cannot help with that.", "1. pick up b1\n2. stack it", "()\n( )", "(((", "```\n```"]
)
def test_unreadable_proposals_are_three_empty_continuations(text: str) -> None:
    assert read_continuations(text, branching=3, steps=3) == ((), (), ())


def test_a_fourth_continuation_and_a_fourth_action_are_cut() -> None:
    text = f"1. {A} {A} {A} {B}\n2. {B}\n3. {C}\n4. {C}"
    assert read_continuations(text, branching=3, steps=3) == ((A, A, A), (B,), (C,))


def test_empty_fenced_blocks_keep_their_place() -> None:
    assert read_continuations(f"```\n```\n```\n{A}\n```", branching=3, steps=3) == ((), (A,), ())


@pytest.mark.parametrize(
    "text",
    [
        "1: 7\n2: 0\n3: 10",
        "1. 7\n2. 0\n3. 10",
        "1) 7/10\n2) 0 / 10\n3) 10/10",
        "**1:** 7 out of 10\n**2:** 0\n**3:** 10",
        "Continuation 1: score 7\nContinuation 2: score 0\nContinuation 3: score 10",
        "1: 7 because it moves 2 blocks\n2: 0\n3: 10",
        "1. (pick-up b1) - 7\n2. (stack b1 b2) - 0\n3. NONE - 10",
        "3: 10\n1: 7\n2: 0",
        "1 - 7\n2 - 0\n3 - 10",
        "7 0 10",
        "[7, 0, 10]",
        "Scores: 7/10, 0/10, 10/10",
        "1: 3\n1: 7\n3: 10",
    ],
)
def test_ratings_are_read_however_they_are_written(text: str) -> None:
    assert read_ratings(text, count=3) == (7.0, 0.0, 10.0)


@pytest.mark.parametrize(
    ("text", "ratings"),
    [
        ("", (0.0, 0.0, 0.0)),
        ("All are good.", (0.0, 0.0, 0.0)),
        ("10", (0.0, 0.0, 0.0)),
        ("2: 8", (0.0, 8.0, 0.0)),
        ("1: 85\n2: -3\n3: 4", (0.0, 0.0, 4.0)),
        ("1: 7.5\n4: 9", (7.5, 0.0, 0.0)),
        ("1: high\n2: 6", (0.0, 6.0, 0.0)),
        ("9" * 5000 + ": 1\n2: 6\n3: " + "9" * 5000, (0.0, 6.0, 0.0)),
    ],
)
def test_a_missing_or_impossible_rating_is_zero(text: str, ratings: tuple[float, ...]) -> None:
    assert read_ratings(text, count=3) == ratings
