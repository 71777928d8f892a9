"""Every reader of text takes linear time: a run-away reply costs no more than a second, whatever it is made of."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from language_worlds import TEMPLATES, depot_task
from stages import read_turn

from planclaims.language.reading.extract import extract
from planclaims.language.reading.flag import claims_in_words
from planclaims.offline.thoughts import read_continuations, read_ratings
from planclaims.online.critic import objection
from planclaims.suites.hiddenpddl.acts import act_step

TASK = depot_task()
STEP = "(pick-up block_a)"
LENGTH = 25_000
SECONDS = 0.25
"""A hundred thousand characters within a second."""

READERS: dict[str, Callable[[str], object]] = {
    "plans": lambda text: extract(TASK, text, TEMPLATES),
    "turns": read_turn,
    "names of actions": lambda text: act_step(TASK, text, None),
    "arguments of actions": lambda text: act_step(TASK, "stack", text),
    "claims in words": claims_in_words,
    "continuations": lambda text: read_continuations(text, branching=3, steps=3),
    "ratings": lambda text: read_ratings(text, count=3),
    "verdicts": objection,
}
CHARACTERS = [chr(code) for code in range(32, 127)] + [*"\n\t\r\x00\u00a0\u200b\ufeffé中٣→–—…“”‘’•✅❌▁｜\u2028"]
TOKENS = [
    "()", "{}", "[]", "(a ", "(a) ", "a(", "((a) ", "(a\n", '\\"', "``", "```", "```\n", "```a ", "~~~",
    "| ", "|a|b|\n", "|---|", "|---|\n", "</", "<|", "<a ", "<a>", "</a>", "<a></a>", "[/a]", "**", "- ",
    "- \n", "-> ", "a -> ", "→ ", "> ", "..", "…\n", ", ", ": ", "; ", "# ", "% ", "//", "// ", "/*",
    "*/", "= ", "&amp;", "1.", "1. ", "1 ", "1) ", "a ", "a\n", "ab", "then ", "then (", "Then\n",
    "next_tool_name:", "next_tool_name: a\n", "next_tool_args: {", "next_thought: ",
    '{"next_tool_name":', '{"next_tool_name": "a"} ', '{"a":', '{"a":{', '{"', "{'", "{“", '{"a" ', "[{",
    "[1,", '"a",', "'a',", '"a": "b", ', "<think>", "</think>", "<think></think>", "`<think>`",
    "`<think> ", "[THINK]", "[/THINK]", "[Note]\n", "◁think▷", "<|im_start|>", "<|im_end|>",
    "<|im_start|>assistant\n", "<|im_start|>user\n", "<|channel|>final<|message|>",
    "<|channel|>analysis<|message|>", "<|channel>", "assistantfinal", "analysis", "<!--", "<!-- -->",
    "Plan:\n", "Notes:\n", "UNSOLVABLE ", "UNSOLVABLE\n", "unsolvable_", '"UNSOLVABLE"\n', "Answer: ",
    "no plan ", "no plan exists. ", "it cannot ", "pick up ", "pick-up block_a ", "(pick-up block_a) ",
    "(pick-up block_a)\n", "(pick-up block_a), ", "then (pick-up block_a) ", "load ", "- name: a\n",
    "a: b\n", "Observation: x\n", "step 1: ", "step ", "1: (", "[1] ", "(1) ", "[ ] ", "\\text{", "\\_",
    "\\(", "on(b0)==b1 ", "[[ ## ", "2nd: ", "cost 1 ", "[cost 1", "] ] ", "].", "(cost", "#1 ", "t=1: ",
    "not (a ", "a=", "a=b ",
]  # fmt: skip
HEADS = (
    STEP,
    STEP + " ",
    "```text ",
    "```\n",
    "next_tool_name: act\nnext_tool_args: ",
    '{"next_tool_name": "act", "a": ',
)
TAILS = ("", "x", f"\n{STEP}", "}", "</think>")


def runs(place: int, piece: str) -> Iterator[str]:
    """Yield long runs of the piece, alone and behind a head that differs from piece to piece."""
    body = (piece * (LENGTH // len(piece) + 1))[:LENGTH]
    for head in ("", HEADS[place % len(HEADS)]):
        yield head + body + TAILS[(place + len(head)) % len(TAILS)]


def taken(reader: str, text: str) -> float:
    start = time.process_time()
    READERS[reader](text)
    return time.process_time() - start


@pytest.mark.parametrize("reader", READERS)
def test_no_run_of_anything_takes_long(reader: str) -> None:
    slow = []
    for place, piece in enumerate([*CHARACTERS, *TOKENS]):
        for text in runs(place, piece):
            seconds = taken(reader, text)
            if seconds > SECONDS:  # a busy machine takes its time now and then, a slow reader always
                seconds = min(taken(reader, text) for _ in range(3))
            if seconds > SECONDS:
                slow.append((piece, text[:20], text[-20:], round(seconds, 2)))
    assert slow == []


@pytest.mark.parametrize("piece", [" ", ".", "`", "{", "(", "on(b0)==b1 ", "a\n", '{"a":', "<think>", f"{STEP}\n"])
def test_a_hundred_thousand_characters_take_less_than_a_second(piece: str) -> None:
    text = (piece * 100_000)[:100_000]
    start = time.process_time()
    for read in (READERS["plans"], READERS["turns"]):
        for head in ("", STEP, "```text "):
            read(head + text)
    assert time.process_time() - start < 30
