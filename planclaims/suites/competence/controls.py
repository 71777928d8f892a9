"""Scripted respondents with known results: all-knowing, blind to deletes, seeing steps, guessing."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

from planclaims.seam import Purpose, Reply, Request
from planclaims.suites.contract import Control, Item, Value

STRUCTURAL = ("reach", "areach", "land")
REMARK = "I am a scripted respondent, and my answer is fixed."


class ScriptedRespondent:
    """Gives one answer to one item, whatever it is asked on the way; its tokens are words."""

    def __init__(self, answer: str) -> None:
        self._answer = answer
        self._calls = 0

    def reply(self, request: Request) -> Reply:
        """Return the answer where one is asked for; as an agent, write it down and hand it in."""
        said = REMARK
        if request.purpose is Purpose.PLAN:
            said = f"Answer: {self._answer}"
        elif request.purpose is Purpose.PROGRAM:
            said = f"```python\nprint({self._answer!r})\n```"
        elif request.purpose is Purpose.ACT:
            said = self._turn()
        return Reply(said, "stop", sum(len(message.content.split()) for message in request.messages), len(said.split()))

    def _turn(self) -> str:
        self._calls += 1
        tool, arguments = "hand_in", {}
        if self._calls == 1:
            tool, arguments = "write_file", {"name": "answer", "text": f"Answer: {self._answer}"}
        return f"next_thought: Go on.\nnext_tool_name: {tool}\nnext_tool_args: {json.dumps(arguments)}"


def scripted(script: str) -> Callable[[Item, str, int], ScriptedRespondent]:
    """Return what makes a respondent that knows a fixed answer to every item."""
    return lambda item, condition, seed: ScriptedRespondent(str(item.truth["scripts"][script]) or "[]")


def uniform(item: Item, condition: str, seed: int) -> ScriptedRespondent:
    """Return a respondent that answers something well-formed, whatever is true."""
    return ScriptedRespondent(random_answer(item.shown, random.Random(f"{seed}/{condition}/{item.group}/{item.name}")))


def random_answer(shown: Mapping[str, Any], chance: random.Random) -> str:
    """Return a random answer of the right form to the question that is shown."""
    if shown["form"] == "boolean":
        return chance.choice(("yes", "no"))
    if shown["form"] == "choice":
        return chance.choice("ABCD")
    asked, kind = shown["asked"], shown["kind"]
    match kind:
        case "app":
            return " ".join(_term(shown, "actions", chance) for _ in range(chance.randint(1, 8)))
        case "prog":
            lists = [" ".join(_term(shown, "propositions", chance) for _ in range(chance.randint(0, 2))) for _ in "12"]
            return f"[{lists[0]}] [{lists[1]}]"
        case "val":
            length = len(asked["sequence"])
            return chance.choice([*map(str, range(length)), "None"])
        case "just":
            plan, missing = asked["plan"], chance.choice((1, 2))
            start = chance.randrange(len(plan) - missing + 1)
            return " ".join([*plan[:start], *plan[start + missing :]]) or "[]"
        case "nexta":
            return _term(shown, "actions", chance)
        case _:
            none = chance.random() < 0.2
            return "None" if none else _term(shown, "actions" if kind == "areach" else "propositions", chance)


def _term(shown: Mapping[str, Any], vocabulary: str, chance: random.Random) -> str:
    """Return a random well-typed term."""
    objects = shown["lexicon"]["objects"]
    usable = {
        name: kinds for name, kinds in shown["lexicon"][vocabulary].items() if all(objects[kind] for kind in kinds)
    }
    name = chance.choice(sorted(usable))
    return "(" + " ".join([name, *(chance.choice(objects[kind]) for kind in usable[name])]) + ")"


def _known_local(item: Item) -> Mapping[str, Value] | None:
    """Return what the local respondent must be worth: it says None where the answer lies beyond single steps."""
    if item.shown["form"] == "generative" and item.kind in STRUCTURAL:
        return {"right": bool(item.truth["features"]["none"])}
    return None


CONTROLS: Mapping[str, Control] = {
    "exact": Control(scripted("exact"), lambda item: {"right": True}),
    "relaxed": Control(scripted("relaxed"), lambda item: {"malformed": False}),
    "local": Control(scripted("local"), _known_local),
    "uniform": Control(uniform, lambda item: {"malformed": False}),
}
"""The scripted respondents by the names that a configuration uses."""
