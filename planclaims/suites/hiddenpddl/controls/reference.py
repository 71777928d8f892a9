"""Scripted reference models: the controls of the experiment, with known results for every measure.

They answer every purpose of every method from a commitment made once per episode. Their token counts are
words, not tokens, and their calls cost nothing and take no time, so a replay is identical to the byte.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from planclaims.errors import ConfigError
from planclaims.seam import Message, Purpose, Reply, Request, ToolCall
from planclaims.semantics.task import Step
from planclaims.suites.hiddenpddl.controls.commitments import REFERENCES, Commitment
from planclaims.suites.hiddenpddl.controls.oracle import Oracle
from planclaims.suites.hiddenpddl.critic import MISSED, WRONG
from planclaims.suites.hiddenpddl.environment import EXPLAINED

__all__ = ["REFERENCES", "Oracle", "ReferenceModel", "reference_model", "scripted"]

NUMBERED = re.compile(r"^(\d+)\. ", re.MULTILINE)
NO_CONTINUATION = "NONE"
SHORT, LONG = 1, 3
"""The fewest and the most steps of a proposed continuation (protocol 4)."""

REMARKS: Mapping[Purpose, str] = {
    Purpose.REASON: "I am a scripted reference, so there is nothing to reason about: my answer is fixed.",
    Purpose.SKETCH: "1. Do the first half of what I have fixed.\n2. Do the second half.\n3. Check the end.\n4. Stop.",
    Purpose.ABSTRACT: "1. My answer is fixed beforehand.\n2. Nothing that I read changes it.",
    Purpose.CRITIQUE: "NO_ISSUES",
    Purpose.REFLECT: "Keep to the fixed answer.",
    Purpose.REVIEW: "APPROVE",
    Purpose.BRIEF: "A scripted reference writes no briefs.",
    Purpose.PROGRAM: "A scripted reference writes no programs.",
}


class ReferenceModel:
    """A model that follows a commitment; one instance plays one episode."""

    def __init__(self, commitment: Commitment) -> None:
        self._commitment = commitment
        self._turns = 0
        self._told_why = False

    def reply(self, request: Request) -> Reply:
        """Return the scripted answer to the request's purpose, counted in words."""
        text = self._answer(request)
        return Reply(text, "stop", sum(words(message.content) for message in request.messages), words(text))

    def _answer(self, request: Request) -> str:
        writers: Mapping[Purpose, Callable[[Request], str]] = {
            Purpose.PLAN: lambda asked: plan_text(self._plan(asked)),
            Purpose.PROPOSE: self._propose,
            Purpose.RATE: self._rate,
            Purpose.ACT: self._act,
        }
        writer = writers.get(request.purpose)
        return writer(request) if writer else REMARKS[request.purpose]

    def _plan(self, request: Request) -> Sequence[Step] | None:
        """Return the plan, or the draft while nobody has said what is wrong with it, or twice that it is wrong."""
        draft, told = self._commitment.draft, "".join(message.content for message in request.messages[-1:])
        heard = MISSED in told or told.count(WRONG) > 1
        return self._commitment.steps if draft is None or heard else draft

    def _act(self, request: Request) -> str:
        route = self._commitment.route
        self._told_why = self._told_why or any(EXPLAINED in message.content for message in request.messages[-1:])
        while self._told_why and self._turns in self._commitment.stumbles:
            self._turns += 1
        call = route[min(self._turns, len(route) - 1)]
        self._turns += 1
        return turn_text(call)

    def _propose(self, request: Request) -> str:
        """Return continuations of the prefix that the request lists, as numbered lines, the longest first."""
        steps = self._commitment.steps or ()
        rest = steps[steps_taken(steps, request.messages) :]
        lengths = range(LONG, SHORT - 1, -1)
        pieces = (" ".join(map(str, rest[:length])) or NO_CONTINUATION for length in lengths)
        return "\n".join(f"{number}. {piece}" for number, piece in enumerate(pieces, start=1))

    def _rate(self, request: Request) -> str:
        """Return a rating for each numbered line of the request, the earlier the better."""
        numbers = NUMBERED.findall(request.messages[-1].content) if request.messages else []
        return "\n".join(f"{number}: {max(0, 11 - int(number))}" for number in numbers) or "10"


def reference_model(script: str, oracle: Oracle) -> ReferenceModel:
    """Return a fresh scripted model for one episode."""
    return ReferenceModel(_commitment(script, oracle))


@lru_cache(maxsize=1024)
def _commitment(script: str, oracle: Oracle) -> Commitment:
    """Return what the script commits to; every method plays the same task, so it is worked out once for all of them."""
    return REFERENCES[script](oracle)


@lru_cache(maxsize=4096)
def words(text: str) -> int:
    """Return the number of words in a text; a conversation repeats its messages in every call."""
    return len(text.split())


def plan_text(steps: Sequence[Step] | None) -> str:
    """Return the output that says the plan, or UNSOLVABLE where there is none."""
    if steps is None:
        return "UNSOLVABLE"
    return "\n".join(["```", *map(str, steps), "```"])


def turn_text(call: ToolCall) -> str:
    """Return the turn that makes a call, in the three fields of the turn protocol."""
    return (
        "next_thought: Follow the script.\n"
        f"next_tool_name: {call.tool}\n"
        f"next_tool_args: {json.dumps(dict(call.arguments), ensure_ascii=False)}"
    )


def steps_taken(steps: Sequence[Step], messages: Sequence[Message]) -> int:
    """Return how many of the first steps the last message already lists, in their order."""
    text, place = messages[-1].content if messages else "", 0
    for count, step in enumerate(steps):
        found = text.find(str(step), place)
        if found < 0:
            return count
        place = found + len(str(step))
    return len(steps)


def scripted(name: str, settings: Mapping[str, object], oracle: Oracle) -> ReferenceModel:
    """Return the scripted model of a configuration entry; ConfigError if it is more than a known script."""
    own = {key: value for key, value in settings.items() if key not in {"kind", "tasks"}}
    script = own.get("script")
    if not isinstance(script, str) or script not in REFERENCES or len(own) > 1:
        found, allowed = repr(own), "script: " + ", ".join(REFERENCES)
        raise ConfigError(f"model {name}: a reference has a script and nothing else", found=found, allowed=allowed)
    return reference_model(script, oracle)
