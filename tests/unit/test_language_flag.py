"""The flag UNSOLVABLE counts where it is claimed, and claims in other words are told apart from it."""

from __future__ import annotations

import pytest
from language_worlds import depot_task

from planclaims.language.reading.extract import OutputKind, extract
from planclaims.language.reading.flag import claims_in_words

TASK = depot_task()


@pytest.mark.parametrize(
    "text",
    [
        "\\boxed{UNSOLVABLE}",
        "$\\boxed{\\text{UNSOLVABLE}}$",
        "\\[\\boxed{\\textbf{UNSOLVABLE}}\\]",
        "\\[\n\\boxed{\\mathrm{UNSOLVABLE}}\n\\]",
        "**Final Answer:** $\\boxed{\\text{UNSOLVABLE}}$",
        "The final answer is $\\boxed{\\text{UNSOLVABLE}}$.",
        "No plan exists, so my answer is:\n\nUNSOLVABLE",
        "The task is not solvable:\nUNSOLVABLE",
        "UNSOLVABLE\nNo plan exists.",
        "UNSOLVABLE\nbecause the arm is broken.",
        "UNSOLVABLE<|im_end|>",
        "<answer>UNSOLVABLE</answer>",
        "| UNSOLVABLE |",
        '```json\n{"answer": "UNSOLVABLE"}\n```',
    ],
)
def test_a_claim_is_a_claim(text: str) -> None:
    assert extract(TASK, text).kind is OutputKind.UNSOLVABLE


@pytest.mark.parametrize(
    "text",
    [
        "Unsolvable?\nI cannot tell.",
        "Is the task\nUNSOLVABLE\n?",
        'The instructions say to write:\n"UNSOLVABLE"\nwhen no plan exists.',
        "If there is no plan I should write\nUNSOLVABLE\nbut there is one.",
        "It is not\nUNSOLVABLE",
        "You asked me to answer\n'UNSOLVABLE'\nif so.",
        "Otherwise I would have to say:\nUNSOLVABLE",
        "# Unsolvable\nNo, it is not.",
        "Not UNSOLVABLE",
        "Unsolvable: no",
        "```\nUNSOLVABLE?\n```",
    ],
)
def test_a_question_a_quotation_a_condition_or_a_denial_is_no_claim(text: str) -> None:
    assert extract(TASK, text).kind is OutputKind.MALFORMED


@pytest.mark.parametrize(
    "sentence",
    [
        "There is no valid plan that reaches the goal.",
        "No sequence of actions exists to reach the goal.",
        "No plan can be found, because the arm is never free.",
        "The problem cannot be solved.",
        "The goal state is unreachable.",
        "This task is impossible to solve.",
        "It's impossible to achieve the goal.",
        "A solution does not exist.",
        "We conclude that there exists no plan.",
        "The task is thus not solvable.",
    ],
)
def test_a_sentence_claims_that_no_plan_exists(sentence: str) -> None:
    assert claims_in_words(sentence)
    assert not claims_in_words(f"<think>{sentence}</think>I give up.")


@pytest.mark.parametrize(
    "sentence",
    [
        "There is no plan yet.",
        "If the truck is away, the goal cannot be reached.",
        "The goal cannot be reached without the truck.",
        "Is it impossible to reach the goal?",
        "I was told to say when no plan exists.",
        "It is not the case that the task is unsolvable.",
        "The problem might be unsolvable.",
        "I cannot find the block.",
        "There is no plan for lunch, and I could go on.",
        "There is no truck at the depot.",
    ],
)
def test_other_sentences_do_not(sentence: str) -> None:
    assert not claims_in_words(sentence)
