"""The tables of docs/replies.md are the specification of how replies are read; every row must hold."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from language_worlds import TEMPLATES, depot_task
from stages import read_turn

from planclaims.language.reading.extract import OutputKind, extract
from planclaims.language.reading.flag import claims_in_words
from planclaims.semantics.task import Step

PAGE = (Path(__file__).parents[2] / "docs" / "replies.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[tuple[str, str]]:
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    found = []
    for line in section.splitlines():
        match = re.match(r"\| (.+?) (?<!\\)\| ([^|]+) \|$", line)
        if match and not re.match(r"reply|turn", match[1]):
            cell = match[1].replace("\\|", "|")
            ticks = re.match(r"`*", cell)
            text = cell[ticks.end() : -ticks.end()] if ticks and ticks.end() else cell
            padded = len(ticks[0]) > 1 if ticks else False
            found.append(((text[1:-1] if padded else text).replace("⏎", "\n").replace("␠", "  \n "), match[2].strip()))
    return found


def test_the_page_has_its_tables() -> None:
    assert len(rows("Plans")) > 50
    assert len(rows("Turns")) > 20


@pytest.mark.parametrize(("reply", "reading"), [*rows("Reasoning and chat templates"), *rows("Plans")])
def test_plans(reply: str, reading: str) -> None:
    extraction = extract(depot_task(), reply, TEMPLATES)
    kind, _, detail = reading.partition(": ")
    assert (extraction.kind, extraction.reason) == (kind, extraction.reason), extraction
    if extraction.kind is OutputKind.PLAN:
        wanted = [Step(words[0], tuple(words[1:])) for words in map(str.split, detail.split(", "))]
        assert list(extraction.steps) == wanted
        assert extraction.reason == ""
    else:
        assert extraction.steps == ()
        assert detail in extraction.reason


@pytest.mark.parametrize(("text", "reading"), rows("Turns"))
def test_turns(text: str, reading: str) -> None:
    turn = read_turn(text)
    if reading.startswith("problem: "):
        assert turn.call is None
        assert reading.removeprefix("problem: ") in turn.problem
    else:
        reading, _, more = reading.partition(" + ")
        tool, _, arguments = reading.partition(" ")
        assert turn.call is not None, turn.problem
        assert (turn.call.tool, turn.call.arguments) == (tool, json.loads(arguments))
        assert turn.problem == ""
        assert turn.surplus_calls == int(more.partition(" ")[0] or 0)


def test_claims_in_words() -> None:
    section = PAGE.split("\n## Claims in words\n")[1].split("\n## ")[0]
    found = re.findall(r"^\| (.+) \| (yes|no) \|$", section, re.MULTILINE)
    assert len(found) > 8
    assert [(sentence, "yes" if claims_in_words(f"Hm. {sentence} So.") else "no") for sentence, _ in found] == found
